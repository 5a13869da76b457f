import { expect, it } from 'vitest';
import { checkCitations, citationProblems } from './citations.mjs';

/** The problems in a repository with these files. */
function problemsOf(files) {
  return citationProblems(Object.keys(files), (path) => files[path]);
}

it('refuses citations of documents that are not in the repository', () => {
  const lines = [
    '/** Bodies over 64 KiB are refused (decisions 2). */',
    "test('decisions 7.3, 8: resuming', () => {});",
    '// Decisions 6.',
    "test('specification, Endpoints: rooms', () => {});",
    '/** As the specification writes it. */',
    '/** The limits (interface specification, "Limits"). */',
    "test('house: files are the owner’s', () => {});",
  ];
  const problems = problemsOf({ 'a.ts': lines.join('\n') });
  expect(new Set(problems.map((problem) => Number(problem.split(':')[1])))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
  expect(problems[0]).toBe('a.ts:1: "decisions 2" cites a document that is not in the repository');
});

it('refuses comments that begin with a question word', () => {
  const refused = [
    '/** What a bot may do. */',
    'const a = 1; // Whether it is open.',
    '/**',
    ' * Whose turn it is.',
    ' */',
  ];
  const allowed = [
    '// Notes wait for nothing, see',
    '// Which of them is first does not matter.',
    '// Who is playing?',
    "'What now'",
  ];
  expect(problemsOf({ 'a.ts': [...refused, ...allowed].join('\n') })).toEqual([
    'a.ts:1: a comment gives a reason and does not begin with "What"',
    'a.ts:2: a comment gives a reason and does not begin with "Whether"',
    'a.ts:4: a comment gives a reason and does not begin with "Whose"',
  ]);
});

it('allows decisions of docs/decisions, rules and other people’s specifications', () => {
  const files = {
    'a.ts': [
      '// Notes wait for nothing (decision 002, S10.2, R5.1).',
      '// As the MIDI 1.0 specification has it.',
      '// Decisions are pure; 3 of them are not.',
      '// docs/one.md says how.',
    ].join('\n'),
    'docs/one.md': '[decision 002](decisions/002-a.md) and [all](decisions)',
    'docs/decisions/002-a.md': '# 002',
  };
  expect(problemsOf(files)).toEqual([]);
});

it('refuses links to missing files or headings, or out of the repository', () => {
  const files = {
    'docs/one.md': [
      '# One',
      '## Where it is: `here` & there',
      '[two](two.md) [root](../README.md) [folder](../docs/) [part](#where-it-is-here--there) [web](https://x.example/y.md)',
      '![picture](images/none.png)',
      '[three](three.md)',
      '[part](two.md#nothing)',
      '[out](../../other.md)',
      '`[code](none.md)`',
      '```',
      '[code](none.md)',
      '```',
    ].join('\n'),
    'docs/two.md': '# Two',
    'README.md': '',
  };
  expect(problemsOf(files)).toEqual([
    'docs/one.md:4: the link images/none.png leads nowhere',
    'docs/one.md:5: the link three.md leads nowhere',
    'docs/one.md:6: the link two.md#nothing leads to no heading',
    'docs/one.md:7: ../../other.md leads out of the repository',
  ]);
});

it('refuses paths out of the repository, and names of documents that it does not have', () => {
  const files = {
    'packages/a/b.ts': [
      "import { c } from '../c.ts';",
      "const inside = here('../../README.md');",
      "const outside = here('../../../shared/tool');",
      '// architecture.md has the rest.',
      '// See ../../../shared/notes.txt.',
    ].join('\n'),
    'README.md': 'It lies in `../shared`.',
  };
  expect(problemsOf(files)).toEqual([
    'packages/a/b.ts:3: ../../../shared/tool leads out of the repository',
    'packages/a/b.ts:4: architecture.md is not in the repository',
    'packages/a/b.ts:5: ../../../shared/notes.txt. leads out of the repository',
    'README.md:1: ../shared leads out of the repository',
  ]);
});

it('finds nothing in this repository', async () => {
  expect(await checkCitations()).toEqual({ ok: true, output: '' });
});
