import { number, percent } from './format.ts';

/** A number with its noun. */
export const plural = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** What an agent asks for. */
interface Request {
  readonly label: string;
  readonly summary: string;
  readonly max: number;
  readonly left: number | null;
}

/**
 * Sentences that several parts of the page say, in English, and words for the graph's values. What one part says is
 * written there. Dates and numbers take the form of the browser's language.
 */
export const say = {
  product: 'Kith',
  people: (count: number): string => plural(count, 'person', 'people'),
  credits: (count: number): string => plural(count, 'credit', 'credits'),
  shown: (shown: number, total: number) => `${number(shown)} of ${number(total)} shown`,
  confidence: (value: number) => `${percent(value)} likely to be able to introduce you`,
  /** A person of whom no free answer tells the name. */
  locked: 'Name locked · 1 credit',
  /** A child team that the graph did not create has no name here. */
  unnamedTeam: (id: string) => `Child team ${id.slice(0, 8)}…`,
  asks: ({ label, summary, max, left }: Request): string =>
    `${label} asks to ${summary}, up to ${say.credits(max)}${left === null ? '' : `, ${number(left)} left`}`,
  asked: (asked: number, total: number) => `${number(asked)} of ${number(total)} asked`,
  checkFilters: 'Remove a filter or check the spelling.',
  noNetwork: 'Your team has no network yet',
  unsaved: 'This was not saved. Try again.',
  unanswered: 'Kith is not answering. Try again.',

  failures: {
    'signed-out': {
      title: 'Your session has ended',
      body: 'Open a new one the way you opened this one. This address stays valid, and what you typed is kept in this tab.',
    },
    forbidden: { title: 'You don’t have access', body: 'Ask the owner of the key for the permission named here.' },
    priced: { title: 'This is not free', body: 'Nothing was charged.' },
    'over-budget': {
      title: 'Not enough credits',
      body: 'Everything that is free still works. A new session can have a larger purse.',
    },
    allowance: {
      title: 'Your team’s allowance is used up',
      body: 'Everything that is free still works. Nothing was charged.',
    },
    offline: { title: 'Can’t reach Kith', body: 'Try again. Activity shows whether you were charged.' },
    missing: { title: 'No record at this address', body: 'The identifier may be mistyped, or the record may be gone.' },
    failed: { title: 'This did not work', body: 'Try again in a moment.' },
  },

  filters: {
    name: 'name',
    title: 'title',
    function: 'function',
    level: 'seniority',
    industry: 'industry',
    company: 'works at',
    past: 'used to work at',
    was: 'used to be',
    not: 'not at',
    place: 'place',
    seat: 'seat',
    country: 'country',
    skill: 'skill',
    school: 'studied at',
    degree: 'studied',
    tag: 'tag',
    since: 'new job since',
    via: 'known by',
    hiring: 'hiring',
    open: 'open to work',
    kind: 'kind',
    size: 'company size',
    technology: 'uses',
    founded: 'founded',
  },

  status: { todo: 'To ask', asked: 'Asked', introduced: 'Introduced', no: 'No' },

  unreached: {
    CONNECTOR: 'On your team',
    CONNECTORS_TAKEN: 'Their connectors are busy',
    DUPLICATE: 'Already on the list',
    EXCLUDED: 'Not to be asked for',
    NOT_SEARCHED: 'Not looked up',
    NO_PATH: 'Nobody knows them',
    OTHER: 'Not possible',
    UNKNOWN: 'Not on record',
  },

  watch: {
    STARTING: 'Reading for the first time',
    CURRENT: 'Current',
    BEHIND: 'Behind',
    SUSPECT: 'Checking',
    KEY_REFUSED: 'Stopped',
    PAUSED: 'Paused',
    ENDED: 'Ended',
  },

  mapping: {
    MAPPED: 'Mapped',
    FAILED: 'Failed',
    IN_PROGRESS: 'In progress',
    NOT_MAPPED: 'Waiting',
    UNKNOWN: 'Unknown',
    OTHER: 'Another status',
  },
} as const;
