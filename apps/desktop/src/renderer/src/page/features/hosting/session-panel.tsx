import { useState } from 'react';
import type { HostState, Joining, OpenSession } from '../../../../../shared/hosting.ts';
import { useParts } from '../../app/app-parts.ts';
import type { HostingPort } from '../../app/bridge.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { JoiningChoice } from './joining-choice.tsx';
import { TroubleNotice } from './trouble-notice.tsx';
import './session.css';

/** Opens the server inside the app to the network, tells how others come in, and closes it again. */
export function SessionPanel({ hosting, state }: { readonly hosting: HostingPort; readonly state: HostState }) {
  const words = strings.host.session;
  const session = state.status === 'ready' ? state.session : null;
  return (
    <Panel
      title={words.title}
      hint={session === null ? words.hint : words.openHint}
      action={<SessionBadge state={state} />}
      className="session"
    >
      {state.status !== 'stopped' && state.trouble !== null && <TroubleNotice trouble={state.trouble} />}
      {state.status === 'starting' && <Notice>{words.starting(state.attempt)}</Notice>}
      {session === null ? (
        <ClosedSession hosting={hosting} isBusy={state.status !== 'ready'} />
      ) : (
        <Session hosting={hosting} session={session} />
      )}
    </Panel>
  );
}

function SessionBadge({ state }: { readonly state: HostState }) {
  const words = strings.host.session.states;
  if (state.status !== 'ready') return <Badge>{words.busy}</Badge>;
  return state.session === null ? <Badge>{words.closed}</Badge> : <Badge tone="good">{words.open}</Badge>;
}

function ClosedSession({ hosting, isBusy }: { readonly hosting: HostingPort; readonly isBusy: boolean }) {
  const [joining, setJoining] = useState<Joining>('anyone');
  return (
    <div className="form">
      <JoiningChoice value={joining} onChange={setJoining} />
      <div className="session-acts">
        <Button kind="main" size="large" busy={isBusy} onClick={() => void hosting.open(joining)}>
          {strings.host.session.open}
        </Button>
      </div>
    </div>
  );
}

function Session({ hosting, session }: { readonly hosting: HostingPort; readonly session: OpenSession }) {
  const words = strings.host.session;
  return (
    <div className="form">
      {session.link === null ? <Notice tone="bad">{words.noNetwork}</Notice> : <Way link={session.link} />}
      {session.addresses.length > 0 && (
        <p className="session-addresses">
          <span className="muted">{words.addresses}</span>
          {session.addresses.map((address) => (
            <code key={address}>{new URL(address).host}</code>
          ))}
        </p>
      )}
      <Fingerprint of={session.fingerprint} label={words.key} />
      <JoiningChoice value={session.joining} onChange={(joining) => void hosting.open(joining)} />
      <p className="muted small-words">{words.changeHint}</p>
      <div className="session-acts">
        <Button kind="danger" size="large" onClick={() => void hosting.close()}>
          {words.close}
        </Button>
      </div>
    </div>
  );
}

function Way({ link }: { readonly link: string }) {
  const { bridge } = useParts();
  const words = strings.host.session;
  const copy = () =>
    bridge.copyText(link).then(
      () => notify(strings.invite.copied),
      () => notify(strings.invite.copyFailed),
    );
  return (
    <div className="session-way">
      <div className="form">
        <TextField
          label={words.link}
          hint={words.linkHint}
          value={link}
          readOnly
          onFocus={(event) => event.target.select()}
        />
        <div>
          <Button kind="main" size="large" onClick={() => void copy()}>
            {strings.invite.copy}
          </Button>
        </div>
      </div>
      <QrCode text={link} label={strings.invite.code} />
    </div>
  );
}
