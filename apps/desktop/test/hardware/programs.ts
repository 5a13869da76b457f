import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The device end of the USB cable; ALSA numbers the card once a device has been plugged in. */
const deviceEnd = 'hw:CARD=fmidi,DEV=0';

/** Plugs a USB keyboard into this machine. */
export async function plug(name: string): Promise<void> {
  await run('vm-usb-midi', ['plug', name]);
}

export async function unplug(): Promise<void> {
  await run('vm-usb-midi', ['unplug']);
}

/**
 * Sends a message from the keyboard at the other end of the cable.
 * @param bytes in hexadecimal.
 */
export async function playOnKeyboard(bytes: string): Promise<void> {
  await run('amidi', ['-p', deviceEnd, '-S', bytes]);
}

/** Takes a port for itself, as a program does that shares it with nobody; the returned function gives it back. */
export async function seize(port: string): Promise<() => Promise<void>> {
  const ends = [`${port}:0`, 'Midi Through:0'];
  await run('aconnect', ['-e', ...ends]);
  return async () => void (await run('aconnect', ['-d', ...ends]));
}

/** Another program that listens, and its output. */
export interface Listener {
  readonly lines: string[];
  stop(): void;
}

/** Starts aseqdump on a port, `client:port` by name or number; resolves once it listens. */
export async function listenTo(port: string): Promise<Listener> {
  // Line-buffered even into a pipe.
  const child = spawn('stdbuf', ['-oL', 'aseqdump', '-p', port], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`aseqdump ${port} ended: ${lines.join(' | ')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      // Its heading, or the message that it waits for data.
      if (/Source\s+Event|Waiting/.test(line)) resolve();
    });
  });
  return { lines, stop: () => end(child) };
}

function end(child: ChildProcess): void {
  child.removeAllListeners('exit');
  child.kill();
}
