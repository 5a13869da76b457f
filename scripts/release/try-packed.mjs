// `node scripts/release/try-packed.mjs <program>`: reads the fuses of a packed app back, then starts it once, with its asar,
// and waits for the server inside to answer. An AppImage has its program inside, so that only starting it is tried.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { wrongFuses } from './fuses.mjs';

const [program = ''] = process.argv.slice(2);
const wrong = program.endsWith('.AppImage') ? [] : await wrongFuses(program);
if (wrong.length > 0) throw new Error(`The fuses are not as they should be: ${wrong.join(', ')}.`);
const giveUpAt = Date.now() + 60_000;
const userData = mkdtempSync(join(tmpdir(), 'roomtone-packed-'));
const app = spawn(program, [`--user-data-dir=${userData}`], { stdio: 'inherit' });
const gone = once(app, 'exit');
let isReady = false;
while (!isReady && Date.now() < giveUpAt && app.exitCode === null) {
  await delay(500);
  isReady = await serverAnswers();
}
app.kill();
await gone;
rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
console.log(isReady ? 'The packed app starts, and its server answers.' : 'The packed app did not start.');
process.exitCode = isReady ? 0 : 1;

async function serverAnswers() {
  try {
    const { port } = JSON.parse(readFileSync(join(userData, 'remembered.json'), 'utf8'));
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch {
    return false;
  }
}
