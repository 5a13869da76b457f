import { expect, it } from 'vitest';
import { downloads } from './downloads.mjs';

const files = [
  'roomtone-1.0.0-linux-amd64.deb',
  'roomtone-1.0.0-linux-arm64.deb',
  'roomtone-1.0.0-linux-x86_64.AppImage',
  'roomtone-1.0.0-win-x64-setup.exe',
  'roomtone-1.0.0-mac-arm64.dmg',
];

it.each([
  ['linux', 'x64', ['/opt/Roomtone/roomtone', '/release/roomtone-1.0.0-linux-x86_64.AppImage']],
  ['win32', 'x64', ['C/Programs/roomtone/Roomtone.exe']],
  ['darwin', 'arm64', ['/Volumes/Roomtone-try/Roomtone.app/Contents/MacOS/Roomtone']],
])('on %s %s people start %j', (platform, arch, programs) => {
  const all = downloads(platform, arch, '/release', files, { LOCALAPPDATA: 'C' });
  expect(all.map(({ program }) => program)).toEqual(programs);
  for (const { file, install } of all) expect(install.flat()).toContain(file);
});

it('a package that was not made is a failure', () => {
  expect(() => downloads('darwin', 'x64', '/release', files, {})).toThrow('There is no .dmg for x64 in /release.');
});
