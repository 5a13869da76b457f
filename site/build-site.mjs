// Builds the documentation into apps/server/dist/docs: pages from the Markdown files of the repository, the SDK for the
// playground, and the text for the search. It fails on a link that leads nowhere.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { rolldown } from 'rolldown';
import sharp from 'sharp';
import { compressTexts } from '../scripts/compress-texts.mjs';
import { defaultRepository } from '../scripts/release/repository.mjs';
import { contentsOf, referenceFolder } from './contents.mjs';
import { escapeHtml, pageLayout } from './layout.mjs';
import { siteProblems } from './links.mjs';
import { renderMarkdown } from './markdown.mjs';
import { examplesMarkup } from './playground.mjs';

const here = import.meta.dirname;
const root = join(here, '..');
const output = join(root, 'apps/server/dist/docs');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const require = createRequire(import.meta.url);

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const contents = contentsOf(root);
const listed = [{ name: 'index', source: 'docs/index.md' }, ...contents.flatMap(({ pages }) => pages)];
/** The page of each document. */
const pageOf = new Map(listed.map(({ name, source }) => [source, name]));
/** The pictures that pages show, by their path in the repository. */
const pictures = new Set();

const pages = listed.map((page) => {
  const markdown = readFileSync(join(root, page.source), 'utf8');
  const rendered = renderMarkdown(markdown, linkFrom(page), imageFrom(page));
  const isPlayground = page.name === 'playground';
  return {
    ...rendered,
    ...page,
    title: page.title ?? rendered.title,
    body: isPlayground ? `${rendered.body}${examplesMarkup(join(here, 'examples'))}` : rendered.body,
    scripts: isPlayground ? ['playground.js'] : [],
  };
});
const titled = contents.map((group) => ({
  title: group.title,
  pages: [
    ...group.pages.map(({ name, parts }) => ({ ...pages.find((page) => page.name === name), parts })),
    // The server itself has this one.
    ...(group.title === 'Reference' ? [{ name: 'api', title: 'REST reference', href: '/docs/api' }] : []),
  ],
}));
for (const page of pages) {
  const file = join(output, `${page.name}.html`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, pageLayout(page, titled, version));
}
writeFileSync(join(output, 'search.json'), JSON.stringify(pages.flatMap(searchEntries)));
await Promise.all([copyAssets(), bundleSdk(), ...Array.from(pictures, copyPicture)]);
const problems = siteProblems(output);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
await compressTexts(output, 9);

/** Links between documents become links between pages; what is not a page is read in the repository. */
function linkFrom({ source, name }) {
  return (target) => {
    if (/^[a-z]+:|^\//i.test(target)) return target;
    const [path = '', anchor] = target.split('#');
    const hash = anchor === undefined ? '' : `#${anchor}`;
    if (path === '') return hash;
    const file = posix.normalize(posix.join(posix.dirname(source), decodeURI(path))).replace(/\/$/, '');
    const page = pageOf.get(file) ?? pageOf.get(`${file}/index.md`);
    if (page !== undefined) return `${posix.relative(posix.dirname(`/${name}`), `/${page}.html`)}${hash}`;
    if (!existsSync(join(root, file))) throw new Error(`${source}: the link ${target} leads nowhere`);
    return `https://github.com/${defaultRepository}/blob/v${version}/${file}${hash}`;
  };
}

/** A picture of the dark theme has one of the light theme beside it, if there is one. */
function imageFrom({ source, name }) {
  return (target, alt) => {
    const file = posix.normalize(posix.join(posix.dirname(source), target));
    const light = file.replace('-dark.', '-light.');
    const both = light !== file && existsSync(join(root, light));
    const markup = (path, theme) => {
      pictures.add(path);
      const address = posix.relative(posix.dirname(`/${name}`), `/images/${pictureName(path)}`);
      return `<img${theme} src="${address}" alt="${escapeHtml(alt)}" loading="lazy">`;
    };
    if (!both) return markup(file, '');
    return `${markup(file, ' class="when-dark"')}${markup(light, ' class="when-light"')}`;
  };
}

function pictureName(path) {
  return posix.basename(path).replace(/\.png$/, '.webp');
}

/** PNG becomes WebP, which is a fifth of the size. */
async function copyPicture(path) {
  const target = join(output, 'images', pictureName(path));
  mkdirSync(dirname(target), { recursive: true });
  if (path.endsWith('.png')) await sharp(join(root, path)).webp({ quality: 84 }).toFile(target);
  else cpSync(join(root, path), target);
}

function searchEntries({ name, title, sections, source }) {
  const isReference = source.startsWith(referenceFolder) || source.endsWith('api-report.md');
  return sections.map(({ id, heading, text }) => [name, id, title, heading, isReference ? '' : text]);
}

async function copyAssets() {
  cpSync(join(here, 'assets'), output, { recursive: true });
  cpSync(join(root, 'apps/server/reference/favicon.svg'), join(output, 'favicon.svg'));
  const fonts = {
    'serif.woff2': '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
    'sans.woff2': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  };
  for (const [name, file] of Object.entries(fonts)) cpSync(require.resolve(file), join(output, name));
}

/** As any page would have it that uses the npm package. */
async function bundleSdk() {
  const bundle = await rolldown({
    input: { sdk: join(root, 'packages/sdk/dist/index.js'), extras: join(root, 'packages/sdk/dist/extras.js') },
    platform: 'browser',
    resolve: { conditionNames: ['browser', 'import', 'default'] },
    logLevel: 'silent',
  });
  await bundle.write({ dir: join(output, 'sdk'), format: 'es', minify: true });
  await bundle.close();
}
