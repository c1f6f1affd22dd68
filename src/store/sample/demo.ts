import type { ConnectorGroup } from '../../contract/operation/team.ts';
import type { Plan } from '../team/team.ts';

/**
 * The sample's teams. Ids and keys are the same in all seeded stores and documented, so that the service accepts the
 * keys on loopback only.
 */
export interface DemoTeam {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly owner: string;
  readonly admin?: string;
  /** The partner of a child team, by name. */
  readonly partner?: DemoTeamName;
  readonly plan: Plan;
  /** Slugs of people of the cast, by connector group; `none`: without a group. */
  readonly connectors: Readonly<Partial<Record<ConnectorGroup | 'none', readonly string[]>>>;
}

export type DemoTeamName = 'team' | 'partner' | 'child' | 'empty' | 'capped';

export const demoTeams: Readonly<Record<DemoTeamName, DemoTeam>> = {
  team: {
    id: 'de300000-0000-4000-8000-000000000001',
    name: 'Demo Team',
    key: 'kith_demo_team',
    owner: 'owner@demo-team.example',
    admin: 'admin@demo-team.example',
    plan: { allowance: 10_000 },
    connectors: {
      employees: [
        'łukasz-żurawski',
        'nguyen-thi-minh-anh',
        '王小明',
        'josé-garcía-márquez',
        'priya-raghunathan',
        'kofi-mensah',
      ],
      advisors: ['olafur-jonsson', 'jan-van-der-meer'],
      investors: ['siobhan-obrien'],
      none: ['amara-okafor', 'anne-marie-lefevre-dubois', 'yael-ben-david'],
    },
  },
  partner: {
    id: 'de300000-0000-4000-8000-000000000002',
    name: 'Demo Partner',
    key: 'kith_demo_partner',
    owner: 'owner@demo-partner.example',
    admin: 'admin@demo-partner.example',
    plan: { allowance: 50_000, isPartner: true },
    connectors: {
      employees: ['søren-østergaard', 'δήμητρα-παπαδοπούλου'],
      investors: ['margaret-chen', 'rashid-al-farsi'],
    },
  },
  child: {
    id: 'de300000-0000-4000-8000-000000000003',
    name: 'Demo Child',
    key: 'kith_demo_child',
    owner: 'owner@demo-child.example',
    partner: 'partner',
    plan: {},
    connectors: { none: ['田中恵子', 'mateus-falcao'], portfolio: ['юлия-соколова', 'hemi-ngata'] },
  },
  empty: {
    id: 'de300000-0000-4000-8000-000000000004',
    name: 'Demo Empty',
    key: 'kith_demo_empty',
    owner: 'owner@demo-empty.example',
    plan: { allowance: 10_000 },
    connectors: {},
  },
  capped: {
    id: 'de300000-0000-4000-8000-000000000005',
    name: 'Demo Capped',
    key: 'kith_demo_capped',
    owner: 'owner@demo-capped.example',
    plan: { allowance: 100, overageProtection: true },
    connectors: { customers: ['farah-haddad', 'viktor-lindqvist'] },
  },
};

/** Charges that use up the capped team's allowance. */
export const cappedCharges = [
  { operation: 'fetchProfiles', credits: 60 },
  { operation: 'fetchCompanies', credits: 25 },
  { operation: 'fetchProfiles', credits: 15 },
] as const;

/** A company at which several of the demo team's connectors know people. */
export const demoCompany = { slug: 'kestrel-robotics', website: 'kestrel-robotics.example' } as const;

/** A person at that company whom several of the demo team's connectors know, and who is not a connector. */
export const demoPerson = { slug: 'mei-ling-torres' } as const;

/** Manual strengths between connectors of the demo team and people of the cast. */
export const demoStrengths = [
  { connector: 'łukasz-żurawski', person: 'mei-ling-torres', strength: 0.9 },
  { connector: 'siobhan-obrien', person: 'grace-hollingworth', strength: 0.95 },
  { connector: 'jan-van-der-meer', person: 'viktor-lindqvist', strength: 0.2 },
] as const;

interface Listed {
  readonly team: DemoTeamName;
  readonly list: string;
  readonly person: string;
  readonly status?: string;
}

export const demoLists: readonly Listed[] = [
  { team: 'team', list: 'Robotics outreach', person: 'mei-ling-torres', status: 'contacted' },
  { team: 'team', list: 'Robotics outreach', person: 'viktor-lindqvist', status: 'replied' },
  { team: 'team', list: 'Robotics outreach', person: '田中恵子' },
  { team: 'team', list: 'Angels', person: 'grace-hollingworth', status: 'met' },
  { team: 'team', list: 'Angels', person: 'tomás-ó-súilleabháin', status: 'new' },
  { team: 'team', list: 'Angels', person: 'viktor-lindqvist' },
  { team: 'partner', list: 'Shared pipeline', person: 'mei-ling-torres', status: 'new' },
  { team: 'child', list: 'Local pipeline', person: 'priya-raghunathan', status: 'contacted' },
];

interface Tagged {
  readonly team: DemoTeamName;
  readonly tag: string;
  readonly person?: string;
  readonly company?: string;
}

export const demoTags: readonly Tagged[] = [
  { team: 'team', tag: 'priority', person: 'mei-ling-torres' },
  { team: 'team', tag: 'priority', person: 'grace-hollingworth' },
  { team: 'team', tag: 'speaker', person: 'mei-ling-torres' },
  { team: 'team', tag: 'speaker', person: 'viktor-lindqvist' },
  { team: 'team', tag: 'target', company: 'kestrel-robotics' },
  { team: 'team', tag: 'target', company: 'olafsson-geothermal' },
  { team: 'team', tag: 'priority', company: 'kestrel-robotics' },
  { team: 'partner', tag: 'priority', person: 'tomás-ó-súilleabháin' },
  { team: 'partner', tag: 'portfolio', company: 'quillon' },
  { team: 'child', tag: 'priority', person: 'mei-ling-torres' },
];

interface Noted {
  readonly team: DemoTeamName;
  readonly person: string;
  readonly content: string;
  readonly isPrivate?: boolean;
}

export const demoNotes: readonly Noted[] = [
  { team: 'team', person: 'mei-ling-torres', content: 'Met at the harvest robotics fair; wants a demo in spring.' },
  { team: 'team', person: 'mei-ling-torres', content: 'Considering a move. Keep to ourselves.', isPrivate: true },
  { team: 'team', person: 'grace-hollingworth', content: 'Prefers a short mail to a call.' },
  { team: 'team', person: 'viktor-lindqvist', content: 'Sceptical of our pricing.', isPrivate: true },
  { team: 'child', person: 'priya-raghunathan', content: 'Knows the Bengaluru office well.' },
];
