// A Vitest reporter for test.mjs. Vitest's own JSON leaves out why a test was skipped.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

// biome-ignore lint/style/noDefaultExport: how Vitest loads a reporter.
export default class ResultsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const results = modules.flatMap(moduleResults);
    for (const error of unhandledErrors) results.push({ name: `unhandled: ${error.message}`, outcome: 'failed' });
    const file = process.env.ROOMTONE_VITEST_RESULTS;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ results, times: modules.map(timeOf) }, null, 2));
  }
}

/** @returns {import('./slow-files.mjs').FileTime} */
function timeOf(module) {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return { file: `${fileOf(module)} (${module.project.name})`, ms: setupDuration + collectDuration + duration };
}

function fileOf(module) {
  return relative(process.cwd(), module.moduleId);
}

/** @returns {import('./summary.mjs').Result[]} */
function moduleResults(module) {
  const file = fileOf(module);
  // These run a second time, and may fail there alone.
  const where = module.project.name === 'on PostgreSQL' ? ' (on PostgreSQL)' : '';
  const tests = [...module.children.allTests()].map((test) => {
    const { state, note } = test.result();
    const name = `${file} › ${test.fullName}${where}`;
    if (state === 'skipped') return { name, outcome: 'skipped', reason: note };
    return { name, outcome: state === 'passed' ? 'passed' : 'failed' };
  });
  // A file that cannot be loaded has no tests that could fail.
  const broken = !module.ok() && !tests.some((test) => test.outcome === 'failed');
  return broken ? [...tests, { name: `${file}${where}`, outcome: 'failed' }] : tests;
}
