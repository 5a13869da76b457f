/** The end of an API version. Dates are whole days in UTC: `2027-03-01`. */
export interface Deprecation {
  /** From this day on answers have the headers. */
  readonly announced: string;
  readonly removed: string;
  /** A page that says what changes and what to do. */
  readonly link: string;
}

const noticeDays = 90;
const periodMonths = 6;
const dayMs = 24 * 3600 * 1000;

/**
 * Checks that clients get the promised time (S7.6): 90 days' notice, and then 6 months in which the deprecated version still
 * works.
 * @throws {Error} naming the date that is wrong.
 */
export function checkDeprecation(version: string, deprecation: Deprecation): void {
  for (const name of ['announced', 'removed'] as const) {
    if (Number.isNaN(dayOf(deprecation[name]))) {
      throw new Error(`${version} has a deprecation date that is not valid: ${name} is "${deprecation[name]}".`);
    }
  }
  const earliest = new Date(deprecatedFrom(deprecation));
  earliest.setUTCMonth(earliest.getUTCMonth() + periodMonths);
  if (dayOf(deprecation.removed) >= earliest.getTime()) return;
  throw new Error(
    `${version}, announced on ${deprecation.announced}, may not be removed before ` +
      `${earliest.toISOString().slice(0, 10)}: ${noticeDays} days' notice and ${periodMonths} months.`,
  );
}

/** RFC 9745's Deprecation, RFC 8594's Sunset, and a Link to the announcement; none before it is announced. */
export function deprecationHeaders(deprecation: Deprecation, nowMs: number): Readonly<Record<string, string>> {
  if (nowMs < dayOf(deprecation.announced)) return {};
  return {
    Deprecation: `@${deprecatedFrom(deprecation) / 1000}`,
    Sunset: new Date(dayOf(deprecation.removed)).toUTCString(),
    Link: `<${deprecation.link}>; rel="deprecation sunset"; type="text/html"`,
  };
}

/** The end of the notice, ms since 1970. */
function deprecatedFrom({ announced }: Deprecation): number {
  return dayOf(announced) + noticeDays * dayMs;
}

function dayOf(text: string): number {
  const ms = Date.parse(`${text}T00:00:00Z`);
  const isWritten = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(ms || 0).toISOString().startsWith(text);
  return isWritten ? ms : Number.NaN;
}
