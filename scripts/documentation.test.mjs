import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { find } from '../site/assets/search.js';
import { contentsOf } from '../site/contents.mjs';
import { siteProblems } from '../site/links.mjs';
import { renderMarkdown } from '../site/markdown.mjs';
import { root } from './run.mjs';

const built = join(root, 'apps/server/dist/docs');

it('S33.1: all links between the built pages lead somewhere, and nothing in them needs what the policy forbids', () => {
  expect(siteProblems(built)).toEqual([]);
});

it('finds dead links, inline scripts and styles, and files from other servers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-site-'));
  mkdirSync(join(folder, 'decisions'));
  writeFileSync(
    join(folder, 'index.html'),
    '<h1 id="top"></h1><a href="decisions/one.html#why"></a><a href="/docs/api"></a>',
  );
  writeFileSync(
    join(folder, 'decisions/one.html'),
    `<a href="../index.html#top"></a><a href="two.html"></a><script>1</script><p style="color: red" onclick="x()"></p>
     <img src="https://example.org/x.png"><a href="https://example.org/"></a>`,
  );
  expect(siteProblems(folder)).toEqual([
    'decisions/one.html: the link two.html leads nowhere',
    'decisions/one.html: has an inline script',
    'decisions/one.html: has an inline style',
    'decisions/one.html: has an inline handler',
    'decisions/one.html: has something from another server',
    'index.html: the link decisions/one.html#why leads to no heading',
  ]);
  rmSync(folder, { recursive: true });
});

it('has a page for every document, each once', () => {
  const sources = contentsOf(root).flatMap(({ pages }) => pages.map(({ source }) => source));
  expect(new Set(sources).size).toBe(sources.length);
  for (const folder of ['docs', 'docs/decisions']) {
    const documents = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md') && name !== 'index.md');
    expect(sources).toEqual(expect.arrayContaining(documents.map((name) => `${folder}/${name}`)));
  }
});

it('finds an error by the words on the screen, and best where it is explained', () => {
  const entries = JSON.parse(readFileSync(join(built, 'search.json'), 'utf8'));
  const pagesFor = (asked) => find(entries, asked).map(({ page }) => page);
  expect(pagesFor('This is not the server you were invited to')[0]).toBe('troubleshooting');
  expect(pagesFor('Can’t reach the server. Try again in a moment.')[0]).toBe('troubleshooting');
  expect(pagesFor('no router here answers')[0]).toMatch(/^(troubleshooting|hosting)$/);
  expect(pagesFor('ROOMTONE_ALLOWED_ORIGINS')).toContain('sdk');
  expect(pagesFor('playout delay')).toContain('latency-for-musicians');
  expect(pagesFor('zzzz')).toEqual([]);
  expect(pagesFor(' ')).toEqual([]);
  const [first] = find(entries, 'IN USE by another program');
  expect([first.page, first.heading]).toEqual(['troubleshooting', 'In use by another program']);
  const { excerpt } = find(entries, 'keeps retrying')[0];
  expect(excerpt.find(({ isMatch }) => isMatch).text).toBe('keeps retrying');
});

it('turns Markdown into HTML with anchors as on GitHub, and without inline styles', () => {
  const markdown =
    '# One\n\n## A `code` heading\n\ntext **bold**\n\n## A `code` heading\n\n| a | b |\n|---|--:|\n| [x](tour.md) | 1 |\n';
  const { title, headings, sections, body } = renderMarkdown(
    markdown,
    (target) => `/${target}`,
    () => '',
  );
  expect(title).toBe('One');
  expect(headings.map(({ id }) => id)).toEqual(['a-code-heading', 'a-code-heading-1']);
  expect(sections[1]).toEqual({ id: 'a-code-heading', heading: 'A code heading', text: 'text bold' });
  expect(body).toContain('<a href="/tour.md">');
  expect(body).toContain('<td class="number">1</td>');
  expect(body).not.toContain('style=');
});

it('explains messages that the screens really show', () => {
  const shown = ['screens', 'rooms']
    .map((part) => readFileSync(join(root, `packages/words/messages/en/${part}.arb`), 'utf8'))
    .join('')
    .replaceAll('’', "'")
    .toLowerCase();
  const [screens = ''] = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8').split('## Hosting');
  const messages = Array.from(screens.matchAll(/^### (.+)$/gm), ([, heading]) => heading.split(' · ')).flat();
  expect(messages.length).toBeGreaterThan(25);
  // Messages of browsers, and what people notice without any message.
  const others = /^(Your connection is not private|Warning: Pot|This Connection Is|A note does|The keyboard is listed)/;
  expect(messages.filter((text) => !others.test(text) && !shown.includes(text.toLowerCase()))).toEqual([]);
});
