import { strings } from '../../strings.ts';
import type { RouteName } from '../router.ts';

interface Entry {
  readonly route: RouteName;
  readonly name: string;
  /** The routes that it is the way to, itself among them. */
  readonly covers: readonly RouteName[];
  /** Only for those with an account. */
  readonly membersOnly?: true;
  /** Only in the app, whose server it is about. */
  readonly homeOnly?: true;
}

/** What the header leads to, in this order. */
export const navigation: readonly Entry[] = [
  { route: 'lobby', name: strings.frame.routes.lobby, covers: ['lobby'] },
  { route: 'friends', name: strings.frame.routes.friends, covers: ['friends', 'conversation'], membersOnly: true },
  { route: 'practice', name: strings.frame.routes.practice, covers: ['practice'] },
  { route: 'host', name: strings.frame.routes.host, covers: ['host'], membersOnly: true, homeOnly: true },
];
