import { Argument, type Command } from 'commander';
import type { Terminal } from './terminal.ts';

export const addCompletionCommand = (kith: Command, terminal: Terminal): void => {
  kith
    .command('completion')
    .description('print a script that completes commands and options; source it in the shell’s startup file')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .action((shell: keyof typeof scripts) => terminal.stdout(scripts[shell](levelsOf(kith))));
};

/** Completions after a command: its subcommands, then its options. */
interface Level {
  /** Command names from the first subcommand on; empty for `kith` itself. */
  readonly path: string;
  readonly words: readonly string[];
}

const levelsOf = (command: Command, path = ''): readonly Level[] => {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const options = help.visibleOptions(command).flatMap(({ long }) => long ?? []);
  return [
    { path, words: [...commands.map((one) => one.name()), ...options] },
    ...commands.flatMap((one) => levelsOf(one, `${path} ${one.name()}`.trim())),
  ];
};

/** Shell code that walks from the words before the cursor to the command that they name. */
const walk = (levels: readonly Level[]): string =>
  `case "$at $word" in ${levels.flatMap(({ path }) => (path === '' ? [] : `'${path.includes(' ') ? path : ` ${path}`}'`)).join('|')}) at="\${at:+$at }$word";; esac`;

const answers = (levels: readonly Level[]): string =>
  levels.map(({ path, words }) => `    '${path}') found='${words.join(' ')}';;`).join('\n');

const scripts = {
  bash: (levels: readonly Level[]): string => `_kith() {
  local word at= found=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    ${walk(levels)}
  done
  case "$at" in
${answers(levels)}
  esac
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kith kith`,

  zsh: (levels: readonly Level[]): string => `#compdef kith
_kith() {
  local word at= found=
  for word in \${words[2,CURRENT-1]}; do
    ${walk(levels)}
  done
  case "$at" in
${answers(levels)}
  esac
  compadd -- \${=found}
  _files
}
compdef _kith kith`,
};
