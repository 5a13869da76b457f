// Combines the results of the checks, Vitest and Playwright.

/** @typedef {{ name: string, outcome: 'passed' | 'failed' | 'skipped', reason?: string }} Result one test */

/** @returns {Result[]} */
export function checkResults(checks) {
  return checks.map(({ name, ok }) => ({ name, outcome: ok ? 'passed' : 'failed' }));
}

/**
 * The results of a test tool that ended with `code`. A tool that fails without a failed test, or leaves no report,
 * counts as one failure itself.
 * @param {string} toolName
 * @param {Result[] | undefined} reported
 * @param {number | null} code
 * @returns {Result[]}
 */
export function toolResults(toolName, reported, code) {
  const results = reported ?? [];
  const explained = results.some((result) => result.outcome === 'failed');
  if (reported !== undefined && (code === 0 || explained)) return results;
  return [...results, { name: `${toolName} ended with ${code}`, outcome: 'failed' }];
}

/**
 * The results in Playwright's JSON report. A test that passed on its second attempt has passed.
 * @returns {Result[]}
 */
export function playwrightResults(report) {
  const results = report.errors.map((error) => ({ name: error.message ?? 'error', outcome: 'failed' }));
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) results.push(playwrightResult([...path, spec.title].join(' › '), test));
    }
    for (const inner of suite.suites ?? []) visit(inner, [...path, inner.title]);
  };
  for (const suite of report.suites) visit(suite, [suite.title]);
  return results;
}

function playwrightResult(name, test) {
  if (test.status === 'unexpected') return { name, outcome: 'failed' };
  if (test.status !== 'skipped') return { name, outcome: 'passed' };
  const reasons = test.annotations.filter(({ type }) => type === 'skip' || type === 'fixme');
  return { name, outcome: 'skipped', reason: reasons.map(({ description }) => description).find(Boolean) };
}

/**
 * The last lines of `npm test`, and whether it succeeded.
 * @param {Result[]} results
 * @param {{ ci: boolean, maySkip: string[] }} rules `ci`: a skipped test is a failure unless `maySkip` names it
 *   or its file
 * @returns {{ lines: string[], ok: boolean }}
 */
export function summarize(results, { ci, maySkip }) {
  const named = (outcome) => results.filter((result) => result.outcome === outcome);
  const [passed, failed, skipped] = [named('passed'), named('failed'), named('skipped')];
  const notAllowed = ci
    ? skipped.filter(({ name }) => !maySkip.some((part) => `${name} › `.startsWith(`${part} › `)))
    : [];
  const lines = [
    ...skipped.map((result) => `skipped: ${result.name} (${result.reason ?? 'no reason given'})`),
    ...failed.map((result) => `failed: ${result.name}`),
  ];
  if (notAllowed.length > 0) lines.push(`CI=true: ${notAllowed.length} of the skipped tests must run here.`);
  const ran = passed.length + failed.length > 0;
  if (!ran) lines.push('No test ran.');
  lines.push(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`);
  return { lines, ok: ran && failed.length === 0 && notAllowed.length === 0 };
}
