// `node scripts/bootstrap.cjs exec <program> [arguments]`: runs an installed tool, or `node`, on the chosen Node.
import { exitLike } from './bootstrap.cjs';
import { runVisibly, tool } from './run.mjs';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error('Usage: npm run exec -- node|vitest|playwright|… [arguments]');
  process.exitCode = 1;
} else {
  exitLike(await runVisibly(process.execPath, program === 'node' ? args : [tool(program), ...args]));
}
