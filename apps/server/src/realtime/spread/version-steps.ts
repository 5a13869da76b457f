import type { Version } from '../../ports/room-bus.ts';

/** What news of a version is to somebody who has another one: known already, the next step, or a sign that some were missed. */
export function stepTo(version: Version, known: Version): 'known' | 'next' | 'gap' {
  if (version.epoch !== known.epoch) return 'gap';
  if (version.number <= known.number) return 'known';
  return version.number === known.number + 1 ? 'next' : 'gap';
}
