import { Parser } from 'htmlparser2';

/** What a page says, by where: `og:title`, `twitter:image`, `description`, `title`, `image_src`, `img`, `base` … */
export type Metadata = ReadonlyMap<string, string>;

/** Beyond it nothing is of use, and the parser's work for each tag would grow with it. */
const maxDepth = 128;
/** Code units kept of one text; what is shown of it is shorter still. */
const maxKept = 8 * 1024;

/**
 * Collects a page's metadata. Where a page says the same thing several times, the first that is not empty counts.
 * Entities come decoded. Reads to the end, as not every page has its metadata in its head, but stops at nesting that no
 * real page has.
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

/** Other names must not pass for what the tags themselves say. */
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
      for (const [key, value] of statements(name, attributes)) keep(key, value);
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

/** What one tag says. */
function statements(tag: string, attributes: Attributes): [string, string | undefined][] {
  switch (tag) {
    case 'meta':
      // Open Graph belongs into `property` and the others into `name`, but pages mix them up.
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
  // Cut first: no name of interest is long, and an attribute can be 2 MiB.
  return text.slice(0, 256).toLowerCase().split(/\s+/);
}

/** Not a counting pixel, and not a placeholder that a script replaces. */
function isPicture({ width, height, src }: Attributes): boolean {
  return ![width, height].some((size) => size === '0' || size === '1') && !/^\s*data:/i.test(src ?? '');
}
