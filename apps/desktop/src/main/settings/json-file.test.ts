import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JsonWriter } from './json-file.ts';

let folder: string;
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A writer whose renames fail the first `times` times, as while a virus scanner reads the file. */
function writerThatFails(times: number) {
  const problems: string[] = [];
  let left = times;
  const path = join(folder, 'settings.json');
  const writer = new JsonWriter(
    path,
    (problem) => void problems.push(problem),
    (from, to) => {
      if (left-- > 0) throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
      renameSync(from, to);
    },
  );
  return { writer, problems, path };
}

describe('a JSON file', () => {
  it('is written immediately, for this account only', () => {
    const { writer, path } = writerThatFails(0);
    writer.write({ a: 1 });
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 1\n}\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('that another program holds is written as soon as it is released, with the newest value', () => {
    const { writer, path, problems } = writerThatFails(3);
    writer.write({ a: 1 });
    writer.write({ a: 2 });
    expect(readdirSync(folder)).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(readFileSync(path, 'utf8')).toBe('{\n  "a": 2\n}\n');
    expect(problems).toEqual([]);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('that stays held is reported after two seconds, and leaves nothing behind', () => {
    const { writer, path, problems } = writerThatFails(Number.POSITIVE_INFINITY);
    writer.write({ a: 1 });
    vi.advanceTimersByTime(1_999);
    expect(problems).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(problems).toEqual([`${path} could not be written`]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
