// `npm test -- --slow`: how long each file of tests took, the slowest first.

/** @typedef {{ file: string, ms: number }} FileTime one file in one run of it; with its project if that matters */

const SHOWN = 40;

/**
 * The time of every file in Playwright's JSON report: the sum of its tests, with all their attempts.
 * @returns {FileTime[]}
 */
export function playwrightTimes(report) {
  const attemptsIn = (suite) => [
    ...(suite.specs ?? []).flatMap((spec) => spec.tests.flatMap((test) => test.results)),
    ...(suite.suites ?? []).flatMap(attemptsIn),
  ];
  return report.suites.map((suite) => ({
    file: suite.title,
    ms: attemptsIn(suite).reduce((sum, { duration }) => sum + duration, 0),
  }));
}

/**
 * @param {FileTime[]} times
 * @returns {string[]} a line for each of the slowest, and one for the rest
 */
export function slowLines(times, shown = SHOWN) {
  const sorted = times.toSorted((one, other) => other.ms - one.ms);
  const lines = sorted.slice(0, shown).map(({ file, ms }) => `${seconds(ms)}  ${file}`);
  const rest = sorted.slice(shown);
  if (rest.length > 0) lines.push(`${seconds(sum(rest))}  ${rest.length} other files`);
  lines.push(`${seconds(sum(sorted))}  together; files run beside one another, so this is more than what you waited`);
  return lines;
}

function sum(times) {
  return times.reduce((total, { ms }) => total + ms, 0);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}
