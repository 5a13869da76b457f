import { strings } from '../../strings.ts';
import type { PlaceName } from '../router.ts';

interface Entry {
  readonly place: PlaceName;
  readonly name: string;
  /** The places that it is the way to, itself among them. */
  readonly covers: readonly PlaceName[];
  /** Only for those with an account. */
  readonly membersOnly?: true;
  /** Only in the app, whose server it is about. */
  readonly homeOnly?: true;
}

/** What the header leads to, in this order. */
export const navigation: readonly Entry[] = [
  { place: 'lobby', name: strings.frame.places.lobby, covers: ['lobby'] },
  { place: 'people', name: strings.frame.places.people, covers: ['people', 'conversation'], membersOnly: true },
  { place: 'practice', name: strings.frame.places.practice, covers: ['practice'] },
  { place: 'host', name: strings.frame.places.host, covers: ['host'], membersOnly: true, homeOnly: true },
];
