import { filled } from '@roomtone/words';
import { useId, useState } from 'react';
import type { HostingChoice, HostState, OpenHosting, Trouble } from '../../../../../shared/hosting.ts';
import { useParts } from '../../app/app-parts.ts';
import type { HostingPort } from '../../app/bridge.ts';
import { roomStrings } from '../../room-strings.ts';
import { dateText, timeText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { withOutside } from './outside-panel.tsx';
import './hosting-panel.css';
import { Choice, Choices } from '../../ui/choice.tsx';
import '../../app/rooms/room-form.css';

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
      {state.status === 'starting' && <Notice>{words.starting({ attempt: state.attempt })}</Notice>}
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
  const [choice, setChoice] = useState<HostingChoice>({ joining: 'anyone', outside: false, guests: true });
  const { title, hint } = roomStrings.outside;
  return (
    <div className="form">
      <Switch
        label={title}
        hint={hint}
        checked={choice.outside}
        onChange={(event) => setChoice(withOutside(choice, event.currentTarget.checked))}
      />
      <SignUpChoice value={choice} onChange={setChoice} />
      <div className="hosting-acts">
        <Button kind="main" size="large" busy={isBusy} onClick={() => void hosting.open(choice)}>
          {strings.host.hosting.open}
        </Button>
      </div>
    </div>
  );
}

function OpenToOthers({ hosting, open }: { readonly hosting: HostingPort; readonly open: OpenHosting }) {
  const words = strings.host.hosting;
  const { joining, outside, guests } = open;
  return (
    <div className="form">
      {open.link === null && <Notice tone="bad">{words.noNetwork}</Notice>}
      {open.outsideLink !== null && (
        <InvitationField link={open.outsideLink} label={roomStrings.outside.link} hint={outsideHint(open)} />
      )}
      {open.link !== null && open.outsideLink === null && (
        <InvitationField link={open.link} label={words.link} hint={words.linkHint} />
      )}
      {open.link !== null && open.outsideLink !== null && <InsideLink link={open.link} />}
      {open.addresses.length > 0 && (
        <p className="hosting-addresses">
          <span className="muted">{words.addresses}</span>
          {open.addresses.map((address) => (
            <code key={address}>{new URL(address).host}</code>
          ))}
        </p>
      )}
      <Fingerprint of={open.fingerprint} label={words.fingerprint} />
      <SignUpChoice value={{ joining, outside, guests }} onChange={(choice) => void hosting.open(choice)} />
      <p className="muted small-words">{words.changeHint}</p>
      <div className="hosting-acts">
        <Button kind="danger" size="large" onClick={() => void hosting.close()}>
          {words.close}
        </Button>
      </div>
    </div>
  );
}

function useCopy(link: string): () => void {
  const { bridge } = useParts();
  return () =>
    void bridge.copyText(link).then(
      () => notify(roomStrings.invite.copied),
      () => notify(roomStrings.invite.copyFailed),
    );
}

/** The link for people in the same network, where there is one for people outside. */
function InsideLink({ link }: { readonly link: string }) {
  const copy = useCopy(link);
  return (
    <div className="hosting-inside">
      <TextField
        label={roomStrings.outside.linkInside}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={copy}>{roomStrings.invite.copy}</Button>
    </div>
  );
}

interface InvitationFieldProps {
  readonly link: string;
  readonly label: string;
  readonly hint: string;
}

function InvitationField({ link, label, hint }: InvitationFieldProps) {
  const copy = useCopy(link);
  return (
    <div className="hosting-way">
      <div className="form">
        <TextField label={label} hint={hint} value={link} readOnly onFocus={(event) => event.target.select()} />
        <div>
          <Button kind="main" size="large" onClick={copy}>
            {roomStrings.invite.copy}
          </Button>
        </div>
      </div>
      <QrCode text={link} label={roomStrings.invite.code} />
    </div>
  );
}

/** Explains the link for friends outside. */
function outsideHint({ admits }: OpenHosting): string {
  const words = roomStrings.outside;
  if (admits === null) return words.linkHint;
  return `${words.linkHint} ${words.linkAdmits({ people: admits.people, date: dateText(admits.until) })}`;
}

/** Explains what went wrong with the server inside the app, and what that means for the players. */
function TroubleNotice({ trouble }: { readonly trouble: Trouble }) {
  const text = filled(strings.host.hosting.troubles[trouble.kind], {
    time: timeText(trouble.at),
    detail: trouble.detail,
  });
  return <Notice tone="bad">{text}</Notice>;
}

const choices: readonly HostingChoice['joining'][] = ['anyone', 'added'];

interface SignUpChoiceProps {
  readonly value: HostingChoice;
  readonly onChange: (choice: HostingChoice) => void;
}

/** Chooses who may create an account here, and whether guests may listen. */
function SignUpChoice({ value, onChange }: SignUpChoiceProps) {
  const name = useId();
  const words = strings.host.hosting;
  return (
    <>
      <Choices legend={words.who} className="joining">
        {choices.map((joining) => (
          <Choice
            key={joining}
            name={name}
            checked={value.joining === joining}
            onChange={() => onChange({ ...value, joining })}
          >
            {words.joining[joining].name}{' '}
            <span className="muted">
              {joining === 'anyone' && value.outside ? roomStrings.outside.anyoneHint : words.joining[joining].hint}
            </span>
          </Choice>
        ))}
      </Choices>
      <Switch
        label={roomStrings.outside.guests}
        hint={roomStrings.outside.guestsHint}
        checked={value.guests}
        onChange={(event) => onChange({ ...value, guests: event.currentTarget.checked })}
      />
    </>
  );
}
