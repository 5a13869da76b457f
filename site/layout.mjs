// The frame around each page of the documentation.

/** @param {string} text */
export function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * @param {object} page
 * @param {string} page.name its address without `.html`
 * @param {string} page.title
 * @param {string} page.body
 * @param {readonly { level: number, id: string, text: string }[]} page.headings
 * @param {readonly string[]} [page.scripts] further scripts, from the root of the documentation
 * @param {{ title: string, pages: readonly { name: string, title: string, parts?: readonly (readonly string[])[] }[] }[]} contents
 * @param {string} version
 */
export function pageLayout(page, contents, version) {
  const up = '../'.repeat(page.name.split('/').length - 1);
  const address = (name) => (name === '' ? `${up}./` : `${up}${name}.html`);
  const scripts = ['site.js', ...(page.scripts ?? [])];
  return `<!doctype html>
<html lang="en" data-root="${up}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <title>${escapeHtml(page.title)}${page.name === 'index' ? '' : ' · Roomtone'}</title>
    <link rel="icon" href="${up}favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${up}site.css">
    <script src="${up}theme.js"></script>
${scripts.map((script) => `    <script type="module" src="${up}${script}"></script>`).join('\n')}
  </head>
  <body>
    <a class="skip" href="#content">Skip to the text</a>
    <header>
      <button class="menu" type="button" aria-controls="pages" aria-expanded="false">Pages</button>
      <a class="brand" href="${address('')}"><img src="${up}favicon.svg" alt="" width="26" height="26">Roomtone</a>
      <button class="find" type="button">Search <kbd>/</kbd></button>
      <button class="theme" type="button">Theme</button>
      <a class="open" href="/">Open Roomtone</a>
    </header>
    <div class="frame">
      <nav id="pages" aria-label="Pages">
${contents.map((group) => groupMarkup(group, page.name, address)).join('\n')}
        <p class="version">Version ${escapeHtml(version)}</p>
      </nav>
      <main id="content">
        <article>
${page.body}
        </article>
${neighbours(page.name, contents, address)}
      </main>
${onThisPage(page.headings)}
    </div>
    <dialog class="search" aria-label="Search">
      <form method="dialog">
        <input type="search" placeholder="Search, or paste an error" aria-label="Search, or paste an error" autocomplete="off">
        <button type="submit">Close</button>
      </form>
      <p class="count" role="status"></p>
      <ol></ol>
    </dialog>
  </body>
</html>
`;
}

/** Long groups open only on their own pages. */
function groupMarkup({ title, pages }, current, address) {
  const isHere = pages.some(({ name }) => name === current);
  const isLong = ['Decisions', 'More'].includes(title);
  const items = pages.map((page) => itemMarkup(page, current, address)).join('\n');
  return `        <details${isHere || !isLong ? ' open' : ''}>
          <summary>${escapeHtml(title)}</summary>
          <ul>
${items}
          </ul>
        </details>`;
}

function itemMarkup({ name, title, parts = [], href }, current, address) {
  const here = name === current ? ' aria-current="page"' : '';
  const own = `<a href="${href ?? address(name)}"${here}>${escapeHtml(title)}</a>`;
  if (parts.length === 0) return `            <li>${own}</li>`;
  const inner = parts.map(([text, anchor]) => `<li><a href="${address(name)}#${anchor}">${escapeHtml(text)}</a></li>`);
  return `            <li>${own}<ul>${inner.join('')}</ul></li>`;
}

/** Links to the page before and after. */
function neighbours(current, contents, address) {
  const all = contents.flatMap(({ pages }) => pages.filter(({ href }) => href === undefined));
  const at = all.findIndex(({ name }) => name === current);
  if (at === -1) return '';
  const link = (page, rel, word) =>
    page === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${address(page.name)}"><small>${word}</small>${escapeHtml(page.title)}</a>`;
  return `        <footer>${link(all[at - 1], 'prev', 'Before')}${link(all[at + 1], 'next', 'Next')}</footer>`;
}

function onThisPage(headings) {
  const shown = headings.filter(({ level }) => level === 2 || (level === 3 && headings.length < 30));
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `      <aside aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></aside>`;
}
