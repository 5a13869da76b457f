import { WelcomeScreen } from '../../features/account/welcome-screen.tsx';
import { ConnectedTo } from '../../features/servers/connected-to.tsx';
import { ServerButton } from '../../features/servers/server-button.tsx';

/** The welcome screen with what it shows of the server. @param invitedTo a room's id, by link. */
export function Welcome({ invitedTo }: { readonly invitedTo: string | undefined }) {
  return <WelcomeScreen invitedTo={invitedTo} serverButton={<ServerButton />} connectedTo={<ConnectedTo />} />;
}
