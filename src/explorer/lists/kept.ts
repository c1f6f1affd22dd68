/** The address of a stored list. */
export const keptAddress = (id: string): string => `/lists/${encodeURIComponent(id)}`;

/** Maximum number of targets in a list. */
export const mostKept = 500;

const defaultPerConnector = 3;
export const maxPerConnector = 10;

/** Settings of a plan. */
export interface PlanSettings {
  /** Maximum number of introductions requested from one connector. */
  readonly perConnector: number;
  /** Ids of excluded connectors. */
  readonly leftOut: readonly string[];
}

/** Converts settings of a plan to parameters of an address. */
export const planMembers = ({ perConnector, leftOut }: PlanSettings) => ({
  per: perConnector === defaultPerConnector ? undefined : String(perConnector),
  out: leftOut.length > 0 ? leftOut.join('*') : undefined,
});

/** Reads settings of a plan from parameters of an address. */
export const planIn = ({ per = '', out = '' }: Readonly<Partial<Record<string, string>>>): PlanSettings => {
  const perConnector = Number.parseInt(per, 10);
  return {
    perConnector: perConnector >= 1 && perConnector <= maxPerConnector ? perConnector : defaultPerConnector,
    leftOut: out.split('*').filter((id) => id !== ''),
  };
};
