import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { crashReport } from './crash-report.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

function report(log: readonly string[] = [], older: readonly string[] = [], serverLog: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const logPath = join(folder, 'crashes.log');
  if (log.length > 0) writeFileSync(logPath, `${log.join('\n')}\n`);
  if (older.length > 0) writeFileSync(`${logPath}.1`, `${older.join('\n')}\n`);
  return crashReport({
    facts: { Roomtone: '0.1.0', Electron: '45.4.1' },
    settings: { updates: 'beta' },
    logPath,
    serverLog,
    home: '/home/ada',
    now: new Date(0),
  });
}

it('a crash report has versions, settings and the last lines of both logs', () => {
  const lines = Array.from({ length: 150 }, (_, line) => `older ${line}`);
  const text = report(['page gone: crashed (5)', ...lines.map((line) => line.replace('older', 'newer'))], lines, [
    'up',
  ]);
  expect(text).toContain('Written 1970-01-01T00:00:00.000Z');
  expect(text).toContain('Electron: 45.4.1');
  expect(text).toContain('"updates": "beta"');
  expect(text).toContain('page gone: crashed (5)\nnewer 0\n');
  expect(text).not.toContain('older 100\n');
  expect(text).toContain('older 101\n');
  expect(text.trimEnd().endsWith('up')).toBe(true);
  expect(report()).toContain('Problems, newest last\n---------------------\nnone\n');
});

it('a crash report has no tokens, names or addresses', () => {
  const text = report(
    [`GET http://192.168.1.5:7420/ws/${token}?ticket=abc`, 'at /home/ada/Music/roomtone.js', 'ada@example.org'],
    [],
    ['{"msg":"signed in","username":"ada","ip":"10.0.0.7"}', 'http://127.0.0.1:7420'],
  );
  for (const secret of [token.slice(0, 20), 'ticket=abc', '/home/ada', 'ada@', '"ada"', '192.168', '10.0.0.7']) {
    expect(text, secret).not.toContain(secret);
  }
  expect(text).toContain('~/Music/roomtone.js');
  expect(text).toContain('http://127.0.0.1:7420');
});
