import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const page = (path: string) => fileURLToPath(new URL(`./src/renderer/src/page/${path}`, import.meta.url));
const start = page('composition/start.tsx');
/** The screens that somebody new sees first. */
const firstScreens = [start, page('composition/welcome.tsx')];
/** The texts of the first screens, a file for each language. */
const isLanguage = (id: string) => id.includes('/words/dist/catalogs/screens/');
/** They run before a language is there, which the rest needs as soon as it runs. */
const beforeLanguage = [page('composition/main.tsx')];

/** Gathers in two files what every screen loads: over http/1.1 a page fetches six files at a time. */
export function startParts(): (id: string, build: Rolldown.ChunkingContext) => string | null {
  let first: Set<string> | undefined;
  let all: Set<string> | undefined;
  return (id, build) => {
    first ??= importsOf(beforeLanguage, build);
    all ??= importsOf([start], build);
    if (id === start || beforeLanguage.includes(id) || isLanguage(id)) return null;
    if (first.has(id)) return 'first';
    return all.has(id) ? 'start-parts' : null;
  };
}

/** The given modules and all that they import, but not what they load later. */
function importsOf(modules: readonly string[], build: Rolldown.ChunkingContext): Set<string> {
  const all = new Set(modules);
  // A set visits what is added on the way.
  for (const id of all) for (const imported of build.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  return all;
}

/**
 * Names the scripts and styles of the first screens in the page itself. They run only after a language, but are fetched beside it:
 * on a slow network each wait for an answer takes half a second.
 */
export const preloadStart: Plugin = {
  name: 'preload-start',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      if (bundle === undefined) return [];
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const names = new Set(
        firstScreens.map((path) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path);
          if (chunk === undefined) throw new Error(`no chunk starts with ${path}`);
          return chunk.fileName;
        }),
      );
      for (const name of names)
        for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported);
      const loaded = chunks.filter(({ fileName }) => names.has(fileName));
      const styles = new Set(loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      return [
        ...[...names].map((name) => link({ rel: 'modulepreload', crossorigin: true, href: `/${name}` })),
        ...[...styles].map((name) => link({ rel: 'preload', as: 'style', crossorigin: true, href: `/${name}` })),
      ];
    },
  },
};

function link(attrs: Record<string, string | boolean>) {
  return { tag: 'link', attrs, injectTo: 'head' as const };
}
