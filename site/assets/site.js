// The list of pages on small screens, the theme, and the search.
const page = document.documentElement;
const root = new URL(page.dataset.root || './', location.href);

const menu = document.querySelector('.menu');
menu.addEventListener('click', () => {
  const isOpen = page.toggleAttribute('data-menu');
  menu.setAttribute('aria-expanded', String(isOpen));
});

const themeButton = document.querySelector('.theme');
const isDark = () =>
  page.dataset.theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : page.dataset.theme === 'dark';
const nameTheme = () => {
  themeButton.textContent = isDark() ? 'Light' : 'Dark';
  themeButton.setAttribute('aria-label', isDark() ? 'Light theme' : 'Dark theme');
};
themeButton.addEventListener('click', () => {
  page.dataset.theme = isDark() ? 'light' : 'dark';
  localStorage.setItem('roomtone-docs-theme', page.dataset.theme);
  nameTheme();
});
nameTheme();

const dialog = document.querySelector('dialog.search');
const field = dialog.querySelector('input');
const list = dialog.querySelector('ol');
const count = dialog.querySelector('.count');
let entries;

const openSearch = async () => {
  dialog.showModal();
  field.select();
  entries ??= fetch(new URL('search.json', root)).then((answer) => answer.json());
  await show();
};
document.querySelector('.find').addEventListener('click', openSearch);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input, textarea, select');
  const isAsked =
    (event.key === '/' && !isTyping) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
  if (!isAsked || dialog.open) return;
  event.preventDefault();
  openSearch();
});
field.addEventListener('input', () => show());
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  list.querySelector('a')?.click();
});
list.addEventListener('click', () => dialog.close());

async function show() {
  const asked = field.value;
  const { find } = await import(new URL('search.js', root));
  const found = find(await entries, asked);
  // Another letter may have been typed meanwhile.
  if (asked !== field.value) return;
  count.textContent = asked.trim() === '' ? '' : found.length === 0 ? 'Nothing found. Try fewer words.' : '';
  list.replaceChildren(...found.map(resultOf));
}

function resultOf({ page: name, anchor, title, heading, excerpt }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = new URL(`${name === 'index' ? './' : `${name}.html`}#${anchor}`, root);
  const [where, what, text] = ['small', 'strong', 'span'].map((tag) => document.createElement(tag));
  where.textContent = title;
  what.textContent = heading;
  text.append(
    ...excerpt.map(({ text: words, isMatch }) => {
      const part = document.createElement(isMatch ? 'mark' : 'span');
      part.textContent = words;
      return part;
    }),
  );
  link.append(where, what, text);
  item.append(link);
  return item;
}
