"""A check of schemathesis: a request that is valid by the schema is accepted, but for the refusals below, each of which a
schema can't say."""

import re

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData
from schemathesis.specs.openapi.checks import positive_data_acceptance

# Each sentence of a refusal must be one of these.
BEYOND_A_SCHEMA = [
    # What a value must be hangs on its field's kind, and a list's fields on the list.
    r"^query\..*: must be (a date|a number|true or false)\b.*, but got ",
    r"^query\..*: must be a field of \S+, but got ",
    r"^query\..*: must be a text field for a phrase's prefix, but \S+ is a ",
    # Formats, zones and texts with a grammar of their own.
    r"^query\b.*\.range\b.*\.format: must be a pattern of digits ",
    r"^query\b.*\.range\b.*\.time_zone: must be an offset ",
    r"^query\b.*\.(simple_)?query_string\.query: must ",
    # The URL standard says which texts have a host, and no pattern which hosts are public.
    r"^(mapping_)?company_website: must be a website, but got ",
    r"^callback_url: must be an https URL on a public host, .* but got \"(?i:https)://[^/?#@]",
    # What depends on earlier requests.
    r"^team_name: must be unique under its partner, but ",
    r"^pagination(_t|T)oken: must be a token that this service gave, but got ",
    r"^idempotency-key: must come with the same body as before, but got another$",
    # Of two parameters that are optional by themselves, stable pagination needs one to be 1000.
    r"^limit: must be 1000 ",
    # What all parts of a query come to.
    r"^query\..*: a query must hold at most \d+ ",
    r"^query\..*: clauses must be nested at most \d+ deep, ",
    # Texts hold no such character by their patterns; members that say nothing may be anything that JSON can say, but for that.
    r"^query\..*: must not hold U\+0000, but got ",
]


@schemathesis.check
def valid_request_accepted(ctx, response, case):
    try:
        return positive_data_acceptance(ctx, response, case)
    except RejectedPositiveData:
        sentences = response.json().get("errors") or [""]
        if all(any(re.search(known, sentence) for known in BEYOND_A_SCHEMA) for sentence in sentences):
            return None
        raise
