// `node scripts/bootstrap.cjs exec <program> [arguments]`: a tool of the packages, or `node`, on the Node that was chosen.
import { exitLike } from './bootstrap.cjs';
import { runVisibly, tool } from './run.mjs';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error('Usage: npm run exec -- node|vitest|playwright|… [arguments]');
  process.exitCode = 1;
} else {
  exitLike(await runVisibly(program === 'node' ? process.execPath : tool(program), args));
}
