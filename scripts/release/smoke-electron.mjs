// `npm run -s exec -- node scripts/release/smoke-electron.mjs`: packs the app as a release does, around its own Electron or, where that
// is not here, the older one that the tests have; starts it as an ordinary user on a screen, and does with it what its users do.
import { join } from 'node:path';
import { provideElectron } from '../../testing/real-electron/provide-electron.mjs';
import { root, runVisibly } from '../run.mjs';
import { isLowered } from './smoke/pack-app.mjs';

const provided = isLowered ? await provideElectron() : { env: {}, stop: async () => {} };
if ('reason' in provided) console.log(`NOT RUN: the packed app on a real Electron: ${provided.reason}`);
else {
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  const config = join(import.meta.dirname, 'smoke/playwright.config.mjs');
  const { code } = await runVisibly(process.execPath, [playwright, 'test', '--config', config], { env: provided.env });
  await provided.stop();
  process.exitCode = code ?? 1;
}
