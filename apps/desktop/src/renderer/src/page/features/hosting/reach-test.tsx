import { useMutation, useQuery } from '@tanstack/react-query';
import type { Reach } from '../../../../../shared/hosting.ts';
import { useParts } from '../../app/app-parts.ts';
import type { HostingPort } from '../../app/bridge.ts';
import { roomStrings } from '../../room-strings.ts';
import { timeText } from '../../strings/formats.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';

const refreshMs = 2_000;
const words = roomStrings.outside.reach;

/** Can others reach the server? What it found out itself, and a link with which somebody outside finds out. */
export function ReachTest({ hosting }: { readonly hosting: HostingPort }) {
  const { bridge } = useParts();
  const queryKey = ['host-reach'];
  const { data } = useQuery({ queryKey, queryFn: () => hosting.reach(), refetchInterval: refreshMs, retry: false });
  const link = useMutation({ mutationFn: () => hosting.testLink() });
  const made = link.data ?? undefined;
  const copy = () =>
    void bridge.copyText(made ?? '').then(
      () => notify(roomStrings.invite.copied),
      () => notify(roomStrings.invite.copyFailed),
    );
  return (
    <section className="form" aria-labelledby="reach-title">
      <h3 id="reach-title">{words.title}</h3>
      {data !== undefined && <OwnReach own={data.own} />}
      <FailureNotice error={link.error} />
      {made === undefined ? (
        <div>
          <Button busy={link.isPending} onClick={() => link.mutate()}>
            {words.make}
          </Button>
        </div>
      ) : (
        <>
          <TextField
            label={words.link}
            hint={words.linkHint}
            value={made}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          <div>
            <Button onClick={copy}>{roomStrings.invite.copy}</Button>
          </div>
        </>
      )}
      {data !== undefined && data.visits.length > 0 && (
        <ul className="reach-visits">
          {data.visits.map((visit) => (
            <li key={`${visit.at} ${visit.address}`}>{visitText(visit)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function OwnReach({ own }: Pick<Reach, 'own'>) {
  switch (own) {
    case 'unknown':
      return null;
    case 'other':
      return <Notice tone="bad">{words.other}</Notice>;
    case 'reached':
    case 'silent':
      return <p className="muted">{words[own]}</p>;
  }
}

function visitText({ at, address, isOutside, udp }: Reach['visits'][number]): string {
  const who = isOutside
    ? words.outside({ time: timeText(at), address })
    : words.inside({ time: timeText(at), address });
  return `${who} ${words.udp[udp]}`;
}
