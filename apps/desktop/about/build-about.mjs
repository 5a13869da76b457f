// Makes the page about the app: its version, and what it is made of with every licence in full.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages, pagePath } from '@roomtone/words';
import { appWords } from '@roomtone/words/app';
import { shippedPackages, withLicences } from '../../../scripts/shipped-packages.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const output = join(here, '../dist/about');
const read = (path) => readFileSync(join(root, path), 'utf8');

const { version } = JSON.parse(read('package.json'));
const packages = withLicences(shippedPackages(read('pnpm-lock.yaml'), ['apps/desktop', 'apps/server']), root);
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
cpSync(join(here, 'about.css'), join(output, 'about.css'));

for (const { code, direction } of languages)
  writeFileSync(join(output, basename(pagePath('about', code))), aboutPage(code, direction));
writeFileSync(join(output, 'licenses.html'), licencesPage());

function aboutPage(code, direction) {
  const { about: title, pages: words } = appWords(code);
  // The notices that the texts stand around are as their authors wrote them.
  return page(
    { code, direction, title },
    `<h1>Roomtone</h1>
      <p>${words.aboutLead({ version: text(version) })}</p>
      <h2>${words.sounds}</h2>
      <div lang="en" dir="ltr">${blocks(read('THIRD-PARTY-NOTICES.md').replace(/^# .*[\r\n]+/, '')).join('\n      ')}</div>
      <h2>${words.packages}</h2>
      <p>${words.packageCount({ count: packages.length })}</p>
      <div lang="en" dir="ltr">${packages.map(entry).join('\n      ')}</div>`,
  );
}

/** Every licence in full, once for all languages. */
function licencesPage() {
  const texts = packages
    .map((each, index) => ({ ...each, id: idOf(index) }))
    .filter(({ text: licenceText }) => licenceText !== '')
    .map(
      ({ name, version: its, id, text: licenceText }) =>
        `<section id="${id}"><h2>${text(name)} ${text(its)}</h2><pre>${text(licenceText)}</pre></section>`,
    );
  return page(
    { code: 'en', direction: 'ltr', title: 'Licenses' },
    `<h1>Licenses</h1>
      ${texts.join('\n      ')}`,
  );
}

function page({ code, direction, title }, body) {
  return `<!doctype html>
<html lang="${code}" dir="${direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/about.css" />
  </head>
  <body>
    <main>
      ${body}
    </main>
  </body>
</html>
`;
}

/** The little of Markdown that the notices use: headings, tables, links, code and paragraphs. */
function blocks(markdown) {
  return markdown
    .trim()
    .split(/\r?\n/)
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => {
      if (block.startsWith('## ')) return `<h3>${inline(block.slice(3))}</h3>`;
      if (!block.startsWith('|')) return `<p>${inline(block)}</p>`;
      const rows = block.split('\n').map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => inline(cell.trim())),
      );
      const [head = [], , ...body] = rows;
      const line = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
      return `<table>${line(head, 'th')}${body.map((cells) => line(cells, 'td')).join('')}</table>`;
    });
}

function inline(markdown) {
  return text(markdown)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((https:[^)]+)\)/g, '<a href="$2" target="_blank" rel="noreferrer">$1</a>');
}

function entry({ name, version: its, licence, text: licenceText }, index) {
  const address = `https://www.npmjs.com/package/${encodeURI(name)}`;
  const link = `<a href="${text(address)}" target="_blank" rel="noreferrer">${text(name)}</a> ${text(its)}`;
  const own =
    licenceText === ''
      ? `<span>${text(licence)}</span>`
      : `<a href="/licenses.html#${idOf(index)}">${text(licence)}</a>`;
  return `<p class="package">${link} ${own}</p>`;
}

function idOf(index) {
  return `package-${index + 1}`;
}

function text(plain) {
  return plain.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
