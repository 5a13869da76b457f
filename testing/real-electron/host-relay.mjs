// Runs in the utility process that the server would have: starts it on another Node and passes messages on.
import { fork } from 'node:child_process';
import { join, sep } from 'node:path';

export function relay(execPath) {
  // Node reads no archives: what it runs must have been unpacked beside it.
  const folder = join(import.meta.dirname, '../host-on-node').replace(`app.asar${sep}`, `app.asar.unpacked${sep}`);
  process.parentPort.once('message', ({ data, ports: [port] }) => {
    const child = fork(join(folder, 'host/index.js'), [], {
      execPath,
      execArgv: ['--import', join(folder, 'parent-port.mjs')],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '' },
    });
    child.send(data);
    port.on('message', (event) => child.connected && child.send(event.data));
    port.on('close', () => child.connected && child.disconnect());
    port.start();
    child.on('message', (message) => port.postMessage(message));
    child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
    process.on('SIGTERM', () => child.kill('SIGTERM'));
  });
}
