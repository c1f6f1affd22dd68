/** The explorer as a browser gets it. */
export interface ExplorerFiles {
  /** The document of every page, with its style sheet; its scripts are modules that route by the address. */
  readonly html: string;
  /** The scripts. */
  readonly files: readonly ExplorerFile[];
}

export interface ExplorerFile {
  /** Its path below the origin, such as `/assets/explorer.ABCD1234.js`; another content has another path. */
  readonly path: string;
  readonly text: string;
}
