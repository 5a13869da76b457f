import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CrashLog, withoutSecrets } from './crash-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the crash log', () => {
  it('has one entry per problem, with its cause on indented lines', () => {
    const log = new CrashLog(join(folder, 'logs/crashes.log'));
    log.write('page gone: crashed (5)');
    log.write('uncaught exception', new Error('outer', { cause: new Error('inner') }));
    const lines = readFileSync(log.path, 'utf8')
      .split('\n')
      .filter((line) => /^\S/.test(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT.*page gone: crashed \(5\)$/);
    expect(readFileSync(log.path, 'utf8')).toMatch(/outer[\s\S]*caused by Error: inner/);
  });

  it('keeps one previous file, and no more', () => {
    const log = new CrashLog(join(folder, 'crashes.log'));
    writeFileSync(log.path, 'x'.repeat(256 * 1024 + 1));
    writeFileSync(`${log.path}.1`, 'older');
    log.write('new');
    expect(statSync(log.path).size).toBeLessThan(100);
    expect(readFileSync(`${log.path}.1`, 'utf8')).toMatch(/^x+$/);
  });

  it('never throws', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => new CrashLog(join(folder, 'file/crashes.log')).write('x')).not.toThrow();
  });

  it('contains no tokens, tickets or queries', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
    const text = withoutSecrets(
      `GET http://127.0.0.1:7420/api/websocket/${token}?ticket=abc at /home/ada/roomtone.js:1`,
    );
    expect(text).toBe('GET http://127.0.0.1:7420/api/websocket/…?… at /home/ada/roomtone.js:1');
  });
});
