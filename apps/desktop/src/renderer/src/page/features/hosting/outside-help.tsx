import type { OpenHosting } from '../../../../../shared/hosting.ts';
import type { ClosedInternet } from '../../../../../shared/internet.ts';
import { strings } from '../../strings.ts';
import { Notice } from '../../ui/notice.tsx';

interface OutsideHelpProps {
  readonly internet: ClosedInternet;
  readonly open: OpenHosting;
}

/** Why friends outside cannot reach the server, and what helps. */
export function OutsideHelp({ internet, open }: OutsideHelpProps) {
  const words = strings.outside;
  const { problem, gateway, externalAddress } = internet;
  const router = gateway ?? '?';
  const address = externalAddress ?? '?';
  return (
    <>
      <Notice tone="bad">{words.problems[problem](router, address)}</Notice>
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
  const words = strings.outside;
  const [first] = open.addresses;
  const computer = first === undefined ? '–' : new URL(first).hostname;
  const isBoth = problem === 'secondRouter';
  return (
    <li>
      {isBoth ? words.byHandInBoth(externalAddress ?? '–') : words.byHand}
      <dl className="forwarding">
        <Port name={words.computer} value={computer} />
        <Port name={words.tcp} value={String(open.port)} />
        <Port name={words.udp} value={String(open.port)} />
      </dl>
      {first !== undefined && words.byHandLink(computer)}
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
