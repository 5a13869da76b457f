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
import { MembersOnly, Nowhere } from '../frame/dead-ends.tsx';
import { Frame } from '../frame/frame.tsx';
import { useFocusOnArrival } from '../frame/use-focus-on-arrival.ts';
import { type AccountState, useAccount } from '../identity/account-store.ts';
import { useAccountTheme } from '../identity/use-theme-choice.ts';
import { type Route, useRoute } from '../router.ts';
import { routes } from './routes.tsx';

const Welcome = lazy(async () => ({
  default: (await import('./welcome.tsx')).Welcome,
}));

/** Shows the route that the address names, to whoever sits here; a link survives signing in. */
export function App({ lobby }: { readonly lobby: LobbyController }) {
  countRender();
  const route = useRoute();
  const status = useAccount((state) => state.status);
  useLobbyWatch(lobby, route, status);
  useAccountTheme();
  useFocusOnArrival(location.pathname);
  const isRefused = useServers((state) => state.isRefused);
  const { screen, isFramed, isAnybodys } = viewOf(route, status);
  // What a screen shows belongs to what it is of and, unless it is anybody's, to who looks at it: another account begins
  // anew, but whoever plays already while the server is still asked who they are plays on.
  const shown = (
    <ErrorBoundary key={[isAnybodys ? '' : status, route.name, ...Object.values(route.params)].join(' ')}>
      <Suspense fallback={<LoadingState />}>{screen}</Suspense>
    </ErrorBoundary>
  );
  if (isRefused) return <RefusedServer />;
  return (
    <>
      <UnencryptedWarning />
      {isFramed ? <Frame server={<ServerButton />}>{shown}</Frame> : shown}
      <ServerDialogs />
      <Toasts isAtTop={route.name === 'room' || route.name === 'practice'} />
    </>
  );
}

interface View {
  readonly screen: ReactNode;
  /** Below the header that ordinary screens share. */
  readonly isFramed: boolean;
  /** The same whoever looks at it. */
  readonly isAnybodys: boolean;
}

function viewOf(route: Route, status: AccountState['status']): View {
  const routed = route.name === 'nowhere' ? undefined : routes[route.name];
  const view = (screen: ReactNode, isFramed: boolean): View => ({
    screen,
    isFramed,
    isAnybodys: routed?.for === 'anybody',
  });
  if (routed?.for !== 'anybody') {
    if (status === 'restoring') return view(<LoadingState text={strings.welcome.looking} />, false);
    if (status === 'unreachable') return view(<LoadingState text={strings.welcome.unreachable} />, false);
    if (status === 'signed-out') {
      return view(<Welcome invitedTo={route.name === 'room' ? route.params['id'] : undefined} />, false);
    }
  }
  if (routed === undefined) return view(<Nowhere />, true);
  if (routed.for === 'members' && status === 'guest') return view(<MembersOnly />, true);
  return view(<routed.screen params={route.params} />, routed.framed);
}

/** Outside rooms one hears of them, and of what concerns oneself; inside, the room's own connection tells that. */
function useLobbyWatch(lobby: LobbyController, route: Route, status: AccountState['status']): void {
  const isPresent = status === 'guest' || status === 'signed-in';
  const isOutside = route.name === 'nowhere' || routes[route.name].framed;
  const key = isPresent && isOutside ? status : undefined;
  useEffect(() => (key === undefined ? undefined : lobby.watch()), [lobby, key]);
}
