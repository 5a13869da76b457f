// Opens a link and starts a process on it, for the test that kills this program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EmulatedLink } from './emulated-link.ts';

const link = await EmulatedLink.open();
const [command = '', ...args] = [...link.a.through, 'sleep', '1000'];
const child = spawn(command, args, { stdio: 'ignore' });
await once(child, 'spawn');
const namespaces = [link.a, link.b].map(({ through }) => through.at(-1));
process.stdout.write(`${JSON.stringify({ namespaces, pid: child.pid })}\n`);
