/** The limits of the MIDI library. The size of a file is limited by maxMidiFileBytes. */
export const libraryLimits = {
  files: 50_000,
  folders: 50,
  /** Folders below the chosen one; deeper ones are left out. */
  depth: 32,
  /** Everything kept in a browser, unless the browser gives less. */
  keptBytes: 1024 * 1024 * 1024,
  /** Rows that one query returns at most. */
  pageRows: 200,
  /** Files that count as played lately. */
  recentFiles: 100,
  searchCharacters: 200,
  tagsOfFile: 20,
  tagCharacters: 40,
  /** Different tags that are listed. */
  listedTags: 200,
  /** Names of tracks that a search looks at. */
  trackNames: 32,
} as const;
