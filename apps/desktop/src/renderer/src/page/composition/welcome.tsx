import { WelcomeScreen } from '../features/account/welcome-screen.tsx';
import { ConnectedTo } from '../features/servers/connected-to.tsx';
import { ServerButton } from '../features/servers/server-button.tsx';

/** The welcome screen with the current server. @param invitedTo the id of the room that a link leads to. */
export function Welcome({ invitedTo }: { readonly invitedTo: string | undefined }) {
  return <WelcomeScreen invitedTo={invitedTo} serverButton={<ServerButton />} connectedTo={<ConnectedTo />} />;
}
