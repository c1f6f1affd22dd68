/**
 * Names that callers guess, with a hint that names the right one: words in lower case separated by spaces, or a pattern
 * for all names that contain a word. Underscores are ignored. The first match is used, so patterns come last.
 */
export type Guesses = readonly (readonly [names: string | RegExp, hint: string])[];

const searchPeople =
  'Search people by `searchProfiles(where: {fullName: {matches: "Torres"}}, first: 10) { nodes { id fullName } }`.';
const searchCompanies =
  'Search companies by `searchCompanies(where: {name: {matches: "robotics"}}, first: 10) { nodes { id name } }`.';
const onePerson =
  'Look a person up by `profile(by: {id: "…"}) { ... on Profile { fullName } }`; `by` also takes `xnetSlug` or `xnetUrl`.';
const oneCompany =
  'Look a company up by `company(by: {id: "…"}) { ... on Company { name } }`; `by` also takes `xnetSlug` or `xnetUrl`.';
const byWebsite =
  'A look-up takes no website: use `searchCompanies(where: {websites: {eq: "kestrel-robotics.example"}}) { nodes { id name } }`; `introPaths(to:)` and `mapNetwork` take a `companyWebsite`.';
const byName =
  'A look-up takes no name: use `searchCompanies(where: {name: {eq: "Kestrel Robotics"}}) { nodes { id name } }`.';
const byFullName =
  'A look-up takes no name: use `searchProfiles(where: {fullName: {eq: "Mei-Ling Torres"}}) { nodes { id fullName } }`.';
const byEmail =
  'A look-up takes no e-mail address: use `searchProfiles(where: {emails: {eq: "ada@brightwater.example"}}) { nodes { id } }`.';
const pageUrl =
  'Write `by: {xnetUrl: "https://www.xnet.example/in/mei-ling-torres"}` for the address of a profile page.';
const introPaths =
  'Ask for introductions by `introPaths(to: {profile: {xnetSlug: "mei-ling-torres"}}) { nodes { connector { name } why } }`; `to` also takes a `company` or a `companyWebsite`.';
const network = 'The people whom the team knows are `relationships(first: 10) { nodes { profile { id fullName } } }`.';
const noOrder = 'The order is by relevance and cannot be chosen; sort the page in the client.';
const limit = 'The size of a page is `first: 10`.';
const offset = 'Pages follow a cursor: pass `pageInfo { endCursor hasNextPage }` of the last page as `after: "…"`.';
const where = 'Conditions go into `where: {…}`, such as `where: {currentTitle: {matches: "engineer"}}`.';
const companyWhere = 'Conditions go into `where: {…}`, such as `where: {name: {matches: "robotics"}}`.';

const matchRows =
  'Rows of a list are matched, free, by `matchPeople(rows: [{fullName: "…", companyName: "…"}]) { rows { state profile { id } } priceToEnrich }`; `kith enrich` fills a file.';
const quote =
  'What an operation costs, `POST /quote` says before, free, for the same body; the receipt is in `extensions.credits`.';
const changes =
  'Changes are read from a watch, which `createWatch` makes: `networkChanges(watch: "…") { nodes { kind profileId seenAt } }`.';
const connectorsHint = 'The people of the team who know others are `connectors { nodes { id name } }`.';

const limits = 'limit take size count top pagesize page_size perpage per_page last';
const offsets = 'offset skip page cursor from start before pagenumber';
const conditions = 'query q search text keyword keywords filter filters term conditions criteria';
const orders = 'sort sortby orderby order sort_by order_by';

const searches: Guesses = [
  [limits, limit],
  [offsets, offset],
  [conditions, where],
  [orders, noOrder],
  ['name fullname title country location skills company', where],
];

const companySearches: Guesses = [
  [limits, limit],
  [offsets, offset],
  [conditions, companyWhere],
  [orders, noOrder],
  ['name website domain industry country location', companyWhere],
];

const rootFields: Guesses = [
  ['people persons users candidates members employees searchperson searchpersons findpeople allprofiles', searchPeople],
  ['contacts network mynetwork connections myconnections friends relations knows', network],
  ['search find query', `${searchPeople} ${searchCompanies}`],
  ['person user member candidate contact profilebyid getprofile getperson', onePerson],
  ['organization organisation organizations business account employer companybyid getcompany', oneCompany],
  [
    'me currentuser self whoami session myteam team account',
    `The caller’s team is \`viewer { id name }\`. ${connectorsHint}`,
  ],
  ['introductions introduction intros intro paths path warmintros introducers whocanintroduce', introPaths],
  ['usage balance allowance budget billing', 'The credits that the team has used are `credits { usage }`.'],
  [/price|cost|estimat|quote|charge/, quote],
  ['tasks mappings mappingtasks jobs', 'The tasks that this key has started are `recentTasks { id status }`.'],
  [
    'teams workspaces',
    'The caller’s team is `viewer { id name }`, its child teams are `viewer { childTeams { id name } }`.',
  ],
  [/^(?:api)?(?:key|token)s?$/, 'API keys are managed by `kith key`, not by the graph.'],
  [/list|segment|collection/, 'Lists of targets are `targetLists { id name }`.'],
  [
    'mapnetwork startmapping',
    'Mapping is a mutation: `mutation { mapNetwork(input: {companyWebsite: "…"}) { task { id } } }`.',
  ],
];

/** After the words: what names of fields at the root have in common. */
const rootRules: Guesses = [
  [/email/, byEmail],
  [/change|moved|alert|news|signal/, changes],
  [/member|colleague/, connectorsHint],
  [/^who|intro|know|reach|path|mutual|shared|common|overlap|referr/, introPaths],
  [/match|bulk|batch|dedup/, matchRows],
  [/tag|label|note/, 'A person’s tags and lists are `... on Profile { tags { name } lists { name } }`.'],
  [
    /credit|quota|balance|allowance|billing|plan/,
    'The credits that the team has used are `credits { usage allowanceUsedUp }`.',
  ],
  [
    /(?:compan|organi|employer|account).*(?:aggregate|count|stats|total)/,
    `\`totalCount\` counts: \`searchCompanies(where: {locations: {some: {country: {eq: "Norway"}}}}) { totalCount }\`.`,
  ],
  [
    /aggregate|count|stats|total/,
    '`totalCount` counts: `searchProfiles(where: {locationCountry: {eq: "Norway"}}) { totalCount }`.',
  ],
  [/(?:compan|organi|employer|firm).*(?:domain|website)|^domain/, byWebsite],
  [/(?:compan|organi|employer|firm).*name/, byName],
  [
    /^(?:search|find|list|query|all|filter).*(?:compan|organi|employer|firm)|^(?:companies|organi[sz]ations|employers|firms)/,
    searchCompanies,
  ],
  [/compan|organi[sz]ation|employer|firm/, oneCompany],
  [/^(?:search|list|query|all|filter)|people|persons|profiles/, searchPeople],
  [
    /^(?:enrich|lookup|find|get|fetch|load|resolve|reverse|read)|person|profile|candidate|prospect|lead|contact/,
    onePerson,
  ],
];

const personFields: Guesses = [
  ['name displayname', 'The name is `fullName`, or `firstName` and `lastName`.'],
  ['title jobtitle position role job', 'The title of the current job is `currentTitle`.'],
  ['email emails emailaddress', 'E-mail addresses are `workEmail` and `personalEmails`.'],
  [
    'location city address place',
    'Where the person lives is `currentLocation`, or `locationLocality` and `locationCountry`.',
  ],
  ['country', 'The country is `locationCountry`.'],
  [
    'company employer organization currentemployer worksat',
    'The current employer is `currentCompany { name }`, by name alone `currentCompanyName`.',
  ],
  ['companyname', 'The name of the current employer is `currentCompanyName`.'],
  ['slug username handle', 'The slug is `xnetSlug`.'],
  ['url profileurl link', 'The URL of the person’s page is `xnetUrl`.'],
  [
    'experiences jobs positions workhistory employment',
    'Jobs are `experience { title employer { name } startDate endDate }`.',
  ],
  ['educations schools degrees', 'Schools are `education { school { name } degrees }`.'],
  ['bio summary description', 'The text about the person is `about`; the line under the name is `headline`.'],
  ['photo avatar picture image photourl', 'The picture is `imageUrl`.'],
  [
    'phone phonenumber phones mobile',
    'There are no phone numbers; e-mail addresses are `workEmail` and `personalEmails`.',
  ],
  ['industry industries sector', 'The industries of the current employer are `currentCompanyIndustries`.'],
  ['seniority level', 'The seniority of the current job is `currentSeniorities`.'],
  ['department function', 'The function of the current job is `currentFunction`.'],
  [/photo|avatar|picture|image/, 'The picture is `imageUrl`.'],
  [
    /past|previous|former|prior|career/,
    'All jobs, former ones too, are `experience { title employer { name } isCurrent }`.',
  ],
  [
    /strength|score|close/,
    'How well a connector knows the person is `connections { strength connector { name } }`; the ways of `introPaths { nodes { confidence } }` are ranked.',
  ],
  [/change|joined|moved/, 'The latest changes are `latestCompanyChangeAt` and `latestRoleChangeAt`.'],
  [/phone|mobile/, 'There are no phone numbers; e-mail addresses are `workEmail` and `personalEmails`.'],
  [
    /intro|know|path/,
    '`introPaths { nodes { connector { name } why } }` says who can introduce you, `connections` who knows the person.',
  ],
  [/linked|url$|link$|page$|permalink/, 'The URL of the person’s page is `xnetUrl`.'],
  [/handle|publici|vanity|username|slug/, 'The slug is `xnetSlug`.'],
  [
    'connectors knownby introductions intros',
    '`connections { connector { name } }` lists who knows the person, `introPaths` who can introduce you.',
  ],
];

const companyFields: Guesses = [
  [
    'employees staff members team',
    'The people who work there are `people(first: 10) { nodes { id fullName } }`, their number is `workforce { headcount }`.',
  ],
  ['size employeecount headcount employeescount numberofemployees', 'The head count is `workforce { headcount }`.'],
  ['website domain url homepage domains', 'The domains of its websites are `websites`.'],
  ['industry sector', 'The industries are `industries`.'],
  ['location headquarters hq address city country', 'Places are `locations { name country }`.'],
  ['slug username handle', 'The slug is `xnetSlug`.'],
  ['about bio', 'The text about the company is `description`; a shorter one is `summary`.'],
  ['logo image', 'The logo is `logoUrl`.'],
  ['investors fundingrounds raised', 'Rounds and investors are in `funding`.'],
  ['foundedat yearfounded foundingdate', 'The day it was founded is `founded`.'],
  ['fullname title', 'The name is `name`.'],
  [/phone|mail|contact/, 'Telephone and e-mail address are `contactInfo { phone email }`.'],
  [/logo|image|picture/, 'The logo is `logoUrl`.'],
  [/linked|page$|permalink/, 'The URL of the company’s page is `xnetUrl`.'],
  [/domain|website|homepage/, 'The domains of its websites are `websites`.'],
  [/employee|headcount|staff|size/, 'The head count is `workforce { headcount }`.'],
  [/rais|round|invest|fund|valuation/, 'Rounds and investors are in `funding`.'],
  [
    /intro|know|path|connection/,
    '`introPaths { nodes { target { fullName } connector { name } why } }` says who can introduce you to people there.',
  ],
];

const personConditions: Guesses = [
  ['name', 'Write `fullName: {matches: "Torres"}`.'],
  ['title position role job jobtitle', 'Write `currentTitle: {matches: "engineer"}`.'],
  ['country', 'Write `locationCountry: {eq: "Norway"}`.'],
  ['location city', 'Write `currentLocation: {matches: "Oslo"}`, or `locationLocality: {eq: "Oslo"}`.'],
  [
    'company employer companyname currentcompany',
    'Write `currentCompanyName: {matches: "Kestrel Robotics"}`, or `currentCompanyId: {eq: "…"}`.',
  ],
  [
    'website domain companywebsite currentcompanywebsite',
    'Write `currentCompanyWebsites: {eq: "kestrel-robotics.example"}`.',
  ],
  ['email', 'Write `emails: {eq: "ada@brightwater.example"}`.'],
  ['skill', 'Write `skills: {eq: "Rust"}`.'],
  [
    'slug xnetslug',
    'A person is looked up by slug: `profile(by: {xnetSlug: "mei-ling-torres"}) { ... on Profile { fullName } }`.',
  ],
  ['industry industries', 'Write `currentCompanyIndustries: {eq: "Software"}`.'],
  ['seniority', 'Write `currentSeniorities: {eqIgnoreCase: "vp"}`.'],
  ['school university', 'Write `education: {some: {school: {name: {matches: "Trinity"}}}}`.'],
  [
    /network|connected|known/,
    'Write `inNetworkOnly: true` beside `where`; `relationships` finds nobody but people whom the team knows.',
  ],
  [
    /^(?:past|previous|prev|prior|former|ex[a-z]|worked)/,
    'Write `experience: {some: {isCurrent: {eq: false}, company: {name: {matches: "Lumora"}}}}`.',
  ],
  [
    /school|universit|college|alma|alum|degree|studied/,
    'Write `education: {some: {school: {name: {matches: "Trinity"}}}}`.',
  ],
  [/senior|level/, 'Write `currentSeniorities: {eqIgnoreCase: "vp"}`.'],
  [/department|function/, 'Write `currentFunction: {eq: "Engineering"}`.'],
  [/industr|sector/, 'Write `currentCompanyIndustries: {eq: "Software"}`.'],
  [/title|position|role/, 'Write `currentTitle: {matches: "engineer"}`.'],
  [/skill|expert/, 'Write `skills: {eq: "Rust"}`.'],
  [/mail/, 'Write `emails: {eq: "ada@brightwater.example"}`.'],
  [/domain|website/, 'Write `currentCompanyWebsites: {eq: "kestrel-robotics.example"}`.'],
  [/compan|employer|organi|firm|works/, 'Write `currentCompanyName: {matches: "Kestrel Robotics"}`.'],
  [/countr|nation/, 'Write `locationCountry: {eq: "Norway"}`.'],
  [/region|state|province/, 'Write `locationRegion: {eq: "Massachusetts"}`.'],
  [/location|city|town|place|based|lives|area/, 'Write `currentLocation: {matches: "Oslo"}`.'],
  [/linked|url/, 'Write `xnetUrl: {eq: "https://www.xnet.example/in/mei-ling-torres"}`.'],
  [/name/, 'Write `fullName: {matches: "Torres"}`.'],
];

const companyConditions: Guesses = [
  ['fullname companyname', 'Write `name: {matches: "robotics"}`.'],
  ['website domain url', 'Write `websites: {eq: "kestrel-robotics.example"}`.'],
  ['slug', 'Write `xnetSlugs: {eq: "kestrel-robotics"}`.'],
  ['country location city headquarters', 'Write `locations: {some: {country: {eq: "Norway"}}}`.'],
  ['size employees headcount', 'Write `workforce: {headcount: {gte: 50}}`.'],
  ['sector industry', 'Write `industries: {eq: "Software"}`.'],
  [/industr|sector/, 'Write `industries: {eq: "Software"}`.'],
  [/domain|website/, 'Write `websites: {eq: "kestrel-robotics.example"}`.'],
  [/employee|headcount|staff|size|people/, 'Write `workforce: {headcount: {gte: 50}}`.'],
  [/countr|location|city|place|headquarter|based/, 'Write `locations: {some: {country: {eq: "Norway"}}}`.'],
  [/name/, 'Write `name: {matches: "robotics"}`.'],
];

const pages: Guesses = [
  [
    'items results data hits records list rows profiles people companies entries',
    'A page has its records in `nodes { … }`.',
  ],
  ['count total totalresults length size totalhits', 'The number of records is `totalCount`.'],
  [
    'cursor nextcursor next hasmore hasnext nextpage',
    'The next page is found by `pageInfo { endCursor hasNextPage }`.',
  ],
  [
    'notfound missing unmatched',
    'A search has no rows for what it does not find: look-ups do, as `... on NotFound { message }` of `profile` and `profiles`.',
  ],
];

const words =
  'Text is searched by its words: `matches: "chief engineer"` finds them in any order, `phrase: "chief engineer"` one directly after another, and `eq` compares the whole text.';
const wholes =
  'Values are compared as a whole: `eq: "Rust"` in the same case, `eqIgnoreCase` in any case, `in: ["Rust", "Go"]` with several values; `prefix` compares the beginning.';

const range =
  'between range min max minimum maximum from to over under above below atleast atmost greaterthan lessthan gteq lteq ge le more less since until after before';
const numbers: Guesses = [
  [range, 'A range is `gte: 50, lte: 200`: from, to, both included; `gt` and `lt` leave the bounds out.'],
];
const moments: Guesses = [[range, 'A range is `gte: "2020-01-01", lt: "2021-01-01"`: from, and before.']];

/** Guessed field names, by type. */
export const fieldGuesses: Readonly<Record<string, Guesses>> = {
  Query: [...rootFields, ...rootRules],
  Team: [...rootFields, ...rootRules],
  Profile: personFields,
  Company: companyFields,
  Connector: [['fullname firstname lastname title', 'The name is `name`; more is in `profile { … }`.']],
  Credits: [
    [
      'balance remaining left total limit used',
      '`credits { usage allowanceUsedUp }` is what the data service tells: the credits used in this billing period, and whether they were refused.',
    ],
  ],
  IntroPath: [
    ['reason explanation evidence', 'The evidence is `why`.'],
    ['score rank strength probability', 'The number by which paths are ranked is `confidence`.'],
    [/introduc|via|through|giver/, 'Who can introduce you is `connector { name }`.'],
    [/person|profile|receiver/, 'Who is introduced to you is `target { fullName }`.'],
  ],
  Mutation: [
    ['mapcompany startmapping map createmapping', 'Write `mapNetwork(input: {companyWebsite: "…"}) { task { id } }`.'],
    ['addconnector connect invite', 'Write `addConnectors(input: {xnetSlugs: ["…"]}) { notFound }`.'],
    [
      /(?:add|put|append|push|save).*list|tolist/,
      'Write `changeTargetList(input: {id: "…", add: [{ref: {profile: {id: "…"}}}]}) { targetList { totalCount } }`.',
    ],
    [
      /(?:create|make|new).*list/,
      'Write `createTargetList(input: {name: "…", targets: [{ref: {profile: {id: "…"}}}]}) { targetList { id } }`.',
    ],
    [/(?:delete|remove|drop).*list/, 'Write `deleteTargetList(input: {id: "…"}) { problems { message } }`.'],
    [/list/, 'Write `changeTargetList(input: {id: "…", name: "…"}) { targetList { id } }`.'],
    [/purse|budget/, 'Purses are made by `kith purse create`.'],
    [/key|token/, 'API keys are managed by `kith key`, not by the graph.'],
    [/watch|alert|subscrib|follow|monitor/, 'Write `createWatch(input: {name: "…", of: NETWORK}) { watch { id } }`.'],
    [/enrich|match/, matchRows],
  ],
  Subscription: [['task mappingtaskstatus taskstatus mapping', 'Write `mappingTask(id: "…") { status final }`.']],
};

/** Guessed field names on types of pages. */
export const pageGuesses: Guesses = pages;

const profileArguments: Guesses = [
  ['id profileid', 'Write `profile(by: {id: "…"})`.'],
  ['slug xnetslug username', 'Write `profile(by: {xnetSlug: "…"})`.'],
  ['url xneturl', 'Write `profile(by: {xnetUrl: "…"})`.'],
  ['email', byEmail],
  ['name fullname where query search', byFullName],
  [/email/, byEmail],
  [/linked|url|link|page/, pageUrl],
  [/handle|publici|vanity|user|slug/, 'Write `profile(by: {xnetSlug: "…"})`.'],
];

const companyArguments: Guesses = [
  ['id companyid', 'Write `company(by: {id: "…"})`.'],
  ['slug xnetslug', 'Write `company(by: {xnetSlug: "…"})`.'],
  ['url xneturl', 'Write `company(by: {xnetUrl: "…"})`.'],
  ['website domain companywebsite', byWebsite],
  ['name where query search', byName],
];

const lists = `${limits} ${offsets} ${conditions} first after where`;
const paths: Guesses = [
  ['person profile target slug id xnetslug company website companywebsite for', introPaths],
  [limits, limit],
  [offsets, offset],
];

/** Guessed argument names, by field name. */
export const argumentGuesses: Readonly<Record<string, Guesses>> = {
  profile: profileArguments,
  company: companyArguments,
  profiles: [
    [lists, `\`profiles\` looks people up by identifiers: \`profiles(by: [{id: "…"}])\`. ${searchPeople}`],
    ['ids id slugs', 'Write `profiles(by: [{id: "…"}, {xnetSlug: "…"}])`.'],
    [
      /email/,
      'A look-up takes no e-mail address: use `searchProfiles(where: {emails: {in: ["ada@brightwater.example"]}}) { nodes { id } }`.',
    ],
    [/linked|url|link|page/, 'Write `profiles(by: [{xnetUrl: "https://www.xnet.example/in/mei-ling-torres"}])`.'],
    [/id|slug|handle|publici|vanity|user/, 'Write `profiles(by: [{id: "…"}, {xnetSlug: "…"}])`.'],
  ],
  companies: [
    [lists, `\`companies\` looks companies up by identifiers: \`companies(by: [{id: "…"}])\`. ${searchCompanies}`],
    ['ids id slugs', 'Write `companies(by: [{id: "…"}, {xnetSlug: "…"}])`.'],
    [
      /domain|website/,
      'A look-up takes no website: use `searchCompanies(where: {websites: {in: ["kestrel-robotics.example"]}}) { nodes { id name } }`.',
    ],
    [/name/, byName],
    [/id|slug|handle/, 'Write `companies(by: [{id: "…"}, {xnetSlug: "…"}])`.'],
  ],
  searchProfiles: searches,
  people: searches,
  relationships: searches,
  searchCompanies: companySearches,
  introPaths: paths,
};

/** Guessed names of arguments of any field. */
export const commonArguments: Guesses = [
  [/credit|budget|maxcost|spend/, 'The header `x-credit-budget` limits what an operation may charge, such as to 10.'],
  [
    /network|connected|known/,
    'Write `inNetworkOnly: true`, or ask `relationships`, which finds only people whom the team knows.',
  ],
];

/** Guessed input field names, by input type. */
export const inputGuesses: Readonly<Record<string, Guesses>> = {
  ProfileBy: [
    ['slug username', 'Write `by: {xnetSlug: "…"}`.'],
    ['url link profileurl', 'Write `by: {xnetUrl: "…"}`.'],
    ['email emails workemail', byEmail],
    ['name fullname', byFullName],
    ['uuid profileid', 'Write `by: {id: "…"}`.'],
    [/email/, byEmail],
    [/linked|url|link|page/, pageUrl],
    [/handle|publici|vanity|user|slug/, 'Write `by: {xnetSlug: "…"}`.'],
  ],
  CompanyBy: [
    ['slug', 'Write `by: {xnetSlug: "…"}`.'],
    ['url link', `Write \`by: {xnetUrl: "…"}\` for its page on the external network. ${byWebsite}`],
    ['website domain companywebsite websites', byWebsite],
    ['name', byName],
    ['uuid companyid', 'Write `by: {id: "…"}`.'],
  ],
  IntroTarget: [
    ['person id slug xnetslug user', 'Write `to: {profile: {xnetSlug: "…"}}`.'],
    ['website domain', 'Write `to: {companyWebsite: "…"}`.'],
  ],
  ProfileWhere: personConditions,
  CompanyWhere: companyConditions,
  TextFilter: [['contains like ilike includes has search startswith in regex iregex similar fuzzy', words]],
  NumberFilter: numbers,
  DateFilter: moments,
  DateTimeFilter: moments,
  KeywordFilter: [
    ['contains like ilike includes has matches search startswith any equals iregex similar fuzzy', wholes],
  ],
};

/** Hints for a scalar sent instead of an input object, by input type; `…` is replaced by the value. */
export const valueGuesses: Readonly<Record<string, string>> = {
  TextFilter: 'Write `{matches: …}` for its words, or `{eq: …}` for the whole.',
  KeywordFilter: 'Write `{eq: …}`, or `{eqIgnoreCase: …}` for any case.',
  BooleanFilter: 'Write `{eq: …}`.',
  NumberFilter: 'Write `{gte: …}`, or `{eq: …}`.',
  DateFilter: 'Write `{gte: …}`.',
  DateTimeFilter: 'Write `{gte: …}`.',
  ProfileBy: 'Write `{id: …}` or `{xnetSlug: …}`.',
  CompanyBy: 'Write `{id: …}` or `{xnetSlug: …}`.',
  IntroTarget: 'Write `{profile: {xnetSlug: …}}` or `{companyWebsite: …}`.',
};

/** The hint of the first guess that a name fits. */
export function guessed(guesses: Guesses | undefined, name: string): string | undefined {
  const plain = (text: string): string => text.replaceAll('_', '').toLowerCase();
  const guess = plain(name);
  return guesses?.find(([names]) =>
    typeof names === 'string' ? plain(names).split(' ').includes(guess) : names.test(guess),
  )?.[1];
}

/** The subject of a root field, right or guessed. */
export type Subject = 'person' | 'company' | 'introductions';

const ownSubjects: Readonly<Record<string, Subject>> = {
  profile: 'person',
  profiles: 'person',
  searchProfiles: 'person',
  company: 'company',
  companies: 'company',
  searchCompanies: 'company',
  introPaths: 'introductions',
};

const hintSubjects = new Map<string, Subject>([
  [searchPeople, 'person'],
  [onePerson, 'person'],
  [byEmail, 'person'],
  [byFullName, 'person'],
  [searchCompanies, 'company'],
  [oneCompany, 'company'],
  [byWebsite, 'company'],
  [byName, 'company'],
  [introPaths, 'introductions'],
]);

export const subjectOf = (name: string): Subject | undefined =>
  ownSubjects[name] ?? hintSubjects.get(guessed(fieldGuesses.Query, name) ?? '');
