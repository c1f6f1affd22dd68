import { type EmbeddingConfig, servesLoopbackOnly } from '../config/config.ts';
import { variables } from '../config/settings.ts';
import { type DemoTeamName, demoTeams } from '../store/sample/demo.ts';
import { CommandFailure } from './command-failure.ts';

/** What each team of the sample demonstrates. */
const meanings: Readonly<Record<DemoTeamName, string>> = {
  team: 'a team with connectors',
  partner: 'a partner: maps networks, manages its child team',
  child: 'the partner’s child team',
  empty: 'a team without connectors',
  capped: 'a team without credits left',
};

const names = ['team', 'partner', 'child', 'empty', 'capped'] as const satisfies readonly DemoTeamName[];

/** The API keys of the sample, with the purpose of each. */
export const demoKeys = names.map((name) => {
  const { name: label, key } = demoTeams[name];
  const childTeams = Object.values(demoTeams).filter(({ partner }) => partner === name);
  return { name, label, key, meaning: meanings[name], childTeams: childTeams.map(({ id, name }) => ({ id, name })) };
});

/**
 * Demo keys are public: every client that reaches the address could use them.
 *
 * @throws {CommandFailure}
 */
export const refuseExposure = (config: EmbeddingConfig): void => {
  if (servesLoopbackOnly(config) || config.service.allow.includes('demo-keys')) return;
  throw new CommandFailure(
    `The store holds demo keys, which anybody knows, and ${config.host} can be reached by others: use a data directory ` +
      `without the sample (${variables.service.sample.name}=off), or set ${variables.service.allow.name}=demo-keys.`,
  );
};
