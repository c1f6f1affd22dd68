/** What a log line says of an error: its message alone, since other members may contain what was sent or stored. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
