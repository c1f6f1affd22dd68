import { demoTeams } from '../store/sample/demo.ts';

/** The keys that come with the sample, and what each is good for. */
export const demoKeys = [
  { key: demoTeams.team.key, meaning: 'a team with connectors mapped' },
  { key: demoTeams.partner.key, meaning: 'a partner with a child team: network mapping, team management' },
  { key: demoTeams.child.key, meaning: "that child team's own key" },
  { key: demoTeams.empty.key, meaning: 'a team without connectors' },
  { key: demoTeams.capped.key, meaning: 'a team whose allowance is used up, under overage protection' },
];
