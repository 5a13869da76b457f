import { readFileSync } from 'node:fs';
import { languages } from '@roomtone/words';
import { describe, expect, it } from 'vitest';
import { helpBody } from '../help/help-body.mjs';

const read = (code: string) => readFileSync(new URL(`../help/${code}.md`, import.meta.url), 'utf8');

/** Links lead to a section in every language. */
const ids = helpBody(read('en')).sections.map(({ id }) => id);

/** All texts of the app in one language. */
function textsOf(code: string): string[] {
  const files = ['app', 'rooms', 'screens'].map(
    (part) => new URL(`../../../packages/words/messages/${code}/${part}.arb`, import.meta.url),
  );
  const entries = files.flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
  return entries.map(([, text]) =>
    String(text)
      .replace('&', '')
      .replace(/\{\w+\}/g, '…'),
  );
}

describe.each(languages.map(({ code }) => code))('the help in %s', (code) => {
  const markdown = read(code);
  const texts = textsOf(code);

  it('calls everything by the names that it has on screen', () => {
    // The pill that tells how late somebody is heard.
    const example = /28\s?(?:ms|мс|م)/u;
    // The first words of a list's entry are its topic.
    const named = markdown
      .replace(/^- \*\*[^*]+[:：]\*\*/gm, '')
      .split('**')
      .filter((_part, index) => index % 2 === 1)
      .flatMap((part) => part.replace(/\s+/g, ' ').split(/\s*[→←]\s*/))
      .filter((name) => !example.test(name));
    expect(named.length).toBeGreaterThan(15);
    const isShown = (name: string) => texts.some((text) => text === name || text.startsWith(name));
    expect(named.filter((name) => !isShown(name))).toEqual([]);
  });

  it('has sections that can be linked to', () => {
    const { title, sections, body } = helpBody(markdown, ids);
    expect(title).toMatch(/Roomtone/);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    for (const { id } of sections) expect(body).toContain(`<h2 id="${id}">`);
    expect(body.match(/<(?:[a-z0-9]+)/g)).not.toContain('<script');
  });
});

it.each(languages.map(({ code }) => code))('the help says the same in %s as in English', (other) => {
  const shape = (code: string) =>
    read(code)
      .trim()
      .split(/\n{2,}/)
      .map((block) => [/^(#+|-|1\.|\|)/.exec(block)?.[0], block.split(/\n(?=[-|]|\d+\. )/).length]);
  expect(shape(other)).toEqual(shape('en'));
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
