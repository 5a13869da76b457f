import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { SheetError } from './sheet.ts';

/** An XML element. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  /** All text directly inside. */
  text: string;
}

/** One piece of markup, or the text before the next one. */
const tokens =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[\]>]*(?:\[(?:(?!<!ENTITY)[^\]])*\]\s*)?>|<(\/?)([^\s<>/!?="']{1,80})((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>|[^<]+/gy;
const attribute = /([^\s="'<>/]{1,80})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const none: ReadonlyMap<string, string> = new Map();
const predefined: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Reads XML as far as MusicXML needs it, in a worker, which has no parser of its own. A document that declares entities is
 * refused, so that none can grow.
 * @throws {SheetError}
 */
export function readXml(text: string): Element {
  const document = new XmlDocument();
  let at = 0;
  for (const [whole, cdata, closing, name, attributes = '', selfClosing] of text.matchAll(tokens)) {
    at += whole.length;
    if (name === undefined) document.addText(cdata ?? (whole.startsWith('<') ? '' : decoded(whole)));
    else if (closing === '/') document.close(name);
    else document.open(name, attributes, selfClosing === '/');
  }
  if (at !== text.length) throw new SheetError('damaged');
  return document.end();
}

class XmlDocument {
  readonly #root: Element = { name: '', attributes: none, children: [], text: '' };
  readonly #open: Element[] = [this.#root];
  #elements = 0;

  addText(text: string): void {
    this.#inside.text += text;
  }

  open(name: string, attributes: string, isEmpty: boolean): void {
    if (++this.#elements > sheetLimits.elements || this.#open.length > sheetLimits.depth) {
      throw new SheetError('too-large');
    }
    const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' };
    this.#inside.children.push(element);
    if (!isEmpty) this.#open.push(element);
  }

  close(name: string): void {
    if (this.#inside.name !== name || this.#open.length === 1) throw new SheetError('damaged');
    this.#open.pop();
  }

  /** The one element at the top. */
  end(): Element {
    const [top, ...others] = this.#root.children;
    if (this.#open.length !== 1 || top === undefined || others.length > 0) throw new SheetError('damaged');
    return top;
  }

  get #inside(): Element {
    return this.#open.at(-1) ?? this.#root;
  }
}

/** The first child of that name. */
export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text of the first child of that name, trimmed; "" if there is none. */
export function textOf(element: Element | undefined, name: string): string {
  return childOf(element, name)?.text.trim() ?? '';
}

/** A child's text as a number; undefined if it is none. */
export function numberOf(element: Element | undefined, name: string): number | undefined {
  return numberFrom(textOf(element, name));
}

export function numberFrom(text: string | undefined): number | undefined {
  const value = Number(text);
  return text === undefined || text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  if (!text.includes('=')) return none;
  return new Map(
    Array.from(text.matchAll(attribute), ([, name = '', double, single]) => [name, decoded(double ?? single ?? '')]),
  );
}

/** A reference that is not predefined stays as it is written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return predefined[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
