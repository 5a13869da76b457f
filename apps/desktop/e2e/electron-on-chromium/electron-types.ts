import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A value as Electron's type declarations describe it: its kind, as far as it can be checked at run time. */
export interface MemberType {
  /** The type as it is written. */
  readonly text: string;
  /** The strings that are allowed; undefined for other types. */
  readonly choices: ReadonlySet<string> | undefined;
}

/** A class or an interface of Electron's. */
export interface TypeOfElectron {
  readonly parents: readonly string[];
  readonly members: ReadonlyMap<string, MemberType>;
  readonly events: ReadonlySet<string>;
}

/**
 * Reads the classes and interfaces of electron.d.ts. The file is generated, one member per line, so its layout is enough to
 * find them.
 */
export function readElectronTypes(): ReadonlyMap<string, TypeOfElectron> {
  const declarations = new URL('./electron.d.ts', import.meta.resolve('electron/package.json'));
  const types = new Map<string, TypeOfElectron>();
  let members = new Map<string, MemberType>();
  let events = new Set<string>();
  for (const line of readFileSync(fileURLToPath(declarations), 'utf8').split('\n')) {
    const opened = /^ {2}(?:interface|class) (\w+)(?: extends ([^{]+))? \{(\})?$/.exec(line);
    if (opened !== null) {
      const [, name = '', parents = ''] = opened;
      [members, events] = [new Map(), new Set()];
      types.set(name, { parents: parents.split(',').map((parent) => parent.trim()), members, events });
      continue;
    }
    const member = /^ {4}(?:static |readonly )*([A-Za-z_]\w*)\??(?:: (.+);|\()/.exec(line);
    if (member === null) continue;
    const [, name = '', text = ''] = member;
    const event = /^ {4}on\(event: '([^']+)'/.exec(line)?.[1];
    if (event !== undefined) events.add(event);
    members.set(name, { text, choices: choicesIn(text) });
  }
  return types;
}

/** The strings of a type such as `('a' | 'b')`; undefined if anything else is allowed, too. */
function choicesIn(text: string): ReadonlySet<string> | undefined {
  const parts = text.replace(/^\((.*)\)$/, '$1').split(' | ');
  return parts.every((part) => /^'[^']*'$/.test(part)) ? new Set(parts.map((part) => part.slice(1, -1))) : undefined;
}
