import { type DemoTeamName, demoTeams } from '../store/sample/demo.ts';

/** What each team of the sample demonstrates. */
const meanings: Readonly<Record<DemoTeamName, string>> = {
  team: 'a team with connectors mapped',
  partner: 'a partner with a child team: network mapping, team management',
  child: "that child team's own key",
  empty: 'a team without connectors',
  capped: 'a team whose allowance is used up, under overage protection',
};

const names = ['team', 'partner', 'child', 'empty', 'capped'] as const satisfies readonly DemoTeamName[];

/** The API keys of the sample, with the purpose of each. */
export const demoKeys = names.map((name) => {
  const { name: label, key } = demoTeams[name];
  const childTeams = Object.values(demoTeams).filter(({ partner }) => partner === name);
  return { name, label, key, meaning: meanings[name], childTeams: childTeams.map(({ id, name }) => ({ id, name })) };
});
