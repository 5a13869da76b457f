import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringsFor } from '../strings.ts';
import { saveReport } from './save-report.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function save(answer: (suggested: string) => { canceled: boolean; filePath: string }, response = 1) {
  const messages: Pick<MessageBoxOptions, 'message' | 'detail'>[] = [];
  const shown: string[] = [];
  await saveReport({
    dialog: { showSaveDialog: (async ({ defaultPath }: { defaultPath: string }) => answer(defaultPath)) as never },
    shell: { showItemInFolder: (path) => void shown.push(path) },
    window: () => undefined,
    folder,
    text: () => 'the report',
    now: () => new Date('2026-03-04T12:00:00Z'),
    strings: stringsFor(['en']),
    showMessage: async ({ message, detail = '' }) => {
      messages.push({ message, detail });
      return response;
    },
  });
  return { messages, shown };
}

it('the crash report is saved where the user wants it, shown on request, and the message says where it is', async () => {
  const { messages, shown } = await save((filePath) => ({ canceled: false, filePath }), 0);
  const path = join(folder, 'roomtone-report-2026-03-04.txt');
  expect(readFileSync(path, 'utf8')).toBe('the report');
  expect(messages).toEqual([{ message: 'The report was saved. Read it before you send it to anyone.', detail: path }]);
  expect(shown).toEqual([path]);
});

it('nothing is saved if the user cancels, and a failure is said', async () => {
  expect((await save(() => ({ canceled: true, filePath: '' }))).messages).toEqual([]);
  const { messages, shown } = await save((path) => ({ canceled: false, filePath: join(path, 'nowhere') }));
  expect(messages).toEqual([{ message: 'The report couldn’t be saved.', detail: expect.stringContaining('ENOENT') }]);
  expect(shown).toEqual([]);
});
