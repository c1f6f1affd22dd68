/** Progress of a long step of the start. */
export interface Progress {
  /** What is being created, as shown to people: "people", "connections". */
  readonly step: string;
  readonly done: number;
  readonly total: number;
}
