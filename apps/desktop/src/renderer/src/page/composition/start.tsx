import { QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { lazy, type ReactNode, StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { AppContext } from '../app/app-parts.ts';
import { browserBridge } from '../app/bridge.ts';
import { desktopBridge } from '../app/desktop-bridge.ts';
import { AccountRequired, LoneNotFound, NotFound } from '../app/frame/fallback-screens.tsx';
import { Frame } from '../app/frame/frame.tsx';
import { TooManyRequests } from '../app/frame/too-many-requests.tsx';
import { useFocusOnNavigation } from '../app/frame/use-focus-on-navigation.ts';
import { type AccountState, useAccount } from '../app/identity/account-store.ts';
import { NoGuests } from '../app/identity/no-guests.tsx';
import { useAccountLanguage } from '../app/identity/use-language-choice.ts';
import { useAccountTheme } from '../app/identity/use-theme-choice.ts';
import { navigate, type Route, useRoute } from '../app/router.ts';
import { openSettings, openSettingsByAddress, useSettings } from '../app/settings-store.ts';
import { LibraryContext } from '../features/library/library-parts.ts';
import type { LobbyController } from '../features/lobby/lobby-store.ts';
import { LoopsContext } from '../features/loops/loops-parts.ts';
import { PlaybackContext } from '../features/playback/playback-parts.ts';
import { RecordingContext } from '../features/recording/recording-parts.ts';
import { RoomContext } from '../features/room/room-parts.ts';
import { ServerButton } from '../features/servers/server-button.tsx';
import { RefusedServer, ServerDialogs, UnencryptedWarning } from '../features/servers/server-dialogs.tsx';
import { listenToServers, useServers } from '../features/servers/server-store.ts';
import { SheetContext } from '../features/sheets/sheet-parts.ts';
import { PlayingContext } from '../playing/playing-parts.ts';
import { loadRoomStrings } from '../room-strings.ts';
import { direction } from '../strings/language.ts';
import { strings } from '../strings.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { countRender } from '../ui/render-count.ts';
import { LoadingState } from '../ui/states.tsx';
import { followSystemTheme } from '../ui/theme.ts';
import { Toasts } from '../ui/toasts.tsx';
import { Tooltips } from '../ui/tooltip.tsx';
import { type Assembly, assemble } from './assemble.ts';
import { routes } from './routes.tsx';

/** Renders the app. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const view = createRoot(root);
  // The server inside the app may still be starting.
  view.render(<LoadingState text={strings.welcome.looking} />);
  const parts = assemble(window.roomtone === undefined ? browserBridge() : await desktopBridge(window.roomtone));
  void parts.app.account.restore();
  followSystemTheme();
  listenToServers(parts.app.bridge);
  parts.app.bridge.onGo(go);
  parts.app.bridge.onSettings(() => openSettings());
  openSettingsByAddress();
  view.render(
    <StrictMode>
      <AllParts {...parts}>
        <QueryClientProvider client={parts.app.queries}>
          <Direction.Provider dir={direction}>
            <Tooltips>
              <App lobby={parts.lobby} />
            </Tooltips>
          </Direction.Provider>
        </QueryClientProvider>
      </AllParts>
    </StrictMode>,
  );
}

/** Opens a route of this page. If it has the token of an invitation, the page is loaded again with it. */
function go(path: string): void {
  const [route = '', token] = path.split('#');
  navigate(route);
  if (token === undefined) return;
  location.hash = token;
  location.reload();
}

function AllParts(parts: Assembly & { readonly children: ReactNode }) {
  const { app, playing, room, recording, playback, library, loops, sheets, children } = parts;
  return (
    <AppContext value={app}>
      <PlayingContext value={playing}>
        <RoomContext value={room}>
          <RecordingContext value={recording}>
            <PlaybackContext value={playback}>
              <LoopsContext value={loops}>
                <LibraryContext value={library}>
                  <SheetContext value={sheets}>{children}</SheetContext>
                </LibraryContext>
              </LoopsContext>
            </PlaybackContext>
          </RecordingContext>
        </RoomContext>
      </PlayingContext>
    </AppContext>
  );
}

const Welcome = lazy(async () => ({
  default: (await import('./welcome.tsx')).Welcome,
}));

const SettingsDialog = lazy(async () => {
  await loadRoomStrings();
  return { default: (await import('../features/settings/settings-dialog.tsx')).SettingsDialog };
});

/** Shows the route in the address bar. The route survives signing in. */
function App({ lobby }: { readonly lobby: LobbyController }) {
  countRender();
  const route = useRoute();
  const status = useAccount((state) => state.status);
  useLobbyWatch(lobby, route, status);
  useAccountTheme();
  useAccountLanguage();
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
    if (status === 'unreachable') return view(<NoAnswer />, false);
    if (status === 'signed-out') {
      if (routed === undefined) return view(<LoneNotFound />, false);
      return view(<Welcome invitedTo={route.name === 'room' ? route.params['id'] : undefined} />, false);
    }
  }
  if (routed === undefined) return view(<NotFound />, true);
  if (routed.for === 'users' && status === 'guest') return view(<AccountRequired />, true);
  return view(<routed.screen params={route.params} />, routed.framed);
}

/** The sign-in is not restored yet, and will be tried again. */
function NoAnswer() {
  return <TooManyRequests otherwise={<LoadingState text={strings.welcome.unreachable} />} />;
}

/** Outside rooms the lobby delivers public rooms and notifications; inside, the room's connection does. */
function useLobbyWatch(lobby: LobbyController, route: Route, status: AccountState['status']): void {
  const isPresent = status === 'guest' || status === 'signed-in';
  const isOutside = route.name === 'not-found' || routes[route.name].framed;
  const key = isPresent && isOutside ? status : undefined;
  useEffect(() => (key === undefined ? undefined : lobby.watch()), [lobby, key]);
}
