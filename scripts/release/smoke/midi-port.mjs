// A MIDI keyboard that the system shows to the app.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../run.mjs';

/**
 * A virtual port on Linux and macOS; on Windows, which has none, the port of a loopback driver if one is installed.
 * @returns {{ send: (bytes: number[]) => void, close: () => void } | { reason: string }}
 */
export function openKeyboard() {
  if (process.platform === 'linux' && !existsSync('/dev/snd/seq')) return { reason: 'there is no ALSA sequencer' };
  const { Output } = createRequire(join(root, 'apps/desktop/package.json'))('@julusian/midi');
  const output = new Output();
  if (process.platform === 'win32') {
    const names = Array.from({ length: output.getPortCount() }, (_, index) => output.getPortName(index));
    const loopback = names.findIndex((name) => /loop/i.test(name));
    if (loopback === -1) return { reason: 'no loopback driver for MIDI is installed' };
    output.openPort(loopback);
  } else output.openVirtualPort('Smoke test');
  return { send: (bytes) => output.sendMessage(bytes), close: () => output.closePort() };
}
