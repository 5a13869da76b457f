import type { RoomDetails } from '@roomtone/protocol/rest';
import { Headphones, Piano } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../app-parts.ts';
import { useRoomDetails } from '../room/use-room-details.ts';
import { practicePath } from '../router.ts';
import { strings } from '../strings.ts';
import { Link } from '../ui/link.tsx';
import { StillPiano } from '../ui/still-piano.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { useAccount } from './account-store.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import './welcome.css';

/** The front door: sign in, create an account, or come in as a guest. @param invitedTo a room's id, by link. */
export function WelcomeScreen({ invitedTo }: { readonly invitedTo: string | undefined }) {
  const { account } = useParts();
  const hasEnded = useAccount((state) => state.status === 'signed-out' && state.ended);
  const [way, setWay] = useState<'signIn' | 'signUp'>('signIn');
  const invitation = useRoomDetails(invitedTo);
  return (
    <div className="welcome lit-ground">
      <header className="welcome-bar">
        <span className="wordmark">{strings.name}</span>
        <ThemeToggle />
      </header>
      <main className="welcome-body">
        <Greeting isInvited={invitedTo !== undefined} invitation={invitation} />
        <section className="welcome-card" aria-label={strings.welcome.ways}>
          <fieldset className="segments">
            <legend className="visually-hidden">{strings.welcome.ways}</legend>
            {(['signIn', 'signUp'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={way === each} onClick={() => setWay(each)}>
                {strings.welcome[each]}
              </button>
            ))}
          </fieldset>
          {hasEnded && <p className="notice">{strings.welcome.ended}</p>}
          {way === 'signIn' ? <SignInForm /> : <SignUpForm />}
          <div className="welcome-guest">
            <button type="button" className="button large" onClick={() => account.listenAsGuest()}>
              <Headphones />
              {strings.welcome.guest}
            </button>
            <p className="muted">{strings.welcome.guestHint}</p>
            <Link href={practicePath} className="button large">
              <Piano />
              {strings.practice.enter}
            </Link>
            <p className="muted">{strings.practice.enterHint}</p>
          </div>
        </section>
      </main>
      <StillPiano isPlayed />
    </div>
  );
}

function Greeting({ isInvited, invitation }: { isInvited: boolean; invitation: RoomDetails | undefined }) {
  const { welcome } = strings;
  let [headline, lead]: readonly [string, string] = [welcome.headline, welcome.lead];
  if (invitation !== undefined) {
    [headline, lead] = [welcome.invited(invitation.room_name), welcome.invitedLead(invitation.room_owner_name)];
  } else if (isInvited) [headline, lead] = [welcome.invitedSomewhere, welcome.invitedSomewhereLead];
  return (
    <div className="greeting">
      <h1>{headline}</h1>
      <p>{lead}</p>
    </div>
  );
}
