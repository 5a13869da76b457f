// The pages that the documentation has, and in which order. A document that is not named here comes under "More".
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Page
 * @property {string} name its address without `.html`
 * @property {string} source the Markdown file, from the root of the repository
 * @property {string} [title] in the list of pages; the page's heading unless given
 * @property {readonly (readonly [title: string, anchor: string])[]} [parts] sections that are listed as well
 *
 * @typedef {{ title: string, pages: Page[] }} Group
 */

/** The folder of the SDK's reference, if `npm run docs` has made it. */
export const referenceFolder = 'artifacts/sdk-reference';

const runtimes = [
  ['Node', 'the-first-note-in-node'],
  ['Browser', 'the-first-note-in-a-browser'],
  ['Worker', 'in-a-worker'],
  ['React', 'in-react'],
  ['Tests', 'test-a-program'],
];

const groups = [
  {
    title: 'Play',
    pages: ['first-evening', 'midi', 'latency-for-musicians', 'troubleshooting', 'comparison'],
  },
  { title: 'Host', pages: ['hosting', 'scaling', 'operations', 'security', 'billing'] },
  {
    title: 'Build',
    pages: ['sdk', 'playground', 'command-line', 'bots', 'rest', 'protocol', 'conversations', 'other-languages'],
  },
  {
    title: 'Under the lid',
    pages: ['architecture', 'tour', 'glossary', 'room-rules', 'service-rules', 'latency', 'proof'],
  },
];

/** Pages whose list entry differs from their heading. */
const titles = {
  'first-evening': 'A first evening',
  midi: 'MIDI set-ups',
  'latency-for-musicians': 'Latency for musicians',
  comparison: 'Comparison',
  hosting: 'Hosting',
  operations: 'When things go wrong',
  sdk: 'The SDK',
  rest: 'REST',
  protocol: 'Protocol',
  tour: 'Where to change what',
  latency: 'Latency, measured',
  proof: 'Proof',
};

/**
 * The groups of pages whose documents are there.
 * @param {string} root of the repository
 * @returns {Group[]}
 */
export function contentsOf(root) {
  const found = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'index.md');
  const left = new Set(found.map((name) => name.slice(0, -'.md'.length)));
  const listed = groups.map(({ title, pages }) => ({
    title,
    pages: pages.filter((name) => left.delete(name) || name === 'playground').map(pageOf),
  }));
  // Before what only those need who change Roomtone itself.
  listed.splice(3, 0, { title: 'Reference', pages: referencePages(root) });
  listed.push({ title: 'Decisions', pages: decisions(root) });
  listed.push({ title: 'More', pages: [...left].sort().map(pageOf).concat(others) });
  return listed;
}

const others = [
  { name: 'changelog', source: 'CHANGELOG.md', title: 'Changelog' },
  { name: 'contributing', source: 'CONTRIBUTING.md', title: 'Contributing' },
  { name: 'benchmarks', source: 'bench/README.md', title: 'Benchmarks' },
];

function pageOf(name) {
  const source = name === 'playground' ? 'site/playground.md' : `docs/${name}.md`;
  const title = titles[name] === undefined ? {} : { title: titles[name] };
  return { name, source, ...title, ...(name === 'sdk' ? { parts: runtimes } : {}) };
}

function decisions(root) {
  return readdirSync(join(root, 'docs/decisions'))
    .sort()
    .map((file) => ({ name: `decisions/${file.slice(0, -'.md'.length)}`, source: `docs/decisions/${file}` }));
}

/** One page for each entry point of the libraries; without TypeDoc's pages, the reports of their types. */
function referencePages(root) {
  const folder = join(root, referenceFolder);
  if (!existsSync(folder)) {
    return ['sdk', 'react', 'protocol'].map((library) => ({
      name: `reference/${library}`,
      source: `packages/${library}/api-report.md`,
      title: `@roomtone/${library}`,
    }));
  }
  return readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md') && file.startsWith('@roomtone/'))
    .sort((one, other) => libraryOrder(one) - libraryOrder(other) || one.localeCompare(other))
    .map((file) => {
      const name = file.slice(0, -'.md'.length);
      return {
        name: `reference/${name.replace('@roomtone/', '')}`,
        source: `${referenceFolder}/${file}`,
        title: name,
      };
    });
}

/** The library that most programs need comes first. */
function libraryOrder(file) {
  return ['sdk', 'react', 'protocol'].findIndex((name) => file.startsWith(`@roomtone/${name}`));
}
