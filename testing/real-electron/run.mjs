// `node testing/real-electron/run.mjs COMMAND …`: runs a command that finds a real Electron.
import { runVisibly } from '../../scripts/run.mjs';
import { provideElectron } from './provide-electron.mjs';

const provided = await provideElectron();
if ('reason' in provided) {
  console.log(`NOT RUN on a real Electron: ${provided.reason}`);
} else {
  const [program, ...args] = process.argv.slice(2);
  const { code } = await runVisibly(program, args, { env: provided.env });
  await provided.stop();
  process.exitCode = code ?? 1;
}
