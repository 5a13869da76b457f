import { describe, expect, it } from 'vitest';
import { checkResults, playwrightResults, summarize, toolResults } from './summary.mjs';

const passed = { name: 'p', outcome: 'passed' };
const failed = { name: 'f', outcome: 'failed' };
const skipped = { name: 's', outcome: 'skipped', reason: 'no piano' };
const local = { ci: false, maySkip: [] };

describe('summarize', () => {
  it('ends with one line that counts everything', () => {
    const { lines, ok } = summarize([passed, passed, failed, skipped], local);
    expect(lines.at(-1)).toBe('2 passed, 1 failed, 1 skipped');
    expect(ok).toBe(false);
  });

  it('names each skipped test with its reason', () => {
    expect(summarize([passed, skipped], local)).toMatchObject({
      ok: true,
      lines: ['skipped: s (no piano)', expect.anything()],
    });
  });

  it('fails if no test ran, even if some were skipped', () => {
    expect(summarize([], local).ok).toBe(false);
    expect(summarize([skipped], local).ok).toBe(false);
  });

  it('fails in CI if a test is skipped that is not allowed to be', () => {
    expect(summarize([passed, skipped], { ci: true, maySkip: [] }).ok).toBe(false);
    expect(summarize([passed, skipped], { ci: true, maySkip: ['s'] }).ok).toBe(true);
    const inFile = { ...skipped, name: 'a.test.ts › b' };
    expect(summarize([passed, inFile], { ci: true, maySkip: ['a.test.ts'] }).ok).toBe(true);
    expect(summarize([passed, inFile], { ci: true, maySkip: ['a.test'] }).ok).toBe(false);
  });
});

describe('toolResults', () => {
  it('returns what was reported', () => {
    expect(toolResults('tool', [passed], 0)).toEqual([passed]);
    expect(toolResults('tool', [passed, failed], 1)).toEqual([passed, failed]);
  });

  it('counts a tool that fails without a failed test, or without a report, as a failure', () => {
    expect(toolResults('tool', [passed], 1)).toEqual([passed, { name: 'tool ended with 1', outcome: 'failed' }]);
    expect(toolResults('tool', undefined, 0)).toEqual([{ name: 'tool ended with 0', outcome: 'failed' }]);
  });
});

it('counts each check as one test', () => {
  expect(checkResults([{ name: 'lint', ok: false }])).toEqual([{ name: 'lint', outcome: 'failed' }]);
});

it("reads Playwright's report: nested suites, skips with their reason, errors beside the tests", () => {
  const test = (status, annotations = []) => ({ tests: [{ status, annotations }] });
  const report = {
    errors: [{ message: 'cannot load' }],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [{ title: 'top', ...test('expected') }],
        suites: [
          {
            title: 'inner',
            specs: [
              { title: 'bad', ...test('unexpected') },
              { title: 'second try', ...test('flaky') },
              { title: 'off', ...test('skipped', [{ type: 'skip', description: 'no piano' }]) },
            ],
          },
        ],
      },
    ],
  };
  expect(playwrightResults(report)).toEqual([
    { name: 'cannot load', outcome: 'failed' },
    { name: 'a.spec.ts › top', outcome: 'passed' },
    { name: 'a.spec.ts › inner › bad', outcome: 'failed' },
    { name: 'a.spec.ts › inner › second try', outcome: 'passed' },
    { name: 'a.spec.ts › inner › off', outcome: 'skipped', reason: 'no piano' },
  ]);
});
