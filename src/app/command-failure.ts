import { codeOf } from './system-error.ts';
/** A failure that the user of the terminal can fix: its message is shown without a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** Exit code of the command. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use',
  EACCES: 'this user is not allowed to',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'no machine has that name',
};

/** The error to throw if a server could not listen; `variable` is the setting that chooses another port. */
export const listenFailure = (error: unknown, server: string, variable: string, { host, port }: Address): unknown => {
  const reason = reasons[codeOf(error) ?? ''];
  if (reason === undefined) return error;
  return new CommandFailure(
    `${server} cannot listen on port ${port} of ${host}: ${reason}; ${variable} sets another one.`,
  );
};
