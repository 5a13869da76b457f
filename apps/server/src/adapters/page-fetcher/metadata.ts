import { Parser } from 'htmlparser2';

/** A page's metadata by source: `og:title`, `twitter:image`, `description`, `title`, `image_src`, `img`, `base` … */
export type Metadata = ReadonlyMap<string, string>;

/** Deeper nesting holds nothing useful, and the parser's work per tag grows with the depth. */
const maxDepth = 128;
/** Code units kept of one text; less than this is shown. */
const maxKept = 8 * 1024;

/**
 * Collects a page's metadata, with entities decoded. If a page repeats an item, the first non-empty one counts. Reads to the
 * end, because not every page has its metadata in its head, but stops at nesting that no real page has.
 */
export async function metadataOf(text: AsyncIterable<string>): Promise<Metadata> {
  const collector = createCollector();
  for await (const slice of text) {
    collector.parser.write(slice);
    if (collector.depth() > maxDepth) return collector.found;
  }
  collector.parser.end();
  return collector.found;
}

/** The names accepted from meta tags; any other could pass for a `title` or `img` tag. */
const wantedMeta = /^(description|(og|twitter):(title|description|image(:url|:secure_url|:src)?))$/;

type Attributes = Readonly<Record<string, string>>;

function createCollector() {
  const found = new Map<string, string>();
  let depth = 0;
  let depthOfSvg = 0;
  let title: string | undefined;
  const keep = (name: string, value: string | undefined) => {
    if (value !== undefined && value.trim() !== '' && !found.has(name)) found.set(name, value.slice(0, maxKept));
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (name === 'svg') depthOfSvg++;
      // A drawing's title is not the page's.
      if (name === 'title' && depthOfSvg === 0) title = '';
      for (const [key, value] of entriesOf(name, attributes)) keep(key, value);
    },
    ontext(text) {
      if (title !== undefined && title.length < maxKept) title += text;
    },
    onclosetag(name) {
      depth--;
      if (name === 'svg') depthOfSvg--;
      if (name !== 'title') return;
      keep('title', title);
      title = undefined;
    },
  });
  return { parser, found, depth: () => depth };
}

/** The names and values that one tag contributes. */
function entriesOf(tag: string, attributes: Attributes): [string, string | undefined][] {
  switch (tag) {
    case 'meta':
      // Open Graph belongs in `property` and the others in `name`, but pages mix them up.
      return words(`${attributes['property'] ?? ''} ${attributes['name'] ?? ''}`)
        .filter((name) => wantedMeta.test(name))
        .map((name) => [name, attributes['content']]);
    case 'link':
      return words(attributes['rel'] ?? '').includes('image_src') ? [['image_src', attributes['href']]] : [];
    case 'base':
      return [['base', attributes['href']]];
    case 'img':
      return isPicture(attributes) ? [['img', attributes['src']]] : [];
    default:
      return [];
  }
}

function words(text: string): string[] {
  // Truncates first: no wanted name is long, and an attribute can be 2 MiB.
  return text.slice(0, 256).toLowerCase().split(/\s+/);
}

/** False for tracking pixels and for placeholders that a script replaces. */
function isPicture({ width, height, src }: Attributes): boolean {
  return ![width, height].some((size) => size === '0' || size === '1') && !/^\s*data:/i.test(src ?? '');
}
