import { type EngravedElement, engravedAttributes, engravedElements } from './engraving-rules.ts';
import { type Element, numberFrom } from './read-xml.ts';

/** An element as the engraver gets it; "" if there is nothing left of it. @param change replaces the content of some. */
export function engraved(element: Element, change: (element: Element) => string | undefined = () => undefined): string {
  const rule = engravedElements[element.name];
  if (rule === undefined) return '';
  const content = change(element) ?? contentOf(element, rule, change);
  if (content === undefined) return '';
  const attributes = [...element.attributes].map(([name, value]) => attributeOf(element.name, name, value)).join('');
  return tag(element.name, content, attributes);
}

export function tag(name: string, content: string | number, attributes = ''): string {
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"\p{Cc}]/gu, (character) => references[character] ?? ' ');
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Of one name in one element. */
const usualMost = 16;

function contentOf(
  element: Element,
  { number, word, text, children, needs }: EngravedElement,
  change: (element: Element) => string | undefined,
): string | undefined {
  const own = element.text.trim();
  if (number !== undefined) return bounded(own, number);
  if (word !== undefined) return word.test(own) ? escaped(own) : undefined;
  if (text !== undefined) return escaped([...own].slice(0, text).join(''));
  if (children === undefined) return '';
  const counts = new Map<string, number>();
  let isEmpty = needs !== undefined;
  let content = '';
  for (const child of element.children) {
    if (!children.includes(child.name)) continue;
    const count = (counts.get(child.name) ?? 0) + 1;
    counts.set(child.name, count);
    if (count > (engravedElements[child.name]?.most ?? usualMost)) continue;
    const inside = engraved(child, change);
    if (inside !== '' && needs?.includes(child.name) === true) isEmpty = false;
    content += inside;
  }
  return isEmpty ? undefined : content;
}

function bounded(text: string, [least, most]: readonly [number, number]): string | undefined {
  const value = numberFrom(text);
  return value === undefined ? undefined : String(Math.min(most, Math.max(least, value)));
}

function attributeOf(element: string, name: string, value: string): string {
  const rule = engravedAttributes[name];
  if (rule === undefined) return '';
  // Endings have several.
  if (element === 'ending' && name === 'number')
    return /^[\d, .-]{1,12}$/.test(value) ? ` number="${value}"` : ' number="1"';
  if (rule instanceof RegExp) return rule.test(value) ? ` ${name}="${escaped(value)}"` : '';
  const number = bounded(value, rule);
  return number === undefined ? '' : ` ${name}="${number}"`;
}
