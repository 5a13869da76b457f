// Makes the pages of the help, which are read without a network: one for each language.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpBody } from './help-body.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const output = join(here, '../dist/help');
/** The other language is one click away. */
const languages = {
  en: { file: 'help.html', other: { file: 'help.de.html', code: 'de', name: 'Deutsch' }, contents: 'Contents' },
  de: { file: 'help.de.html', other: { file: 'help.html', code: 'en', name: 'English' }, contents: 'Inhalt' },
};

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
copyFileSync(join(here, 'help.css'), join(output, 'help.css'));
for (const [code, { file, other, contents }] of Object.entries(languages)) {
  const { title, sections, body } = helpBody(readFileSync(join(here, `${code}.md`), 'utf8'));
  const links = sections.map(({ id, name }) => `<li><a href="#${id}">${name}</a></li>`).join('\n          ');
  writeFileSync(
    join(output, file),
    `<!doctype html>
<html lang="${code}">
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
      <p><a href="/${other.file}" lang="${other.code}" hreflang="${other.code}">${other.name}</a></p>
    </nav>
    <main>
      ${body}
    </main>
  </body>
</html>
`,
  );
}
