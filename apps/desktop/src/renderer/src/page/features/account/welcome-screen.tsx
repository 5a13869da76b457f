import { Headphones, Piano } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { PageMenu } from '../../app/frame/account-menu.tsx';
import { useAccount } from '../../app/identity/account-store.ts';
import { Link } from '../../app/link.tsx';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import { useIsRoomGone, useRoomDetails } from '../../app/rooms/use-room-details.ts';
import { pathTo } from '../../app/router.ts';
import { useHeldInvitation } from '../../app/servers/use-held-invitation.ts';
import { useServerQuery, useServerView } from '../../app/servers/use-server-view.ts';
import { FrontPiano } from '../../playing/piano/front-piano.tsx';
import { useKeyLabels } from '../../playing/piano/key-labels.ts';
import { isolated } from '../../strings/formats.ts';
import { appName, strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { SignInForm, useIsSignInTemporary } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import './welcome.css';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

interface WelcomeScreenProps {
  /** The id of the room that a link leads to. */
  readonly invitedTo: string | undefined;
  /** Opens the choice of servers. */
  readonly serverButton: ReactNode;
  /** Shows which server this is. */
  readonly connectedTo: ReactNode;
}

/** Signs in, creates an account, or continues as a guest. */
export function WelcomeScreen({ invitedTo, serverButton, connectedTo }: WelcomeScreenProps) {
  const { account, bridge } = useParts();
  const hasEnded = useAccount((state) => state.status === 'signed-out' && state.ended);
  const [wantsAccount, setWantsAccount] = useState(false);
  const isNameEnough = useIsNameEnough();
  const held = useHeldInvitation();
  const mayListen = useServerView()?.guests !== 'off' || held?.admitsGuests === true;
  const { isPending, failureReason } = useServerQuery();
  const isGone = useIsRoomGone(invitedTo);
  const isInvited = invitedTo !== undefined && !isGone;
  // On the own server of the app, its local profile is the shortest way in.
  const asksForNameOnly = isNameEnough && (isInvited || !bridge.vault.hasLocalProfile) && !wantsAccount && !hasEnded;
  return (
    <div className="welcome lit-ground">
      <header className="welcome-bar">
        <span className="wordmark">{appName}</span>
        <div className="welcome-choices">
          {serverButton}
          <PageMenu />
        </div>
      </header>
      <main className="welcome-body">
        <Greeting invitedTo={invitedTo} asksForNameOnly={asksForNameOnly} />
        <section className="welcome-card" aria-label={strings.welcome.ways}>
          {hasEnded && <Notice>{strings.welcome.ended}</Notice>}
          {held?.hasEnded && <Notice tone="bad">{strings.failures.invitationOver}</Notice>}
          {isPending ? (
            // The server says which form is the right one.
            <Notice>{failureReason === null ? strings.ui.loading : failureText(failureReason)}</Notice>
          ) : asksForNameOnly ? (
            <JoinForm />
          ) : (
            <Tabs
              label={strings.welcome.ways}
              tabs={[
                { value: 'sign-in', name: strings.welcome.signIn, content: <SignInForm /> },
                { value: 'sign-up', name: strings.welcome.signUp, content: <SignUpForm /> },
              ]}
            />
          )}
          <div className="welcome-guest">
            {asksForNameOnly && (
              <Button size="large" onClick={() => setWantsAccount(true)}>
                {strings.welcome.withAccount}
              </Button>
            )}
            {bridge.vault.hasLocalProfile && (
              <Button kind="main" size="large" onClick={() => void account.restore()}>
                {strings.welcome.local}
              </Button>
            )}
            {mayListen && (
              <Button size="large" onClick={() => account.listenAsGuest()}>
                <Headphones />
                {strings.welcome.guest}
              </Button>
            )}
            <p className="muted">{mayListen ? strings.welcome.guestHint : strings.welcome.noGuests}</p>
            {!(asksForNameOnly && isInvited) && (
              <>
                <Link href={pathTo('practice')} className="button large">
                  <Piano />
                  {strings.practice.enter}
                </Link>
                <p className="muted">{strings.practice.enterHint}</p>
              </>
            )}
          </div>
          {connectedTo}
        </section>
      </main>
      <FrontPiano />
    </div>
  );
}

/** True if the host lets people play who give a name and nothing else. */
function useIsNameEnough(): boolean {
  const server = useServerView();
  const invitation = useHeldInvitation();
  const mayRegister = server?.registration === 'open' || invitation?.admitsAccounts === true;
  return mayRegister && server?.email === 'optional' && server.password === 'optional';
}

interface GreetingProps extends Pick<WelcomeScreenProps, 'invitedTo'> {
  readonly asksForNameOnly: boolean;
}

function Greeting({ invitedTo, asksForNameOnly }: GreetingProps) {
  const invitation = useRoomDetails(invitedTo);
  const isGone = useIsRoomGone(invitedTo);
  const { hostToken } = useParts().bridge;
  const server = useServerView();
  const hasGuests = server?.guests !== 'off';
  const held = useHeldInvitation();
  const { welcome } = strings;
  let headline = welcome.headline;
  let lead = asksForNameOnly ? welcome.byNameLead : welcome.lead;
  if (hostToken !== undefined) [headline, lead] = [welcome.hostHeadline, welcome.hostLead];
  else if (held?.view !== undefined && !isGone) {
    const { roomName, madeByDisplayName } = held.view;
    const place = invitation?.roomName ?? roomName;
    const act = asksForNameOnly ? welcome.byNameLead : welcome.createLead;
    headline = welcome.invited({ room: isolated(place === '' ? (server?.name ?? '') : shownRoomName(place)) });
    lead = madeByDisplayName === '' ? act : `${welcome.invitedFrom({ name: isolated(madeByDisplayName) })} ${act}`;
  } else if (invitation !== undefined) {
    [headline, lead] = [
      welcome.invited({ room: isolated(shownRoomName(invitation.roomName)) }),
      asksForNameOnly
        ? welcome.invitedByNameLead({ owner: invitation.roomOwnerDisplayName })
        : welcome.invitedLead({ owner: invitation.roomOwnerDisplayName }),
    ];
  } else if (isGone) [headline, lead] = [welcome.roomGone, welcome.roomGoneLead];
  else if (invitedTo !== undefined) {
    headline = welcome.invitedSomewhere;
    lead = hasGuests ? welcome.invitedSomewhereLead : welcome.invitedWithoutGuestsLead;
  }
  return (
    <div className="greeting">
      <h1>{headline}</h1>
      <p>{lead}</p>
      <p className="greeting-keys">
        <FrontHint />
      </p>
    </div>
  );
}

function FrontHint() {
  const labels = useKeyLabels();
  const isTouch = matchMedia('(hover: none) and (pointer: coarse)').matches;
  return isTouch
    ? strings.welcome.tryTouch
    : strings.welcome.tryKeys({ first: labels['KeyA'] ?? 'A', last: labels['KeyL'] ?? 'L' });
}

/** Asks for a name only and makes an account of it without a password. For servers that allow this. */
function JoinForm() {
  const { account } = useParts();
  // Nobody can sign in again to an account without a password.
  const isSignInTemporary = useIsSignInTemporary();
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { displayName: '' },
    check: ({ displayName }): Readonly<Record<string, string>> =>
      displayName.trim() === '' ? { displayName: strings.issues.empty } : {},
    send: ({ displayName }) => account.joinAs(displayName.trim()),
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        {...register('displayName')}
        label={strings.welcome.yourName}
        hint={strings.welcome.yourNameHint}
        error={errorOf('displayName')}
        autoComplete="nickname"
        maxLength={64}
        autoFocus
      />
      {isSignInTemporary && <Notice>{strings.welcome.noKeychain}</Notice>}
      <FailureNotice error={failure} />
      <Button type="submit" kind="main" size="large" busy={isBusy}>
        {strings.welcome.joinAndPlay}
      </Button>
    </form>
  );
}
