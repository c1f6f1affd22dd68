import { degreeForms } from '../reading/degree-forms.ts';
import { placeNames } from '../reading/places.ts';
import { skillForms } from '../reading/skill-forms.ts';
import { singular, titleForms } from '../reading/title-forms.ts';
import { type CompanyFilters, companyWhereOf } from './company-filters.ts';
import type { LookUps } from './look-ups.ts';
import type { AnyFilters, Meaning } from './meaning.ts';
import { alternativesIn, type Filters, isUnwanted, whereOf } from './people-filters.ts';

/** The forms of values of several parts that are all required. */
const ofParts =
  (separator: string, formsOf: (part: string) => readonly string[]) =>
  (text: string): readonly string[] =>
    text
      .split(separator)
      .map(formsOf)
      .reduce((all, forms) => all.flatMap((before) => forms.map((form) => before + separator + form)));

const skillsForms = ofParts(' + ', skillForms);

/** The forms that records may have for the value of a filter, itself first. */
const formsOf: Readonly<Partial<Record<string, (text: string) => readonly string[]>>> = {
  title: titleForms,
  was: (text) => {
    const [title = '', firm] = text.split(/\s*@\s*/);
    return titleForms(title).map((form) => (firm ? `${form} @ ${firm}` : form));
  },
  degree: degreeForms,
  place: ofParts(', ', placeNames),
  seat: ofParts(', ', placeNames),
  country: placeNames,
  skill: skillsForms,
  technology: skillsForms,
  /** `Open source` is also `open-source`, and `first-time managers` `First-time manager`. */
  tag: (text) => [text, text.replace(' ', '-'), text.replaceAll('-', ' ')].flatMap((one) => [one, singular(one)]),
  /** `Simcoe U`, `Spree-Uni` and `St. Brendan` are short for what records have. */
  school: (text) => {
    const spelt = text.replace(/(?<=(?:^|\s)St)\.(?=\s)/iu, '');
    const long = /[- ]U(?:ni(?:v\.?)?)?$/u.test(spelt)
      ? ['-Universität', ' University', ' Universität'].map((end) => spelt.replace(/[- ]U(?:ni(?:v\.?)?)?$/u, end))
      : [];
    const saint = /^St\s\S+$/iu.test(spelt) ? [`${spelt}'s`, `${spelt}’s`] : [];
    return [...new Set([text, spelt, text.replaceAll("'", '’'), ...long, ...saint])];
  },
};

type Some = Readonly<Partial<Record<string, string>>>;

const join = (alternatives: readonly string[]): string => [...new Set(alternatives)].join('|');

/** Filters with all forms that records may have for their values: `CFOs` is also `CFO` and `chief financial officer`. */
const spelled = <Of extends Some>(filters: Of): Of => {
  const all: Record<string, string> = {};
  for (const [name, value] of Object.entries(filters)) {
    const forms = formsOf[name];
    if (value === undefined || !forms) continue;
    all[name] = join(
      alternativesIn(value).flatMap((one) =>
        isUnwanted(one) ? forms(one.slice(1)).map((form) => `!${form}`) : forms(one),
      ),
    );
  }
  return { ...filters, ...all };
};

const capitalized = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{M}.'’])(?!(?:de|of|and|the)\s)\p{Ll}/gu, (letter) => letter.toUpperCase());

/** The forms of a value that records have: of `German`, `Germany`. A value that no record has in any form is kept. */
const canonicalValue = async (
  name: string,
  value: string,
  count: (values: readonly string[]) => Promise<Readonly<Record<string, number>>>,
): Promise<string> => {
  const all = await Promise.all(
    alternativesIn(value).map(async (one): Promise<readonly string[]> => {
      const [sign, text] = isUnwanted(one) ? ['!', one.slice(1)] : ['', one];
      const forms = [
        ...new Map(
          formsOf[name]?.(text)
            .toReversed()
            .map((form) => [form.toLowerCase(), form]),
        ).values(),
      ].reverse();
      if (forms.length < 2) return [one];
      const counts = await count(forms);
      const known = forms.filter((form) => (counts[form] ?? 0) > 0);
      return (known.length > 0 ? known : [text]).map((form) => sign + (form === text ? form : capitalized(form)));
    }),
  );
  return join(all.flat());
};

/** A meaning whose filters have the words of records, so that they need no further forms. */
export const canonical = async (meaning: Meaning, graph: LookUps): Promise<Meaning> => {
  const { kind, filters } = meaning;
  if (!filters) return meaning;
  const entries = Object.entries(filters).map(async ([name, value]) => {
    if (value === undefined) return [];
    const count = (values: readonly string[]) =>
      kind === 'COMPANIES'
        ? graph.countCompanies(Object.fromEntries(values.map((one) => [one, companyWhereOf({ [name]: one }) ?? {}])))
        : graph.countPeople(Object.fromEntries(values.map((one) => [one, whereOf({ [name]: one }) ?? {}])));
    return [[name, await canonicalValue(name, value, count)] as const];
  });
  const all: AnyFilters = Object.fromEntries((await Promise.all(entries)).flat());
  return { ...meaning, filters: all };
};

/** The condition of filters in any of their forms. */
export const anyFormOf = (filters: Filters) => whereOf(spelled(filters)) ?? {};
export const anyCompanyFormOf = (filters: CompanyFilters) => companyWhereOf(spelled(filters)) ?? {};
