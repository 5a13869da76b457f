import { useState } from 'react';
import type { HostState, Joining, OpenHosting } from '../../../../../shared/hosting.ts';
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
import { SignUpChoice } from './sign-up-choice.tsx';
import { TroubleNotice } from './trouble-notice.tsx';
import './hosting-panel.css';

/** Opens the server inside the app to the network, shows how to join, and closes it again. */
export function HostingPanel({ hosting, state }: { readonly hosting: HostingPort; readonly state: HostState }) {
  const words = strings.host.hosting;
  const open = state.status === 'ready' ? state.hosting : null;
  return (
    <Panel
      title={words.title}
      hint={open === null ? words.hint : words.openHint}
      action={<HostingBadge state={state} />}
      className="hosting"
    >
      {state.status !== 'stopped' && state.trouble !== null && <TroubleNotice trouble={state.trouble} />}
      {state.status === 'starting' && <Notice>{words.starting(state.attempt)}</Notice>}
      {open === null ? (
        <ClosedToOthers hosting={hosting} isBusy={state.status !== 'ready'} />
      ) : (
        <OpenToOthers hosting={hosting} open={open} />
      )}
    </Panel>
  );
}

function HostingBadge({ state }: { readonly state: HostState }) {
  const words = strings.host.hosting.states;
  if (state.status !== 'ready') return <Badge>{words.busy}</Badge>;
  return state.hosting === null ? <Badge>{words.closed}</Badge> : <Badge tone="good">{words.open}</Badge>;
}

function ClosedToOthers({ hosting, isBusy }: { readonly hosting: HostingPort; readonly isBusy: boolean }) {
  const [joining, setJoining] = useState<Joining>('anyone');
  return (
    <div className="form">
      <SignUpChoice value={joining} onChange={setJoining} />
      <div className="hosting-acts">
        <Button kind="main" size="large" busy={isBusy} onClick={() => void hosting.open(joining)}>
          {strings.host.hosting.open}
        </Button>
      </div>
    </div>
  );
}

function OpenToOthers({ hosting, open }: { readonly hosting: HostingPort; readonly open: OpenHosting }) {
  const words = strings.host.hosting;
  return (
    <div className="form">
      {open.link === null ? <Notice tone="bad">{words.noNetwork}</Notice> : <InvitationField link={open.link} />}
      {open.addresses.length > 0 && (
        <p className="hosting-addresses">
          <span className="muted">{words.addresses}</span>
          {open.addresses.map((address) => (
            <code key={address}>{new URL(address).host}</code>
          ))}
        </p>
      )}
      <Fingerprint of={open.fingerprint} label={words.fingerprint} />
      <SignUpChoice value={open.joining} onChange={(joining) => void hosting.open(joining)} />
      <p className="muted small-words">{words.changeHint}</p>
      <div className="hosting-acts">
        <Button kind="danger" size="large" onClick={() => void hosting.close()}>
          {words.close}
        </Button>
      </div>
    </div>
  );
}

function InvitationField({ link }: { readonly link: string }) {
  const { bridge } = useParts();
  const words = strings.host.hosting;
  const copy = () =>
    bridge.copyText(link).then(
      () => notify(strings.invite.copied),
      () => notify(strings.invite.copyFailed),
    );
  return (
    <div className="hosting-way">
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
