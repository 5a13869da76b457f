import { describe, expect, test } from 'vitest';
import { metadataOf } from '../../src/adapters/page-fetcher/metadata.ts';
import { pageOf } from '../../src/adapters/page-fetcher/page.ts';
import type { Page } from '../../src/ports/page-fetcher.ts';

const address = 'https://example.org/dir/page?x=1';

async function read(html: string, sliceLength = html.length): Promise<Page> {
  const slices = async function* () {
    for (let start = 0; start < html.length; start += sliceLength) yield html.slice(start, start + sliceLength);
  };
  return pageOf(await metadataOf(slices()), new URL(address));
}

const og =
  '<meta property="og:title" content="OG"><meta property="og:description" content="OG text"><meta property="og:image" content="/og.png">';
const twitter =
  '<meta name="twitter:title" content="Twitter"><meta name="twitter:description" content="Twitter text"><meta name="twitter:image" content="/twitter.png">';
const plain =
  '<title>HTML</title><meta name="description" content="HTML text"><link rel="image_src" href="/html.png"><img src="/img.png">';
const empty = ['og:title', 'og:description', 'og:image']
  .map((name) => `<meta property="${name}" content="  ">`)
  .join('');
const from = (title: string, image: string) => ({
  title,
  description: `${title} text`,
  image: `https://example.org/${image}.png`,
  url: address,
});

describe('S20.8: Open Graph, then Twitter cards, then HTML', () => {
  test.each([
    ['all three', plain + twitter + og, from('OG', 'og')],
    ['no Open Graph', plain + twitter, from('Twitter', 'twitter')],
    ['empty Open Graph', empty + plain + twitter, from('Twitter', 'twitter')],
    ['HTML only', plain, from('HTML', 'html')],
    ['each by itself', `${plain}<meta property="og:title" content="OG">`, { ...from('HTML', 'html'), title: 'OG' }],
    ['nothing', '<p>Hello', { title: '', description: '', image: '', url: address }],
    ['an empty document', '', { title: '', description: '', image: '', url: address }],
  ])('%s', async (_name, html, expected) => expect(await read(html)).toEqual(expected));
});

describe('ways to write it', () => {
  test.each<[string, string, Partial<Page>]>([
    ['the first of several counts', '<title>One</title><title>Two</title>', { title: 'One' }],
    ['an empty first one does not', '<title> </title><title>Two</title>', { title: 'Two' }],
    ['name for property', '<meta name="og:title" content="x">', { title: 'x' }],
    ['property for name', '<meta property="twitter:title" content="x">', { title: 'x' }],
    ['capitals', '<META PROPERTY="OG:Title" CONTENT="x">', { title: 'x' }],
    ['several properties', '<meta property="og:title twitter:title" content="x">', { title: 'x' }],
    ['no quotes', '<meta property=og:title content=x>', { title: 'x' }],
    ['single quotes', `<meta content='a "b"' property='og:title'>`, { title: 'a "b"' }],
    ['metadata in the body', `<body><div><p>${og}`, { title: 'OG' }],
    ['no head at all', 'text <title>x</title>', { title: 'x' }],
    ['an unclosed title', '<title>x', { title: 'x' }],
    ['a comment', `<!-- ${og} --><title>x</title>`, { title: 'x' }],
    ['a script', `<script>document.write('${og}<title>y</title>')</script><title>x</title>`, { title: 'x' }],
    ['a text area', `<textarea>${og}</textarea><title>x</title>`, { title: 'x' }],
    ["a drawing's title", '<svg><title>Icon</title></svg><title>x</title>', { title: 'x' }],
    ['tags within a title are text', '<title><b>x</b></title>', { title: '<b>x</b>' }],
    [
      'a name that is a tag',
      '<meta name="title" content="no"><meta name="img" content="/no">',
      { title: '', image: '' },
    ],
    ['prototype names', '<meta property="__proto__" content="x"><meta name="constructor" content="y">', { title: '' }],
  ])('%s', async (_name, html, expected) => {
    expect(await read(html)).toMatchObject(expected);
    // The result does not depend on how the text is sliced.
    expect(await read(html, 1)).toEqual(await read(html));
  });
});

describe('S20.1: texts are plain, on one line and bounded', () => {
  test.each([
    ['a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#x27; &eacute;&nbsp;&hellip; &#128512;', 'a & b <c> "d" \'e\' é … 😀'],
    ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
    ['&copy 2026 &unknown; &', '© 2026 &unknown; &'],
    ['  a\n\t b\u00a0\u2003c\r\n', 'a b c'],
    ['a\u0000b\u0007c', 'a b c'],
    ['\u202egnp.exe\u202c \u2066x\u2069', 'gnp.exe x'],
    ['&#xd800;x&#0;', '\ufffdx\ufffd'],
  ])('%j', async (written, expected) => {
    const { title } = await read(`<title>${written}</title>`);
    const { description } = await read(`<meta name="description" content='${written.replaceAll("'", '&apos;')}'>`);
    expect(title.replaceAll('\ufffd', '')).toBe(expected.replaceAll('\ufffd', ''));
    expect(description.replaceAll('\ufffd', '')).toBe(expected.replaceAll('\ufffd', ''));
  });

  test('long texts are truncated between characters', async () => {
    const { title, description } = await read(
      `<title>${'😀'.repeat(100_000)}</title><meta name="description" content="${'é'.repeat(100_000)}">`,
    );
    expect([[...title].length, /\p{Cs}/u.test(title), title.at(-1)]).toEqual([300, false, '…']);
    expect([[...description].length, description.at(-1)]).toEqual([1_000, '…']);
    expect((await read(`<title>${'😀'.repeat(300)}</title>`)).title).toBe('😀'.repeat(300));
  });
});

describe('S20.9: image is absolute and http(s), or ""', () => {
  const image = async (content: string, before = '') =>
    (await read(`${before}<meta property="og:image" content="${content}">`)).image;

  test.each([
    ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
    ['//cdn.example/a.png', 'https://cdn.example/a.png'],
    ['/a.png', 'https://example.org/a.png'],
    ['a.png?b&amp;c', 'https://example.org/dir/a.png?b&c'],
    [' a b.png ', 'https://example.org/dir/a%20b.png'],
    ['data:image/png;base64,AAAA', ''],
    ['javascript:alert(1)', ''],
    ['java\nscript:alert(1)', ''],
    ['file:///etc/passwd', ''],
    ['ftp://example.org/a.png', ''],
    ['http://[', ''],
    [`/${'x'.repeat(3_000)}`, ''],
  ])('%j', async (content, expected) => expect(await image(content)).toBe(expected));

  test('relative to the base that the page sets, if that is http(s)', async () => {
    expect(await image('a.png', '<base href="//cdn.example/x/">')).toBe('https://cdn.example/x/a.png');
    expect(await image('a.png', '<base href="javascript:1">')).toBe('https://example.org/dir/a.png');
  });

  test.each([
    ['<meta property="og:image:url" content="/a.png">', 'a'],
    ['<meta property="og:image:secure_url" content="/a.png">', 'a'],
    ['<meta name="twitter:image:src" content="/a.png">', 'a'],
    ['<link rel="shortcut image_src" href="/a.png">', 'a'],
    ['<link rel="icon" href="/no.png"><img src="/a.png"><img src="/no.png">', 'a'],
    ['<img src="/no.png" width="1" height=1><img src="data:image/gif;base64,AA"><img><img src="/a.png">', 'a'],
  ])('%s', async (html, name) => expect((await read(html)).image).toBe(`https://example.org/${name}.png`));
});

describe('hostile documents are read in no time', () => {
  const size = 1024 * 1024;
  const filled = (text: string) => text.repeat(Math.ceil(size / text.length));
  test.each<[string, string]>([
    ['tags within tags', filled('<i>')],
    ['ends without beginnings', '<i>'.repeat(100) + filled('</b>')],
    ['paragraphs that only end', '<i>'.repeat(100) + filled('</p>')],
    ['very many attributes', `<meta ${Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(' ')}>`],
    ['an attribute without end', `<meta property="og:title" content="${'x'.repeat(size)}`],
    ['a tag without end', `<${'a'.repeat(size)}`],
    ['a comment without end', `<!--${'-'.repeat(size)}`],
    ['a title without end', `<title>${filled('&lt;')}`],
    ['a script without end', `<script>${filled('</scrip')}`],
    ['half entities', filled('&#x')],
    ['very many different names', Array.from({ length: 20_000 }, (_, i) => `<meta name="og:${i}" content=x>`).join('')],
    ['white space', `<meta name="${' '.repeat(size)}" content="${' '.repeat(size)}">`],
  ])('%s', async (_name, html) => {
    const start = performance.now();
    const { title, description } = await read(html, 4096);
    expect(title.length + description.length).toBeLessThan(2_000);
    // Far more than is needed. Work that grows with the square of the size takes minutes.
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test('unrealistic nesting ends the reading and keeps what was found so far', async () => {
    expect(await read(`<title>x</title>${'<div>'.repeat(10_000)}${og}`, 4096)).toMatchObject({ title: 'x', image: '' });
  });
});
