// Makes the pages of the help, which are read without a network: one for each language.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages, pagePath } from '@roomtone/words';
import { appWords } from '@roomtone/words/app';
import { helpBody } from './help-body.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const output = join(here, '../dist/help');
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
copyFileSync(join(here, 'help.css'), join(output, 'help.css'));
const markdownIn = (code) => readFileSync(join(here, `${code}.md`), 'utf8');
// Links lead to a section in every language.
const ids = helpBody(markdownIn('en')).sections.map(({ id }) => id);
for (const { code, direction } of languages) {
  const { title, sections, body } = helpBody(markdownIn(code), ids);
  const { contents } = appWords(code).pages;
  const others = languages.filter((other) => other.code !== code);
  const choices = others.map(
    (other) =>
      `<a href="${pagePath('help', other.code)}" lang="${other.code}" hreflang="${other.code}">${other.name}</a>`,
  );
  const links = sections.map(({ id, name }) => `<li><a href="#${id}">${name}</a></li>`).join('\n          ');
  writeFileSync(
    join(output, basename(pagePath('help', code))),
    `<!doctype html>
<html lang="${code}" dir="${direction}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/help.css" />
  </head>
  <body>
    <nav aria-label="${contents}">
      <ul>
          ${links}
      </ul>
      <p class="languages">${choices.join('\n      ')}</p>
    </nav>
    <main>
      ${body}
    </main>
  </body>
</html>
`,
  );
}
