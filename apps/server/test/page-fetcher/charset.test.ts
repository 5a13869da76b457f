import { describe, expect, test } from 'vitest';
import { fetcherFor, outcome, serveHtml } from './network.ts';

const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const cafe = [0x63, 0x61, 0x66, 0xe9];
const nihonShiftJis = [0x93, 0xfa, 0x96, 0x7b];
const nihonEucJp = [0xc6, 0xfc, 0xcb, 0xdc];
const zhongwenGbk = [0xd6, 0xd0, 0xce, 0xc4];
const zhongwenBig5 = [0xa4, 0xa4, 0xa4, 0xe5];
const mirKoi8 = [0xcd, 0xc9, 0xd2];
const mir1251 = [0xec, 0xe8, 0xf0];
const utf8 = (text: string) => [...Buffer.from(text, 'utf8')];

async function titleOf(body: Uint8Array, contentType: string): Promise<unknown> {
  const result = await outcome(fetcherFor(await serveHtml(body, { 'content-type': contentType })).read());
  return typeof result === 'string' ? result : (result as { title: string }).title;
}

describe('S20.10: charset by the header', () => {
  test.each<[string, number[], string]>([
    ['utf-8', utf8('日本'), '日本'],
    ['"UTF-8"', utf8('日本'), '日本'],
    ['iso-8859-1', cafe, 'café'],
    // The standard reads the label latin1 as windows-1252.
    ['latin1', [0x80, 0x93, 0x94], '€“”'],
    ['iso-8859-15', [0xa4], '€'],
    ['shift_jis', nihonShiftJis, '日本'],
    ['euc-jp', nihonEucJp, '日本'],
    ['gbk', zhongwenGbk, '中文'],
    ['gb18030', zhongwenGbk, '中文'],
    ['big5', zhongwenBig5, '中文'],
    ['koi8-r', mirKoi8, 'мир'],
    ['windows-1251', mir1251, 'мир'],
    ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42], '日本'],
  ])('%s', async (charset, text, title) => {
    const body = bytes('<meta charset="macintosh"><title>', text, '</title>');
    expect(await titleOf(body, `text/html; charset=${charset}`)).toBe(title);
  });
});

describe('S20.10: charset by the byte-order mark, which overrides the header, as the standard says', () => {
  test.each<[string, Uint8Array]>([
    ['UTF-8', bytes([0xef, 0xbb, 0xbf], '<title>', utf8('日本'), '</title>')],
    ['UTF-16LE', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16le('<title>日本</title>')])],
    ['UTF-16BE', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be('<title>日本</title>')])],
  ])('%s', async (_name, body) => {
    expect(await titleOf(body, 'text/html')).toBe('日本');
    expect(await titleOf(body, 'text/html; charset=iso-8859-1')).toBe('日本');
  });
});

describe('S20.10: charset by the document', () => {
  test.each<[string, string, number[], string]>([
    ['meta charset', '<meta charset=shift_jis>', nihonShiftJis, '日本'],
    ['http-equiv', '<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', nihonEucJp, '日本'],
    ['after a comment', `<!-- charset=utf-8 ${'x'.repeat(500)} --><meta charset="gbk">`, zhongwenGbk, '中文'],
    ['beyond the first 1,024 bytes', `<!-- ${'x'.repeat(3000)} --><meta charset="big5">`, zhongwenBig5, '中文'],
    ['within a script is none', '<meta charset="koi8-r"><script>"<meta charset=gbk>"</script>', mirKoi8, 'мир'],
    ['UTF-16 in a meta means UTF-8', '<meta charset="utf-16">', utf8('мир'), 'мир'],
    ['an unknown label is none', '<meta charset="nonsense">', utf8('мир'), 'мир'],
  ])('%s', async (_name, declaration, text, title) => {
    expect(await titleOf(bytes(declaration, '<title>', text, '</title>'), 'text/html')).toBe(title);
  });

  test('an XML declaration in XHTML', async () => {
    const body = bytes(
      '<?xml version="1.0" encoding="windows-1251"?><html><head><title>',
      mir1251,
      '</title></head></html>',
    );
    expect(await titleOf(body, 'application/xhtml+xml')).toBe('мир');
  });

  test('an unknown label in the header leaves it to the document', async () => {
    const body = bytes('<meta charset="windows-1251"><title>', mir1251, '</title>');
    expect(await titleOf(body, 'text/html; charset=nonsense')).toBe('мир');
  });
});

describe('without any declaration', () => {
  test('a page is UTF-8 if its bytes are', async () => {
    expect(await titleOf(bytes('<title>', utf8('café 日本'), '</title>'), 'text/html')).toBe('café 日本');
  });

  test('any other page is windows-1252', async () => {
    expect(await titleOf(bytes('<title>', cafe, '</title>'), 'text/html')).toBe('café');
  });

  test('bytes that are invalid in the encoding do no harm', async () => {
    expect(await titleOf(bytes('<title>a', [0xff, 0xc3], 'b</title>'), 'text/html; charset=utf-8')).toBe(
      'a\ufffd\ufffdb',
    );
  });

  test('an encoding that is never decoded is 404', async () => {
    expect(await titleOf(bytes('<title>x</title>'), 'text/html; charset=iso-2022-kr')).toBe('404');
  });
});

test('a character that is split between two pieces of the body stays whole', async () => {
  const text = '日'.repeat(20_000);
  const body = bytes('<!-- ', utf8(text), ' --><title>', utf8('日本'), '</title>');
  for (const shift of ['', 'x', 'xx']) {
    expect(await titleOf(Buffer.concat([Buffer.from(shift), body]), 'text/html; charset=utf-8')).toBe('日本');
  }
});
