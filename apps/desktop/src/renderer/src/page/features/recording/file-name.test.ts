import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it.each([
  ['Thursday trio, 21 Nov 2026, 20:15', 'Thursday trio, 21 Nov 2026, 20 15.mid'],
  ['../../etc/passwd', 'etc passwd.mid'],
  ['a\u0000b\nc', 'a b c.mid'],
  ['...', 'recording.mid'],
  ['Übung ♪', 'Übung ♪.mid'],
  ['x'.repeat(300), `${'x'.repeat(80)}.mid`],
])('a take named %j is exported as %j', (name, file) => {
  expect(fileNameOf(name, 'mid')).toBe(file);
});
