import { number } from '../format.ts';
import { plural, say } from '../sentences.ts';

/** Texts of the team page, separate from the others since the first view does not need them. */
export const sayTeam = {
  add: {
    title: 'Add connectors',
    note: 'People on your team whose networks you want to use. Free.',
    label: 'Links to their profiles, or the last part of the link, in any form',
    example: 'https://xnet.example/in/mei-ling-torres\nhiro-tanaka',
    button: 'Add',
    empty: 'Paste at least one link.',
    unread: (lines: readonly string[]) =>
      `Not a link to a profile: ${lines
        .slice(0, 3)
        .map((line) => `“${line.slice(0, 60)}”`)
        .join(', ')}${lines.length > 3 ? ' …' : ''}.`,
    tooMany: (count: number, max: number) => `That is ${number(count)} people: add at most ${number(max)} at once.`,
    adding: (count: number) => `Adding ${say.people(count)}…`,
    queued: 'Added. Their networks are being mapped; names appear below as they are there.',
    known: 'All of them were connectors already.',
    failed: 'Nobody was added. Try again.',
    progress: 'Added connectors',
    mapped: 'Network is here',
    mapping: 'Being mapped…',
    nobody: 'No network so far',
    notFound: 'No such profile',
    unnamed: 'Connector',
  },

  reach: {
    people: 'Reaches',
    only: 'Nobody else knows',
    most: 'Mostly at',
  },

  childTeams: {
    title: 'Child teams',
    count: (count: number) => plural(count, 'team', 'teams'),
    connectors: 'Connectors',
    reach: 'People within reach',
    credits: 'Credits this month',
    act: 'Act for it',
    actFor: (name: string) => `Open ${name}`,
    open: 'Open',
    unknown: 'not known',
    name: 'Name of a new team',
    enterName: 'Enter a name.',
    create: 'Create',
    created: (name: string) => `“${name}” was created.`,
    failed: 'The team was not created. Try again.',
  },

  access: {
    title: 'People with access',
    count: (count: number) => (count === 0 ? 'Nobody was invited.' : say.people(count)),
    columns: ['Name', 'May', 'Credits', 'Until', 'Change'],
    rights: { look: 'Look', keep: 'Keep lists', act: 'Act: map, add, invite' },
    spent: (spent: number, total: number) => `${number(spent)} of ${number(total)} spent`,
    until: (time: string) => time,
    waiting: (time: string) => `Link works until ${time}`,
    end: 'End access',
    takeBack: 'Take link back',
    endOf: (act: string, name: string) => `${act}: ${name}`,
    ended: (name: string) => `${name} has no access any more.`,
    failed: 'Kith is not answering. Try again.',
    unread: 'Who was invited could not be read.',
    name: 'Who',
    may: 'May',
    credits: 'Credits',
    days: 'Days',
    enterName: 'Enter a name or an e-mail address.',
    invite: 'Invite',
    link: (name: string, time: string) => `Send this link to ${name}. It works once, until ${time}.`,
    copy: 'Copy',
    copied: 'Link copied',
    ends: 'Whoever you invite has access for as long as your own session lasts, and spends from your credits. Whoever has the team’s key can invite for up to 30 days.',
  },
};
