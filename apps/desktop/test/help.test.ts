import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { helpBody } from '../help/help-body.mjs';
import { stringsFor } from '../src/main/strings.ts';
import { catalogue as english } from '../src/renderer/src/page/strings/english/index.ts';
import { roomCatalogue as englishRooms } from '../src/renderer/src/page/strings/english/room-catalogue.ts';
import { catalogue as german } from '../src/renderer/src/page/strings/german/index.ts';
import { roomCatalogue as germanRooms } from '../src/renderer/src/page/strings/german/room-catalogue.ts';

const read = (code: string) => readFileSync(new URL(`../help/${code}.md`, import.meta.url), 'utf8');

/** All texts of the app in one language; functions with "…" for what they put in. */
function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words.replace('&', '')];
  if (typeof words === 'function') {
    return Array.from(String(words).matchAll(/`([^`]*)`|'([^']*)'/g), ([, one, other]) =>
      (one ?? other ?? '').replace(/\$\{[^}]*\}/g, '…'),
    );
  }
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

describe.each([
  ['en', [english, englishRooms]],
  ['de', [german, germanRooms]],
] as const)('the help in %s', (code, catalogues) => {
  const markdown = read(code);
  const texts = [...textsOf(catalogues), ...textsOf(stringsFor([code]))];

  it('calls everything by the names that it has on screen', () => {
    const example = code === 'en' ? /^You hear Teo in 28 ms$/ : /^Du hörst Teo nach 28 ms$/;
    // The first words of a list's entry are its topic.
    const named = markdown
      .replace(/^- \*\*[^*]+:\*\*/gm, '')
      .split('**')
      .filter((_part, index) => index % 2 === 1)
      .flatMap((part) => part.replace(/\s+/g, ' ').split(' → '))
      .filter((name) => !example.test(name));
    expect(named.length).toBeGreaterThan(15);
    const isShown = (name: string) => texts.some((text) => text === name || text.startsWith(name));
    expect(named.filter((name) => !isShown(name))).toEqual([]);
  });

  it('has sections that can be linked to', () => {
    const { title, sections, body } = helpBody(markdown);
    expect(title).toMatch(/Roomtone/);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    for (const { id } of sections) expect(body).toContain(`<h2 id="${id}">`);
    expect(body.match(/<(?:[a-z0-9]+)/g)).not.toContain('<script');
  });
});

it('the help says the same in both languages', () => {
  const shape = (code: string) =>
    read(code)
      .split(/\n{2,}/)
      .map((block) => [/^(#+|-|1\.|\|)/.exec(block)?.[0], block.split(/\n(?=[-|]|\d+\. )/).length]);
  expect(shape('de')).toEqual(shape('en'));
});

it('the help is the same from a file whose lines end as on Windows', () => {
  const markdown = read('en');
  expect(helpBody(markdown.replaceAll('\n', '\r\n'))).toEqual(helpBody(markdown));
});

it('the help’s Markdown becomes HTML, with nothing of it left to run', () => {
  const { body } = helpBody(
    '# <A>\n\n## Töne & Spaß\n\n- **one**\n  more\n- two\n\n1. <script>\n\n| a | b |\n|---|---|\n| **c** | d |',
  );
  expect(body.split(/\n */)).toEqual([
    '<h1>&#60;A&#62;</h1>',
    '<h2 id="tone-spass">Töne &#38; Spaß</h2>',
    '<ul><li><strong>one</strong> more</li><li>two</li></ul>',
    '<ol><li>&#60;script&#62;</li></ol>',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><strong>c</strong></td><td>d</td></tr></table>',
  ]);
});
