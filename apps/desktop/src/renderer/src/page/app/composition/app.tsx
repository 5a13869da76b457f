import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { LobbyController } from '../../features/lobby/lobby-store.ts';
import { ServerButton } from '../../features/servers/server-button.tsx';
import { RefusedServer, ServerDialogs, UnencryptedWarning } from '../../features/servers/server-dialogs.tsx';
import { useServers } from '../../features/servers/server-store.ts';
import { strings } from '../../strings.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { countRender } from '../../ui/render-count.ts';
import { LoadingState } from '../../ui/states.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { AccountRequired, LoneNotFound, NotFound } from '../frame/fallback-screens.tsx';
import { Frame } from '../frame/frame.tsx';
import { useFocusOnNavigation } from '../frame/use-focus-on-navigation.ts';
import { type AccountState, useAccount } from '../identity/account-store.ts';
import { NoGuests } from '../identity/no-guests.tsx';
import { useAccountTheme } from '../identity/use-theme-choice.ts';
import { type Route, useRoute } from '../router.ts';
import { useSettings } from '../settings-store.ts';
import { routes } from './routes.tsx';

const Welcome = lazy(async () => ({
  default: (await import('./welcome.tsx')).Welcome,
}));

const SettingsDialog = lazy(async () => ({
  default: (await import('../../features/settings/settings-dialog.tsx')).SettingsDialog,
}));

/** Shows the route in the address bar. The route survives signing in. */
export function App({ lobby }: { readonly lobby: LobbyController }) {
  countRender();
  const route = useRoute();
  const status = useAccount((state) => state.status);
  useLobbyWatch(lobby, route, status);
  useAccountTheme();
  useFocusOnNavigation(location.pathname);
  const isRefused = useServers((state) => state.isRefused);
  const { screen, isFramed, isForAnybody } = viewOf(route, status);
  // A screen's state belongs to its route and, unless the screen is for anybody, to the account: another account starts
  // over. Somebody who already plays in a screen for anybody keeps playing while the sign-in is restored.
  const shown = (
    <ErrorBoundary key={[isForAnybody ? '' : status, route.name, ...Object.values(route.params)].join(' ')}>
      <Suspense fallback={<LoadingState />}>{screen}</Suspense>
    </ErrorBoundary>
  );
  if (isRefused) return <RefusedServer />;
  return (
    <>
      <UnencryptedWarning />
      {isFramed ? <Frame server={<ServerButton />}>{shown}</Frame> : shown}
      <ServerDialogs />
      {status === 'guest' && <NoGuests />}
      <Settings />
      <Toasts isAtTop={route.name === 'room' || route.name === 'practice'} />
    </>
  );
}

/** Over the current screen, so that nobody leaves a room for them. */
function Settings() {
  const isOpen = useSettings((state) => state.tab !== undefined);
  return isOpen ? (
    <Suspense>
      <SettingsDialog />
    </Suspense>
  ) : null;
}

interface View {
  readonly screen: ReactNode;
  /** Below the header of ordinary screens. */
  readonly isFramed: boolean;
  /** The same for every account. */
  readonly isForAnybody: boolean;
}

function viewOf(route: Route, status: AccountState['status']): View {
  const routed = route.name === 'not-found' ? undefined : routes[route.name];
  const view = (screen: ReactNode, isFramed: boolean): View => ({
    screen,
    isFramed,
    isForAnybody: routed?.for === 'anybody',
  });
  if (routed?.for !== 'anybody') {
    if (status === 'restoring') return view(<LoadingState text={strings.welcome.looking} />, false);
    if (status === 'unreachable') return view(<LoadingState text={strings.welcome.unreachable} />, false);
    if (status === 'signed-out') {
      if (routed === undefined) return view(<LoneNotFound />, false);
      return view(<Welcome invitedTo={route.name === 'room' ? route.params['id'] : undefined} />, false);
    }
  }
  if (routed === undefined) return view(<NotFound />, true);
  if (routed.for === 'users' && status === 'guest') return view(<AccountRequired />, true);
  return view(<routed.screen params={route.params} />, routed.framed);
}

/** Outside rooms the lobby delivers public rooms and notifications; inside, the room's connection does. */
function useLobbyWatch(lobby: LobbyController, route: Route, status: AccountState['status']): void {
  const isPresent = status === 'guest' || status === 'signed-in';
  const isOutside = route.name === 'not-found' || routes[route.name].framed;
  const key = isPresent && isOutside ? status : undefined;
  useEffect(() => (key === undefined ? undefined : lobby.watch()), [lobby, key]);
}
