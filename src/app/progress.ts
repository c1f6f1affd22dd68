/** How far a long step of the start has come. */
export interface Progress {
  /** What is being made, in the words shown to people: "people", "connections". */
  readonly step: string;
  readonly done: number;
  readonly total: number;
}
