import { lazy, Suspense, useEffect } from 'react';
import { type AccountState, useAccount } from './account/account-store.ts';
import { useAccountTheme } from './account/use-theme-choice.ts';
import { useParts } from './app-parts.ts';
import { MembersOnly, Nowhere } from './frame/dead-ends.tsx';
import { Frame } from './frame/frame.tsx';
import { type Place, usePlace } from './router.ts';
import { routes } from './routes.tsx';
import { strings } from './strings.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { countRender } from './ui/render-count.ts';
import { LoadingState } from './ui/states.tsx';
import { Toasts } from './ui/toasts.tsx';

const WelcomeScreen = lazy(async () => ({
  default: (await import('./account/welcome-screen.tsx')).WelcomeScreen,
}));

/** Shows the place that the address names, to whoever sits here; a link survives signing in. */
export function App() {
  countRender();
  const place = usePlace();
  const status = useAccount((state) => state.status);
  useLobbyWatch(place, status);
  useAccountTheme();
  return (
    <>
      <ErrorBoundary key={`${place.name} ${status}`}>
        <Suspense fallback={<LoadingState />}>
          <Shown place={place} status={status} />
        </Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}

/** Outside rooms one hears of them, and of what concerns oneself; inside, the room's own connection tells that. */
function useLobbyWatch(place: Place, status: AccountState['status']): void {
  const { lobby } = useParts();
  const isPresent = status === 'guest' || status === 'signed-in';
  const isOutside = place.name === 'nowhere' || routes[place.name].framed;
  const key = isPresent && isOutside ? status : undefined;
  useEffect(() => (key === undefined ? undefined : lobby.watch()), [lobby, key]);
}

interface ShownProps {
  readonly place: Place;
  readonly status: AccountState['status'];
}

function Shown({ place, status }: ShownProps) {
  const route = place.name === 'nowhere' ? undefined : routes[place.name];
  if (route?.for !== 'anybody') {
    if (status === 'restoring') return <LoadingState text={strings.welcome.looking} />;
    if (status === 'unreachable') return <LoadingState text={strings.welcome.unreachable} />;
    if (status === 'signed-out')
      return <WelcomeScreen invitedTo={place.name === 'room' ? place.params['id'] : undefined} />;
  }
  if (route === undefined) {
    return (
      <Frame>
        <Nowhere />
      </Frame>
    );
  }
  // What a screen shows belongs to who looks at it and to what it is of: another account begins anew.
  const key = [status, place.name, ...Object.values(place.params)].join(' ');
  const isRefused = route.for === 'members' && status === 'guest';
  const screen = isRefused ? <MembersOnly /> : <route.screen key={key} params={place.params} />;
  return route.framed ? <Frame>{screen}</Frame> : screen;
}
