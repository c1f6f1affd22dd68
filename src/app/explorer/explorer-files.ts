/** The explorer as a browser gets it. */
export interface ExplorerFiles {
  /** The document of every page; its scripts are modules that route by the address. */
  readonly html: string;
  readonly files: readonly ExplorerFile[];
}

export interface ExplorerFile {
  /** Its path below the origin, such as `/assets/explorer.ABCD1234.js`; another content has another path. */
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  readonly text: string;
}
