import { lazy } from 'react';
import type { RouteName } from '../router.ts';
import type { Screen } from './screen.ts';

export interface RoutedScreen {
  readonly screen: Screen;
  /**
   * anybody: also who is not signed in. visitors: members and guests; others come in by the welcome screen. members: a
   * guest is told that it needs an account.
   */
  readonly for: 'anybody' | 'visitors' | 'members';
  /** Below the header that all ordinary screens share; a room has one of its own. */
  readonly framed: boolean;
}

/** What is shown at each route. Each screen is loaded when it is first gone to. */
export const routes: Readonly<Record<RouteName, RoutedScreen>> = {
  lobby: {
    screen: screen(() => import('../../features/lobby/lobby-screen.tsx').then((module) => module.LobbyScreen)),
    for: 'visitors',
    framed: true,
  },
  room: {
    screen: screen(() => import('./rooms.tsx').then((module) => module.Room)),
    for: 'visitors',
    framed: false,
  },
  practice: {
    screen: screen(() => import('./rooms.tsx').then((module) => module.Practice)),
    for: 'anybody',
    framed: false,
  },
  friends: {
    screen: screen(() => import('../../features/social/friends-screen.tsx').then((module) => module.FriendsScreen)),
    for: 'members',
    framed: true,
  },
  conversation: {
    screen: screen(() => import('../../features/social/friends-screen.tsx').then((module) => module.FriendsScreen)),
    for: 'members',
    framed: true,
  },
  profile: {
    screen: screen(() => import('../../features/social/profile-screen.tsx').then((module) => module.ProfileScreen)),
    for: 'visitors',
    framed: true,
  },
  account: {
    screen: screen(() => import('../../features/account/account-screen.tsx').then((module) => module.AccountScreen)),
    for: 'members',
    framed: true,
  },
  pro: {
    screen: screen(() => import('../../features/billing/pro-screen.tsx').then((module) => module.ProScreen)),
    for: 'visitors',
    framed: true,
  },
  afterCheckout: {
    screen: screen(() =>
      import('../../features/billing/after-checkout-screen.tsx').then((module) => module.AfterCheckoutScreen),
    ),
    for: 'visitors',
    framed: true,
  },
  host: {
    screen: screen(() => import('../../features/hosting/host-screen.tsx').then((module) => module.HostScreen)),
    for: 'members',
    framed: true,
  },
  components: {
    screen: screen(() => import('./components.tsx').then((module) => module.Components)),
    for: 'anybody',
    framed: false,
  },
};

function screen(load: () => Promise<Screen>): Screen {
  return lazy(async () => ({ default: await load() }));
}
