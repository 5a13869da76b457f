import { strings } from '../../strings.ts';
import type { RouteName } from '../router.ts';

interface Entry {
  readonly route: RouteName;
  readonly name: string;
  /** The routes for which this entry is highlighted, its own included. */
  readonly covers: readonly RouteName[];
  /** Only for users with an account. */
  readonly requiresAccount?: true;
  /** Only in the window of the app's own server. */
  readonly ownServerOnly?: true;
}

/** The entries of the header, in order. */
export const navigation: readonly Entry[] = [
  { route: 'lobby', name: strings.frame.routes.lobby, covers: ['lobby'] },
  { route: 'friends', name: strings.frame.routes.friends, covers: ['friends', 'conversation'], requiresAccount: true },
  { route: 'practice', name: strings.frame.routes.practice, covers: ['practice'] },
  { route: 'library', name: strings.frame.routes.library, covers: ['library'] },
  { route: 'host', name: strings.frame.routes.host, covers: ['host'], requiresAccount: true, ownServerOnly: true },
];
