import { expect, it } from 'vitest';
import { chosenEncoding, rememberEncoding } from './text-choices.ts';

it('the encoding that was chosen for a file is remembered by its content, and nonsense in the storage is none', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  rememberEncoding(Uint8Array.of(1), 'shift_jis');
  rememberEncoding(Uint8Array.of(2), 'koi8-r');
  rememberEncoding(Uint8Array.of(1), 'gb18030');
  expect([1, 2, 3].map((byte) => chosenEncoding(Uint8Array.of(byte)))).toEqual(['gb18030', 'koi8-r', undefined]);
  for (const text of ['nonsense', '{}', '[["x","ebcdic"],3]']) {
    storage.setItem('roomtone.text-encodings', text);
    expect(chosenEncoding(Uint8Array.of(1))).toBeUndefined();
  }
});
