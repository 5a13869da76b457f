// Checks that the screens keep to the distances, radii, heights and sizes of type that ui/tokens.css names, and that their sides
// follow the direction of the text.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const page = 'apps/desktop/src/renderer/src/page';
const tokens = `${page}/ui/tokens.css`;

/**
 * Lengths in these ranges, CSS px, have a token. Smaller ones draw lines and small shapes; larger ones are the measures of a
 * single place.
 */
const rules = [
  { name: /^((row|column)-)?gap$|^(padding|margin)(-[a-z]+)*$/, from: 3, to: 28, tokens: '--space-4 to --space-24' },
  { name: /^border(-[a-z]+)*-radius$/, from: 4, to: 900, tokens: '--corner, --inner or --card' },
  { name: /^font(-size)?$/, from: 0, to: 900, tokens: '--small to --display' },
  { name: /^min-height$/, from: 26, to: 50, tokens: '--control-small, --control, --control-large or --bar' },
];

/** Sides that stay where they are when a language runs from right to left. */
const physicalSide = /^(margin|padding|border)-(left|right)(-|$)|^border-(top|bottom)-(left|right)-/;

const declaration = /^\s*(?<name>[a-z-]+):\s*(?<value>[^;]+);/;
const length = /(?<![\w.-])-?(?<px>\d+(?:\.\d+)?)px/g;

/** @returns {Promise<{ ok: boolean, output: string }>} */
export async function checkDesignTokens() {
  const paths = globSync('**/*.css', { cwd: join(root, page) }).map((path) => `${page}/${path.replaceAll('\\', '/')}`);
  const problems = paths
    .filter((path) => path !== tokens)
    .flatMap((path) => tokenProblems(readFileSync(join(root, path), 'utf8')).map((problem) => `${path}:${problem}`));
  return { ok: problems.length === 0, output: problems.join('\n') };
}

/** @param {string} css @returns {string[]} `line: what is wrong` */
export function tokenProblems(css) {
  return css.split('\n').flatMap((line, index) => {
    const { name = '', value = '' } = declaration.exec(line)?.groups ?? {};
    // The edges that a device covers stay left and right in every language, and so may what is computed.
    const [, right, , left] = /^(?:[\w.%-]+|var\(--[\w-]+\)|\s)+$/.test(value) ? value.split(/\s+/) : [];
    if (/^(padding|margin|inset)$/.test(name) && left !== undefined && left !== right && !value.includes('--safe-')) {
      return [`${index + 1}: ${name} differs left and right; use ${name}-block and ${name}-inline.`];
    }
    if (physicalSide.test(name)) return [`${index + 1}: ${name}; name the side by the text: inline-start, inline-end.`];
    const rule = rules.find((each) => each.name.test(name));
    if (rule === undefined) return [];
    // Behind the slash of a font stands the height of its lines.
    const own = name === 'font' ? value.split('/')[0] : value;
    const found = [...own.matchAll(length)].filter(({ groups }) => rule.from <= groups.px && groups.px <= rule.to);
    return found.map(([px]) => `${index + 1}: ${name} has ${px}; use ${rule.tokens} of ui/tokens.css.`);
  });
}
