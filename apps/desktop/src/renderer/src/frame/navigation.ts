import type { PlaceName } from '../router.ts';
import { strings } from '../strings.ts';

interface Entry {
  readonly place: PlaceName;
  readonly name: string;
  /** Only for those with an account. */
  readonly membersOnly?: true;
}

/** What the header leads to, in this order. */
export const navigation: readonly Entry[] = [
  { place: 'lobby', name: strings.frame.places.lobby },
  { place: 'people', name: strings.frame.places.people, membersOnly: true },
  { place: 'practice', name: strings.frame.places.practice },
];
