import { number, percent } from './format.ts';

const plural = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`;

const people = (count: number): string => plural(count, 'person', 'people');

/** What an agent asks for. */
interface Request {
  readonly label: string;
  readonly summary: string;
  readonly max: number;
  readonly left: number | null;
}

/** Everything that the page says, in English. Dates and numbers take the form of the browser's language. */
export const say = {
  product: 'Kith',
  skip: 'Skip to content',
  all: 'See all',
  or: 'or',
  undo: 'Undo',
  cancel: 'Cancel',
  close: 'Close',
  free: 'free',
  today: 'today',
  credits: (count: number) => plural(count, 'credit', 'credits'),
  upTo: (count: number) => `up to ${plural(count, 'credit', 'credits')}`,
  people,
  percent,
  confidence: (value: number) => `${percent(value)} likely to be able to introduce you`,
  /** A person of whom no free answer tells the name. */
  locked: 'Name locked · 1 credit',

  nav: {
    label: 'Pages',
    menu: 'Menu',
    search: 'Search',
    home: 'Home',
    lists: 'Lists',
    people: 'People',
    companies: 'Companies',
    reach: 'Reach',
    moves: 'Moves',
    activity: 'Activity',
    team: 'Team',
    help: 'Help',
  },

  credit: {
    label: 'Credits left',
    left: (left: number, total: number) => `${number(left)} of ${plural(total, 'credit', 'credits')} left`,
    used: (count: number) => `${plural(count, 'credit', 'credits')} used this period`,
    usedUp: 'Allowance used up. Everything free still works.',
    what: 'What is a credit?',
    explained:
      'Reading a person’s or company’s full record costs 1 credit. You pay once: a record you bought stays free to open. Introductions, plans and your network are free, and every button that costs something shows its price.',
  },

  approvals: {
    title: 'Requests',
    waiting: (count: number) => (count === 1 ? '1 waits for an answer' : `${number(count)} wait for an answer`),
    none: 'No agent waits for an answer.',
    lately: 'Last hour',
    asks: ({ label, summary, max, left }: Request) =>
      `${label} asks to ${summary}, up to ${plural(max, 'credit', 'credits')}${left === null ? '' : `, ${number(left)} left`}`,
    asked: ({ label, summary }: Request) => `${label}: ${summary}`,
    until: (time: string) => `Waits until ${time}.`,
    allow: (max: number) => `Allow ${plural(max, 'credit', 'credits')}`,
    decline: 'Decline',
    failed: 'Your answer was not taken. Try again.',
    lookOnly: 'This session can’t answer: “kith explore --write” opens one that can.',
    states: {
      PENDING: 'waiting',
      GIVEN: 'allowed',
      DECLINED: 'declined',
      USED: 'done',
      ENDED: 'not answered in time',
      OTHER: '',
    },
  },

  agents: {
    title: 'Connect an agent',
    desktop:
      'A desktop client starts the tools itself, with your API key, and may spend 20 credits, one at a time unasked:',
    coding: 'A coding agent calls this graph, with a token that “kith mcp token” prints:',
    off: 'To serve agents by address, too, start the graph with KITH_MCP=on.',
  },

  price: {
    asking: 'checking price…',
    failed: 'The price is not available right now.',
    again: 'Try again',
    refused: (left: number, needed: number) =>
      `${plural(left, 'credit', 'credits')} left; this needs ${number(needed)}.`,
    allowance: 'Your team’s allowance is used up.',
  },

  share: {
    button: 'Share',
    copied: 'Address copied. It opens this view.',
    failed: 'The browser did not allow copying.',
  },
  query: { show: 'Show the query', hint: 'Open this view’s query in GraphiQL' },
  peek: { label: 'Preview', open: 'Open' },

  session: {
    end: 'End session',
    endTitle: 'End this session?',
    endBody: 'You will be signed out in all tabs. Records you bought stay free to open.',
    endNow: 'End session',
  },

  help: {
    title: 'Help',
    graphiql: 'Open GraphiQL',
    keys: [
      ['/', 'Search, ask or paste'],
      ['Ctrl K', 'The same, from anywhere'],
      ['j k', 'Next row, previous row'],
      ['o', 'Preview the row'],
      ['Enter', 'Open it'],
      ['x', 'Select the row'],
      ['e', 'Export the list'],
      ['s', 'Share this view'],
      ['Ctrl Z', 'Undo'],
      ['?', 'This help'],
    ],
    words: [
      ['Connector', 'Somebody on your team whose network you can use.'],
      ['Percent', 'How likely a connector is to be able to introduce you, from the time they spent together.'],
      ['Friends of friends', 'Someone your connector knows who overlapped with the person you want to reach.'],
      ['Mapping', 'Finding out who in the partner network knows people at a company.'],
    ],
  },

  states: {
    loading: 'Loading…',
    again: 'Try again',
    reload: 'Reload',
    note: 'Note',
    incomplete: 'Incomplete',
    partial: 'Some data is missing.',
    'signed-out': {
      title: 'Your session has ended',
      body: 'Run “kith explore” to open a new one. This address stays valid.',
    },
    forbidden: { title: 'You don’t have access', body: 'Ask the owner of the key for the permission named here.' },
    'over-budget': {
      title: 'Not enough credits',
      body: 'Everything that is free still works. A new session can have a larger purse.',
    },
    allowance: {
      title: 'Your team’s allowance is used up',
      body: 'Everything that is free still works. Nothing was charged.',
    },
    offline: {
      title: 'Can’t reach Kith',
      body: 'Try again. Activity shows whether you were charged.',
    },
    missing: { title: 'No record at this address', body: 'The identifier may be mistyped, or the record may be gone.' },
    failed: { title: 'This did not work', body: 'Try again in a moment.' },
    chunk: {
      title: 'This page could not be loaded',
      body: 'The connection may have dropped, or a new version was installed.',
    },
    notFound: { title: 'Page not found', hint: 'There is nothing at this address.' },
  },

  signIn: {
    title: 'See who can introduce you',
    body: 'Kith shows who on your team knows whom, and who should ask. Open a session from a terminal on this machine:',
    command: 'kith explore',
    after: 'It opens this page with a code that works once, so no key ever reaches the browser.',
    demo: 'Or try a sample team',
    demoFailed: 'The sample team could not be opened. Try again, or run “kith explore”.',
    opening: 'Opening your session…',
    refused: 'This code has been used, or is more than a minute old. Run “kith explore” again.',
    unavailable: {
      title: 'Your session could not be opened',
      body: 'Kith is not answering, or is too busy. Your code is still good for a minute.',
    },
  },

  home: {
    title: 'Who do you want to reach?',
    reach: (count: number) => `${people(count)} within reach`,
    free: 'through your team. Looking is free.',
    firstRun: 'Paste names, profile links or company domains. You get who to ask for whom, with the evidence.',
    paste: 'Paste a list',
    sample: (count: number) => `Try ${number(count)} sample targets`,
    lists: 'Your lists',
    moved: 'New jobs, last 12 months',
    noneMoved: 'Nobody in your network started a job in the last year.',
    knownBy: (name: string) => `known by ${name}`,
    running: 'Mappings',
  },

  ask: {
    title: 'Search, ask or paste',
    label: 'Search people and companies, ask a question, or paste a list',
    placeholder: 'Paste names, links or domains, or ask: who can introduce me to …',
    go: 'Search',
    plan: 'Read the list',
    file: 'Open a CSV',
    looking: 'Searching…',
    isList: 'A list. Press Enter to read it.',
    people: 'Person',
    companies: 'Company',
    phrase: 'Search',
    suggestions: (count: number) => plural(count, 'suggestion', 'suggestions'),
    readAs: 'Read as:',
    reading: (words: string, as: string, count: number) =>
      `“${words}” as a ${as === 'title' ? 'title' : as}: ${number(count)}`,
  },

  list: {
    people: 'People',
    ours: 'Our network',
    everyone: 'All people',
    everyoneBody: 'Counts are free. Each new name costs 1 credit, once.',
    scope: 'Whose network',
    name: 'Name',
    title: 'Title',
    company: 'Company',
    ask: 'Best ask',
    percent: 'Likely',
    place: 'Place',
    others: (count: number) => `+${number(count)}`,
    sort: 'Sort',
    export: 'Export',
    plain: 'CSV',
    region: (label: string) => `${label}, table`,
    reading: (read: number, total: number) => `Reading ${number(read)} of ${number(total)}…`,
    shown: (shown: number, total: number) => `${number(shown)} of ${number(total)} shown`,
    range: (from: number, until: number, total: number) => `${number(from)}–${number(until)} of ${number(total)}`,
    pages: 'Pages of this list',
    firstPage: 'First page',
    nextPage: 'Next page',
    more: 'Show more',
    all: (count: string) => `Show all ${count}`,
    pick: (name: string) => `Select ${name}`,
    pickAll: 'Select all',
    picked: (count: number) => `${number(count)} selected`,
    clear: 'Clear',
    show: (count: number) => `Show ${number(count)}`,
    filter: 'Filter',
    add: 'Add filter',
    remove: (label: string) => `Remove filter: ${label}`,
    ignored: 'No matches for',
    empty: 'No matches',
    emptyBody: 'Remove a filter or check the spelling.',
    searchAll: 'Search all people',
    onRecord: (count: number) => (count === 0 ? 'Search all people' : `${people(count)} match among all people`),
    noNetwork: 'Your team has no network yet',
    noNetworkBody: 'Add connectors; the people they know appear here within minutes.',
    addConnectors: 'Add connectors',
    countEmpty: 'No matches on record',
    nothingShown: 'Nothing could be shown',
  },

  filters: {
    name: 'name',
    title: 'title',
    company: 'works at',
    past: 'used to work at',
    not: 'not at',
    place: 'in',
    skill: 'skill',
    school: 'studied at',
    since: 'new job since',
    via: 'known by',
    hiring: 'hiring',
    open: 'open to work',
  },

  filterMenu: {
    name: 'Name',
    title: 'Title',
    company: 'Company',
    past: 'Past company',
    not: 'Not at company',
    place: 'Place',
    skill: 'Skill',
    school: 'School',
    since: 'New job since',
    via: 'Known by connector',
    hiring: 'Is hiring',
    open: 'Is open to work',
  },

  ways: {
    title: (count: number, first: string, target: string) =>
      count === 1
        ? `${first} can introduce you to ${target}`
        : `${number(count)} ways to ${target}. Ask ${first} first.`,
    plain: 'Introductions',
    note: 'Each bar is time in the same place. Colour: the place.',
    ranked: 'Introductions, best first',
    together: (target: string) => `Years in the same place as ${target}`,
    connector: 'Ask',
    first: 'Ask first',
    reaches: 'for',
    through: 'through',
    samePlace: 'same place',
    years: (from: number, until: number | undefined) =>
      until === undefined ? `${from}–today` : from === until ? `${from}` : `${from}–${until}`,
    open: (connector: string, target: string) => `${connector} to ${target}: evidence and message`,
    potential: 'They may not have met.',
    none: 'Nobody on your team knows them directly',
    noneBody: 'Friends of friends may help: people you know who overlapped with them.',
    twoSteps: 'Find friends of friends',
  },

  evidence: {
    together: 'Worked together',
    studied: 'Studied together',
    invested: 'Shared investor',
    xnet: 'Connected on the professional network',
    imported: 'Entered by hand',
    other: 'Another source',
    months: (count: number) => plural(count, 'month', 'months'),
  },

  message: {
    title: (name: string) => `Message to ${name}`,
    label: (name: string) => `Message about ${name}`,
    copy: 'Copy message',
    copied: 'Message copied',
    edit: 'Edit message',
    text: ({
      first,
      target,
      place,
      from,
      until,
      bridge,
      note,
    }: {
      readonly first: string;
      readonly target: string;
      readonly place: string | undefined;
      readonly from: string | undefined;
      readonly until: string | undefined;
      readonly bridge: string | undefined;
      readonly note: string;
    }) => {
      const years = from === undefined ? '' : until === undefined ? ` since ${from}` : ` ${from}–${until}`;
      const who = bridge ?? target;
      const shared =
        place === undefined ? `you and ${who} know each other` : `you and ${who} overlapped at ${place}${years}`;
      const ask = bridge === undefined ? 'Would you introduce us?' : `Could they introduce us to ${target}?`;
      return `Hi ${first}, ${shared}. ${ask}${note === '' ? '' : ` Why: ${note}`}`;
    },
  },

  person: {
    title: 'Person',
    record: 'Career, education and notes',
    recordHolds: 'Where they worked and studied, their skills, and your team’s lists and tags.',
    shown: 'Full record',
    buy: 'Show the full record',
    career: 'Career',
    education: 'Education',
    skills: 'Skills',
    lists: 'Lists and tags',
    noLists: 'Not on any list, no tags.',
    noCareer: 'No career on record.',
    hiring: 'Hiring',
    openToWork: 'Open to work',
    missing: { title: 'No person at this address', body: 'The identifier may be mistyped, or the record may be gone.' },
  },

  company: {
    title: 'Company',
    search: 'Search companies',
    findTitle: 'Companies',
    find: 'Company name or website',
    findButton: 'Find',
    counts: (known: number, once: number, all: number | undefined) =>
      [
        `${number(known)} known`,
        `${number(once)} used to work here`,
        ...(all === undefined ? [] : [plural(all, 'current employee on record', 'current employees on record')]),
      ].join(' · '),
    whom: 'Who do you need?',
    anyone: 'Anyone',
    titles: [
      ['Anyone', ''],
      ['Engineering', 'engineer|engineering|developer'],
      ['Product', 'product'],
      ['Sales', 'sales|account'],
      ['Marketing', 'marketing'],
      ['Finance', 'finance|financial|CFO'],
      ['VP and above', 'VP|chief|head|director|president|founder|partner'],
    ],
    ask: (title: string | undefined) => (title ? 'Who can introduce you' : 'Best introductions'),
    reached: (count: number) => `${people(count)} within reach`,
    byConnector: 'By person to ask',
    canReach: (count: number) => `can reach ${number(count)} here`,
    noneKnown: 'Nobody on your team knows anyone there now',
    noneTitled: 'Nobody within reach has such a title',
    formerHelp: (count: number) =>
      `${people(count)} in your network used to work here and may help; they are listed below.`,
    mapHelp: 'Mapping finds who in the partner network knows people there.',
    map: 'Map this company',
    who: 'People we know there',
    alumni: 'Used to work there',
    record: 'About the company',
    recordHolds: 'What it does, its size, offices and funding.',
    buy: 'Show the company’s record',
    funding: 'Funding',
    noFunding: 'No funding rounds on record.',
    raised: (amount: string) => `${amount} raised in total`,
    round: 'Round',
    date: 'Date',
    amount: 'Amount',
    investors: 'Investors',
    headcount: 'People',
    founded: 'Founded',
    industries: 'Industries',
    locations: 'Offices',
    websites: 'Websites',
    employers: 'Where your network works',
    peopleKnown: 'People you reach',
    count: (count: number) => plural(count, 'company', 'companies'),
    none: (name: string) => `No company named “${name}”`,
    noneExact: (count: number) =>
      count === 1
        ? 'One company on record has this word in its name.'
        : `${number(count)} companies on record have this word in their names.`,
    noneBody: 'Check the spelling, or try its website.',
    withWord: (word: string) => `A company with “${word}” in its name`,
    similar: 'Similar names in your network',
    missing: {
      title: 'No company at this address',
      body: 'The identifier may be mistyped, or the record may be gone.',
    },
  },

  paste: {
    title: 'What you pasted',
    begin: 'Paste a list',
    hint: 'One person or company per line: a name, “name, company”, profile link, e-mail, or domain. Or a CSV.',
    placeholder: 'Ada Moreau, Brightwater\nhttps://www.xnet.example/in/ben-okafor\naurora-labs.example',
    read: 'Read it',
    again: 'Start over',
    name: 'Name of the list',
    plan: 'Make the plan',
    pasted: 'Pasted',
    meaning: 'Read as',
    state: 'Kind',
    states: { person: 'Person', company: 'Company', unclear: 'Unclear', unknown: 'Not found' },
    unknown: 'No match. It is left out.',
    choose: (text: string) => `Who is “${text}”?`,
    leaveOut: 'Choose, or leave out',
    reading: (rows: number) => `Reading ${plural(rows, 'line', 'lines')}…`,
    summary: (rows: number, persons: number, companies: number, unclear: number, unknown: number) =>
      `${plural(rows, 'line', 'lines')}: ${[
        people(persons),
        plural(companies, 'company', 'companies'),
        ...(unclear > 0 ? [`${number(unclear)} unclear`] : []),
        ...(unknown > 0 ? [`${number(unknown)} not found`] : []),
      ].join(', ')}`,
    twice: (count: number) => (count === 1 ? '1 line is a duplicate.' : `${number(count)} lines are duplicates.`),
    columns: (columns: readonly (readonly [name: string, as: string])[]) =>
      `Columns: ${columns.map(([name, as]) => `${name} → ${as}`).join(', ')}`,
    skipped: 'not used',
    column: {
      text: 'text',
      name: 'name',
      title: 'title',
      company: 'company',
      website: 'website',
      email: 'e-mail',
      personSlug: 'profile link',
      companySlug: 'company link',
      id: 'id',
    },
    first: (count: number) => `The first ${number(count)} lines were read.`,
    nothing: 'Nothing to read',
  },

  lists: {
    title: 'List',
    create: 'Paste a list',
    none: 'No lists yet',
    noneBody: 'Paste names, links or domains, or select people in any list.',
    gone: 'This list is no longer here',
    goneBody: 'Lists of more than 30 targets are kept for this visit only. Paste it again.',
    goneKept: 'It was deleted, or belongs to another team.',
    inAddress: 'You may look, but not keep: lists of this visit are kept in their address. Share or bookmark it.',
    notKept: 'The change was not kept. Try again.',
    delete: 'Delete list',
    deleted: 'List deleted',
    long: (most: number) =>
      `More than ${number(most)} targets do not fit in an address: this list lasts until you close the page.`,
    named: (count: number) => `${plural(count, 'target', 'targets')}`,
    name: 'List',
    count: (count: number) => plural(count, 'list', 'lists'),
    targetCount: (count: number) => plural(count, 'target', 'targets'),
    summary: (targets: number, reachable: number | undefined) =>
      [
        plural(targets, 'target', 'targets'),
        ...(reachable === undefined ? [] : [`${number(reachable)} reachable`]),
      ].join(' · '),
    targets: 'Targets',
    target: 'Target',
    detail: 'Title, company',
    reachable: 'Reachable',
    plan: 'Plan introductions',
    planOne: 'Plan',
    reached: (reached: number, total: number, asks: number, most: number) =>
      `${number(reached)} of ${number(total)} reachable · ${plural(asks, 'person', 'people')} to ask · most for one: ${number(most)} · free`,
    views: 'Views',
    tabs: { target: 'By target', ask: 'By person to ask', unreached: 'Not reachable' },
    perConnector: 'Asks per person',
    leaveOut: 'Leave out…',
    without: 'without',
    askAgain: 'Ask them again',
    somebody: 'one person',
    twoSteps: 'Friends of friends',
    print: 'Print',
    why: 'Why',
    remedy: 'What helps',
    statusLabel: 'Status',
    status: { todo: 'To ask', asked: 'Asked', introduced: 'Introduced', no: 'No' },
    statusOf: (name: string) => `Status of ${name}`,
    note: 'Note',
    noteOn: (name: string) => `Note on ${name}`,
    notePlaceholder: 'Why…',
    asks: (count: number) => plural(count, 'ask', 'asks'),
    nobodyToAsk: 'Nobody to ask',
    nobodyToAskBody: 'No connector knows any of these targets.',
    allReached: 'Every target is reachable',
    reasons: {
      CONNECTOR: 'On your team',
      CONNECTORS_TAKEN: 'Their connectors are busy',
      DUPLICATE: 'Already on the list',
      NO_PATH: 'Nobody knows them',
      OTHER: 'Not possible',
      UNKNOWN: 'Not on record',
    },
    remedies: {
      CONNECTOR: () => 'Ask them yourself.',
      CONNECTORS_TAKEN: (per: number) => `Allow more than ${plural(per, 'ask', 'asks')} per person.`,
      DUPLICATE: () => 'Nothing to do.',
      NO_PATH: () => 'Find friends of friends, or map their company.',
      OTHER: () => 'Open the target to see why.',
      UNKNOWN: () => 'Check the spelling or the link.',
    },
  },

  reach: {
    title: 'Reach',
    by: 'Columns',
    sides: { company: 'Companies', title: 'Titles' },
    legend: 'How many people each connector can reach. Amber: nobody else knows anyone there.',
    connector: 'Connector',
    count: (connectors: number, total: number) => `${plural(connectors, 'connector', 'connectors')} · ${people(total)}`,
    cell: (name: string, door: string, count: number, isOnly: boolean) =>
      `${name}: ${people(count)}, ${door}${isOnly ? ', the only one' : ''}`,
  },

  moves: {
    title: 'Moves',
    count: (count: number, since: string) => `${people(count)} started a new job since ${since}`,
    none: 'Nobody in your network started a job in this time',
    noneBody: 'Choose an earlier day.',
  },

  team: {
    title: 'Team',
    label: 'Team',
    own: 'Our own team',
    /** A child team that the graph did not create has no name here. */
    unnamed: (id: string) => `Child team ${id.slice(0, 8)}…`,
    count: (count: number) => plural(count, 'connector', 'connectors'),
    knows: 'Network',
    show: 'See who they know',
    none: 'No connectors yet',
    noneBody: 'Connectors are the people on your team whose networks you can use.',
    failed: { refused: 'The key may not act for this team.', unavailable: 'Kith is not answering. Try again.' },
  },

  exclusions: {
    title: 'Not to be asked',
    note: (count: number) =>
      count === 0 ? 'Nobody. “Exclude” on a person keeps them out of all introductions.' : people(count),
    reason: 'Reason',
    since: 'Since',
    change: 'Change',
    include: 'Include again',
    included: 'Included in introductions again',
    exclude: 'Exclude',
    excluded: 'Excluded from all introductions',
    failed: 'The change was not kept. Try again.',
  },

  live: { connected: 'Live', lost: 'Connection lost. Reconnecting…' },

  activity: { views: 'Views', tabs: { spend: 'Spend', mappings: 'Mappings' } },

  tasks: {
    lead: 'See who in the partner network knows people at a company. Takes a few minutes.',
    start: 'Map a company',
    website: 'Company website',
    enterWebsite: 'Enter a website first.',
    startButton: 'Start mapping',
    starting: 'Starting…',
    started: (website: string) => `Mapping ${website}.`,
    notStarted: 'The mapping could not be started.',
    mapped: (count: number) => `Already mapped: ${people(count)}.`,
    forbidden: {
      title: 'This session can’t start mappings',
      body: 'It needs a partner’s key and a session that may write: run “kith explore --write” with that key.',
    },
    recent: 'Recent mappings',
    none: 'No mappings yet',
    noneBody: 'Enter a website above, such as kestrel-robotics.example. Starting is free unless it is mapped already.',
    noneReading: 'Mappings started with this key appear here.',
    whole: 'A mapping',
    startedAt: (time: string) => `Started ${time}`,
    history: 'History',
    askResult: 'Result…',
    showResult: 'Show who it found',
    noResult: 'No result to show',
    found: 'People found',
    status: {
      MAPPED: 'Mapped',
      FAILED: 'Failed',
      IN_PROGRESS: 'In progress',
      NOT_MAPPED: 'Waiting',
      UNKNOWN: 'Unknown',
      OTHER: 'Another status',
    },
    event: {
      STATUS: 'Status',
      TROUBLE: 'No answer yet; trying again',
      RECOVERY: 'Answering again',
      HEARTBEAT: 'Nothing new',
      END: 'No longer followed',
    },
  },

  spend: {
    noPurse: 'This session has no purse',
    noPurseBody:
      'Only the key bounds it, so nothing is added up here. “kith explore --total 100” opens one with a purse.',
    left: 'Credits left',
    reserved: (count: number) => `${plural(count, 'credit', 'credits')} held for payments under way.`,
    uncertain: (count: number) => `${plural(count, 'credit', 'credits')} of payments without an answer count as spent.`,
    until: (time: string) => `The session ends at ${time}.`,
    kinds: {
      charged: 'Paid',
      savedByPayload: 'Included free',
      savedByIdentity: 'Duplicate',
      savedByCache: 'Already paid',
    },
    time: 'Over time',
    cause: 'By action',
    causes: (count: number) => plural(count, 'action', 'actions'),
    operation: 'Action',
    operations: 'Count',
    unnamed: 'Other',
    actions: {
      PersonRecord: 'Opened a person’s record',
      CompanyRecord: 'Opened a company’s record',
      PersonWays: 'Looked for introductions',
      CompanyWays: 'Looked for introductions to a company',
      Everyone: 'Showed names from all people',
      Plan: 'Planned a list',
      BestAsks: 'Found whom to ask',
      Network: 'Read our network',
      Reach: 'Read our network',
      StartMapping: 'Started a mapping',
      TaskResult: 'Opened a mapping’s result',
    } as Readonly<Record<string, string>>,
    drawn: (count: number) => `Credits over ${plural(count, 'step', 'steps')} of time; the table below has the same`,
    bar: (kind: string, credits: number, time: string) => `${kind}: ${plural(credits, 'credit', 'credits')}, ${time}`,
    nothing: 'Nothing spent yet',
    nothingBody: 'Credits appear here as you buy records.',
  },
} as const;
