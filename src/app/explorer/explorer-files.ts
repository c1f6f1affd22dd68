/** The files of the explorer that browsers load. */
export interface ExplorerFiles {
  /** The document of every page, with an inlined style sheet; its scripts route by the URL. */
  readonly html: string;
  readonly files: readonly ExplorerFile[];
}

export interface ExplorerFile {
  /** URL path with a content hash, such as `/assets/explorer.ABCD1234.js`. */
  readonly path: string;
  readonly text: string;
}
