// `node scripts/release/try-downloads.mjs`: installs what people download from artifacts/release, checks its signature,
// starts it, waits for the server inside, and removes it again. Only for machines that are thrown away.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runVisibly } from '../run.mjs';
import { downloads } from './downloads.mjs';

const folder = join(root, 'artifacts/release');
const tryPacked = join(root, 'scripts/release/try-packed.mjs');
const screen = process.platform === 'linux' ? ['xvfb-run', '-a'] : [];

for (const { file, install, program, verify, remove } of downloads(
  process.platform,
  process.arch,
  folder,
  readdirSync(folder),
  process.env,
)) {
  console.log(`── ${file}`);
  for (const command of install) await run(command);
  try {
    for (const command of verify) await run(command);
    await run([...screen, process.execPath, tryPacked, program]);
  } finally {
    for (const command of remove) await run(command);
  }
}

async function run([program, ...args]) {
  const { code } = await runVisibly(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
}
