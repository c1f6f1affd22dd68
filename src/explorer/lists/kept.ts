/** The address of a list, which the graph keeps. */
export const keptAddress = (id: string): string => `/lists/${encodeURIComponent(id)}`;

/** The most targets of a list. */
export const mostKept = 500;

const defaultPerConnector = 3;
export const maxPerConnector = 10;

/** How a plan is made. */
export interface PlanSettings {
  /** How many introductions one connector is asked for at most. */
  readonly perConnector: number;
  /** Connectors who are left out, by id. */
  readonly leftOut: readonly string[];
}

/** How a plan is made, as members of an address. */
export const planMembers = ({ perConnector, leftOut }: PlanSettings) => ({
  per: perConnector === defaultPerConnector ? undefined : String(perConnector),
  out: leftOut.length > 0 ? leftOut.join('*') : undefined,
});

/** How an address says that a plan is made. */
export const planIn = ({ per = '', out = '' }: Readonly<Partial<Record<string, string>>>): PlanSettings => {
  const perConnector = Number.parseInt(per, 10);
  return {
    perConnector: perConnector >= 1 && perConnector <= maxPerConnector ? perConnector : defaultPerConnector,
    leftOut: out.split('*').filter((id) => id !== ''),
  };
};
