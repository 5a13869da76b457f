import Type from 'typebox';

/** Bounds of what scrape-url takes and gives: addresses in UTF-16 code units, texts in code points. */
export const scrapeLimits = { url: 2_048, title: 300, description: 1_000, image: 2_048 } as const;

/** Whether the page may be read is the server's to decide (S20.3). */
export const ScrapeQuery = Type.Object({
  url: Type.String({ minLength: 1, maxLength: scrapeLimits.url, description: 'The address of the page to read.' }),
});
export type ScrapeQuery = Type.Static<typeof ScrapeQuery>;

export const ScrapeView = Type.Object({
  /** On one line, "" where the page has none; so is `description`. */
  title: Type.String(),
  description: Type.String(),
  /** Absolute and http(s), or "". */
  image: Type.String(),
  /** The page's address after redirects. */
  url: Type.String(),
});
export type ScrapeView = Type.Static<typeof ScrapeView>;
