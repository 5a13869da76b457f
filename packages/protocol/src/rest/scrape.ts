import Type from 'typebox';

/** Limits of scrape-url: addresses in UTF-16 code units, texts in code points. */
export const scrapeLimits = { url: 2_048, title: 300, description: 1_000, image: 2_048 } as const;

/** The server decides whether the page may be read (S20.3). */
export const ScrapeQuery = Type.Object({
  url: Type.String({ minLength: 1, maxLength: scrapeLimits.url, description: 'The address of the page to read.' }),
});
export type ScrapeQuery = Type.Static<typeof ScrapeQuery>;

export const ScrapeView = Type.Object({
  /** On one line; "" if the page has none. The same holds for `description`. */
  title: Type.String(),
  description: Type.String(),
  /** An absolute http(s) address, or "". */
  image: Type.String(),
  /** The address of the page after redirects. */
  url: Type.String(),
});
export type ScrapeView = Type.Static<typeof ScrapeView>;
