import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/**
 * Failures of real systems, by name; they can be combined.
 * no-ready-to-show: the event never comes. dialogs-block: nobody answers a message. renames-fail: a virus scanner holds
 * every file. midi-busy: another program uses every MIDI device. keychain-locked: the keychain refuses. keychain-slow: it
 * never answers. no-datagrams: the library for them is built for a newer system. verdicts-cached: verdicts on certificates are
 * kept. start-throws: the first thing after the app is ready fails.
 */
export type HostileMode =
  | 'no-ready-to-show'
  | 'dialogs-block'
  | 'renames-fail'
  | 'midi-busy'
  | 'keychain-locked'
  | 'keychain-slow'
  | 'no-datagrams'
  | 'verdicts-cached'
  | 'start-throws';

const modes = new Set((process.env['ROOMTONE_HOSTILE'] ?? '').split(',').filter((name) => name !== ''));

export function hostile(mode: HostileMode): boolean {
  return modes.has(mode);
}

/** Replaces what Node and native libraries give to the script that is loaded next. */
export function beHostile(): void {
  if (hostile('renames-fail')) {
    const rename = fs.renameSync;
    fs.renameSync = (from, to) => {
      // Only the app's own settings: the server is another program.
      if (!/^(settings|remembered|servers)\.json$/.test(basename(String(to)))) return rename(from, to);
      throw Object.assign(new Error(`EPERM: operation not permitted, rename '${from}'`), { code: 'EPERM' });
    };
    syncBuiltinESMExports();
  }
  const replaced = new Map<string, string>();
  if (hostile('midi-busy')) replaced.set('@julusian/midi', busyMidi);
  if (hostile('keychain-locked'))
    replaced.set('keytar', keychain(`Promise.reject(new Error('The keychain is locked'))`));
  if (hostile('keychain-slow')) replaced.set('keytar', keychain('new Promise(() => {})'));
  if (hostile('no-datagrams')) replaced.set('node-datachannel', `throw new Error('Symbol not found: __availability')`);
  if (replaced.size === 0) return;
  registerHooks({
    resolve: (specifier, context, next) => {
      const source = replaced.get(specifier);
      if (source === undefined) return next(specifier, context);
      return { url: `data:text/javascript,${encodeURIComponent(source)}`, format: 'module', shortCircuit: true };
    },
  });
}

/** RtMidi with one device that another program holds. */
const busyMidi = `
class Port {
  getPortCount() { return 1; }
  getPortName() { return 'Launchkey Mini MK3'; }
  on() {}
  openPort() { throw new Error('MidiInAlsa::openPort: ALSA error making port connection.'); }
  openVirtualPort() {}
  destroy() {}
}
export { Port as Input, Port as Output };
export default { Input: Port, Output: Port };
`;

function keychain(answer: string): string {
  const answers = ['setPassword', 'deletePassword', 'findCredentials'].map((name) => `${name}: () => ${answer}`);
  return `export default { ${answers.join(', ')} };`;
}
