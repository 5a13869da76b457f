import { lazy } from 'react';
import type { RouteName } from '../app/router.ts';
import { loadRoomStrings } from '../room-strings.ts';
import type { Screen } from './screen.ts';

export interface RoutedScreen {
  readonly screen: Screen;
  /**
   * anybody: without signing in, too. users-and-guests: everybody else sees the welcome screen. users: a guest is told
   * that it needs an account.
   */
  readonly for: 'anybody' | 'users-and-guests' | 'users';
  /** Below the header of ordinary screens; a room has its own. */
  readonly framed: boolean;
}

/** The screen of each route, loaded when it is first opened. */
export const routes: Readonly<Record<RouteName, RoutedScreen>> = {
  lobby: {
    screen: screen(() => import('../features/lobby/lobby-screen.tsx').then((module) => module.LobbyScreen)),
    for: 'users-and-guests',
    framed: true,
  },
  room: {
    screen: screen(() => import('./rooms.tsx').then((module) => module.Room)),
    for: 'users-and-guests',
    framed: false,
  },
  practice: {
    screen: screen(() => import('./rooms.tsx').then((module) => module.Practice)),
    for: 'anybody',
    framed: false,
  },
  library: {
    screen: screen(() => import('../features/library/library-screen.tsx').then((module) => module.LibraryScreen)),
    for: 'anybody',
    framed: true,
  },
  friends: {
    screen: screen(() => import('../features/social/friends-screen.tsx').then((module) => module.FriendsScreen)),
    for: 'users',
    framed: true,
  },
  conversation: {
    screen: screen(() => import('../features/social/friends-screen.tsx').then((module) => module.FriendsScreen)),
    for: 'users',
    framed: true,
  },
  profile: {
    screen: screen(() => import('../features/social/profile-screen.tsx').then((module) => module.ProfileScreen)),
    for: 'users-and-guests',
    framed: true,
  },
  account: {
    screen: screen(() => import('../features/account/account-screen.tsx').then((module) => module.AccountScreen)),
    for: 'users',
    framed: true,
  },
  pro: {
    screen: screen(() => import('../features/billing/pro-screen.tsx').then((module) => module.ProScreen)),
    for: 'users-and-guests',
    framed: true,
  },
  afterCheckout: {
    screen: screen(() =>
      import('../features/billing/after-checkout-screen.tsx').then((module) => module.AfterCheckoutScreen),
    ),
    for: 'users-and-guests',
    framed: true,
  },
  host: {
    screen: screen(() => import('../features/hosting/host-screen.tsx').then((module) => module.HostScreen)),
    for: 'users',
    framed: true,
  },
  recoverPassword: {
    screen: screen(() =>
      import('../features/account/recover-password-screen.tsx').then((module) => module.RecoverPasswordScreen),
    ),
    for: 'anybody',
    framed: false,
  },
  verifyEmail: {
    screen: screen(() =>
      import('../features/account/verify-email-screen.tsx').then((module) => module.VerifyEmailScreen),
    ),
    for: 'anybody',
    framed: false,
  },
  audit: {
    screen: screen(() => import('../features/audit/audit-screen.tsx').then((module) => module.AuditScreen)),
    for: 'users',
    framed: true,
  },
  components: {
    screen: screen(() => import('./components.tsx').then((module) => module.Components)),
    for: 'anybody',
    framed: false,
  },
};

/** Screens read their texts while loading. */
function screen(load: () => Promise<Screen>): Screen {
  return lazy(async () => {
    await loadRoomStrings();
    return { default: await load() };
  });
}
