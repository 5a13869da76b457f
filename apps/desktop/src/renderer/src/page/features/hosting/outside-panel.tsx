import { filled } from '@roomtone/words';
import type { HostingChoice, OpenHosting } from '../../../../../shared/hosting.ts';
import type { ClosedInternet, Internet, OpenInternet } from '../../../../../shared/internet.ts';
import type { HostingPort } from '../../app/bridge.ts';
import { roomStrings } from '../../room-strings.ts';
import { timeText } from '../../strings/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast-store.ts';
import { ReachTest } from './reach-test.tsx';
import './outside-panel.css';

/**
 * The same choice with or without friends outside. Anybody on the internet can try to come in, so only people whom the host has
 * added do at first.
 */
export function withOutside(choice: HostingChoice, outside: boolean): HostingChoice {
  if (outside === choice.outside) return choice;
  return outside ? { joining: 'added', outside, guests: false } : { ...choice, outside, guests: true };
}

interface OutsidePanelProps {
  readonly hosting: HostingPort;
  readonly open: OpenHosting;
}

/** Opens the server to friends outside this network and closes it again, shows how far that has come, and what helps. */
export function OutsidePanel({ hosting, open }: OutsidePanelProps) {
  const words = roomStrings.outside;
  const { joining, outside, guests, internet } = open;
  const change = (isOn: boolean) => void hosting.open(withOutside({ joining, outside, guests }, isOn));
  return (
    <Panel title={words.panel} action={<OutsideBadge open={open} />} className="outside">
      <div className="form">
        <Switch
          label={words.title}
          hint={outside ? words.openHint : words.hint}
          checked={outside}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        {outside && internet !== null && <InternetState hosting={hosting} internet={internet} open={open} />}
        {!outside && internet?.status === 'shut' && <Notice>{words.shut}</Notice>}
        {outside && (
          <div className="outside-close">
            <Button kind="danger" size="large" onClick={() => void closeNow(hosting)}>
              {words.closeNow}
            </Button>
            <p className="muted small-words">{words.closeHint}</p>
          </div>
        )}
      </div>
    </Panel>
  );
}

async function closeNow(hosting: HostingPort): Promise<void> {
  notify(roomStrings.outside.closed({ count: await hosting.closeOutside() }));
}

function OutsideBadge({ open: { outside, internet } }: { readonly open: OpenHosting }) {
  const words = roomStrings.outside.states;
  if (internet?.status === 'shut') return <Badge>{words.shut}</Badge>;
  if (!outside || internet === null) return <Badge>{words.off}</Badge>;
  const tones = { asking: 'plain', open: 'good', closed: 'bad' } as const;
  return <Badge tone={tones[internet.status]}>{words[internet.status]}</Badge>;
}

interface InternetStateProps extends OutsidePanelProps {
  readonly internet: Internet;
}

function InternetState({ hosting, internet, open }: InternetStateProps) {
  switch (internet.status) {
    case 'asking':
    case 'shut':
      return <Notice>{roomStrings.outside[internet.status]}</Notice>;
    case 'open':
      return (
        <>
          <Reachable internet={internet} joining={open.joining} />
          <ReachTest hosting={hosting} />
        </>
      );
    case 'closed':
      return <OutsideHelp internet={internet} open={open} />;
  }
}

interface ReachableProps extends Pick<OpenHosting, 'joining'> {
  readonly internet: OpenInternet;
}

function Reachable({ internet, joining }: ReachableProps) {
  const words = roomStrings.outside;
  const { address, port, udpPort, protocol, until } = internet;
  return (
    <div className="outside-open">
      <p className="hosting-addresses">
        <span className="muted">{words.address}</span>
        <code>{`${address}:${port}`}</code>
      </p>
      {protocol === null && <p>{words.ownAddress}</p>}
      {protocol !== null && <p>{until === null ? words.noEnd : words.until({ time: timeText(until) })}</p>}
      {udpPort === null && <p>{words.noUdp}</p>}
      {protocol !== null && <p className="muted">{words.unproved}</p>}
      <p className="muted">{joining === 'anyone' ? words.anyoneHint : words.addHint}</p>
    </div>
  );
}

interface OutsideHelpProps {
  readonly internet: ClosedInternet;
  readonly open: OpenHosting;
}

/** Why friends outside cannot reach the server, and what helps. */
function OutsideHelp({ internet, open }: OutsideHelpProps) {
  const words = roomStrings.outside;
  const { problem, gateway, externalAddress } = internet;
  const router = gateway ?? '?';
  const address = externalAddress ?? '?';
  return (
    <>
      <Notice tone="bad">{filled(words.problems[problem], { router, address })}</Notice>
      <section className="outside-help">
        <h3>{words.helps}</h3>
        <ul className="advice">
          <li>{words.help[problem]}</li>
          {problem !== 'carrierGradeNat' && problem !== 'offline' && (
            <ForwardedByHand internet={internet} open={open} />
          )}
          {problem !== 'offline' && (
            <>
              <li>{words.ipv6}</li>
              <li>{words.vpn}</li>
              <li>{words.rented}</li>
            </>
          )}
        </ul>
        <p className="muted">{words.retried}</p>
      </section>
    </>
  );
}

function ForwardedByHand({ internet: { problem, externalAddress }, open }: OutsideHelpProps) {
  const words = roomStrings.outside;
  const [first] = open.addresses;
  const computer = first === undefined ? '–' : new URL(first).hostname;
  const isBoth = problem === 'secondRouter';
  return (
    <li>
      {isBoth ? words.byHandInBoth({ address: externalAddress ?? '–' }) : words.byHand}
      <dl className="forwarding">
        <Port name={words.computer} value={computer} />
        <Port name={words.tcp} value={String(open.port)} />
        <Port name={words.udp} value={String(open.port)} />
      </dl>
      {first !== undefined && words.byHandLink({ address: computer })}
    </li>
  );
}

function Port({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
