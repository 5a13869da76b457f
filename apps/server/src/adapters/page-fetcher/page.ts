import { scrapeLimits } from '@roomtone/protocol/rest';
import type { Page } from '../../ports/page-fetcher.ts';
import type { Metadata } from './metadata.ts';

/** In this order: Open Graph, Twitter cards, HTML (S20.8). */
const sources = {
  title: ['og:title', 'twitter:title', 'title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src', 'image_src', 'img'],
} as const;

/** Makes the preview of a page that was read at `url`. */
export function pageOf(metadata: Metadata, url: URL): Page {
  const first = (names: readonly string[]) => {
    const name = names.find((candidate) => metadata.has(candidate));
    return name === undefined ? '' : (metadata.get(name) ?? '');
  };
  const base = webAddress(metadata.get('base') ?? '', url) ?? url;
  const image = webAddress(first(sources.image), base)?.href ?? '';
  return {
    title: oneLine(first(sources.title), scrapeLimits.title),
    description: oneLine(first(sources.description), scrapeLimits.description),
    // A truncated address would be wrong.
    image: image.length > scrapeLimits.image ? '' : image,
    url: url.href,
  };
}

function webAddress(text: string, base: URL): URL | undefined {
  if (text.trim() === '') return undefined;
  const url = URL.parse(text, base.href);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

/** Removes direction overrides and surrogates, collapses white space, and truncates to `maxLength` code points. */
function oneLine(text: string, maxLength: number): string {
  const plain = text
    .replace(/[\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const points = [...plain];
  if (points.length > maxLength) points.splice(maxLength - 1, Number.POSITIVE_INFINITY, '…');
  // Always builds a new string: a slice would keep the whole text of the page alive in the cache.
  return points.join('');
}
