import { ConnectionError, RoomtoneClient, RoomtoneError } from '@roomtone/sdk';
import type { Context } from '../command.ts';
import { connect } from '../connect.ts';
import { reaching } from '../destination.ts';
import { checkAddress, placeOf } from '../doctor/address.ts';
import { checkCertificate } from '../doctor/certificate.ts';
import { checkConnections } from '../doctor/connections.ts';
import type { Finding, Verdict } from '../doctor/finding.ts';
import { preflight } from '../doctor/preflight.ts';
import { checkClockAndLatency, checkOrigin, checkServer, failed } from '../doctor/service.ts';
import { explain } from '../explain.ts';
import { harmless, type Style } from '../output.ts';

export interface DoctorOptions {
  readonly origin?: string;
}

const marks: Readonly<Record<Verdict, string>> = { good: '✓', info: '·', warning: '!', bad: '✗', skipped: '–' };
const styles: Readonly<Record<Verdict, Style>> = {
  good: 'green',
  info: 'dim',
  warning: 'yellow',
  bad: 'red',
  skipped: 'dim',
};

/** Looks at everything between here and a server, and says what is wrong and what to do. The exit status is 1 if anything is. */
export async function doctor(context: Context, where: string | undefined, { origin }: DoctorOptions): Promise<number> {
  const { output } = context;
  const destination = context.destination(where);
  const place = placeOf(destination.baseUrl);
  let hasFailed = false;
  /** Prints findings; true if none is bad. */
  const report = (findings: readonly Finding[]): boolean => {
    for (const finding of findings) output.result(finding, lineOf(context, finding));
    const isBad = findings.some(({ verdict }) => verdict === 'bad');
    hasFailed ||= isBad;
    return !isBad;
  };
  output.say(`${destination.baseUrl}${destination.roomId === undefined ? '' : `, room ${destination.roomId}`}`);
  // Each step needs the one before.
  const isReached =
    report(await checkAddress(place)) && report(await checkCertificate(place, destination.fingerprint, Date.now()));
  if (!isReached) return 1;
  const client = new RoomtoneClient({ ...reaching(destination), datagrams: 'auto' });
  if (!report(await checkServer(client, destination.baseUrl))) return 1;
  report(await checkOrigin({ preflight: (asked) => preflight(place, asked) }, origin));
  report(await checkClockAndLatency(client));
  const password = context.roomPassword.password;
  const options = {
    roomId: destination.roomId,
    signal: context.signal,
    ...(password === undefined ? {} : { password }),
  };
  const { env } = context.process;
  const need = destination.roomId === undefined ? 'account' : 'guest';
  // Without an account a guest can still try the WebSocket.
  const connected =
    (await connect(destination, {
      ...{ need, datagrams: 'auto', signIns: context.signIns, env },
      patiently: (call) => call(),
    }).catch((error: unknown) => {
      if (!(error instanceof RoomtoneError || error instanceof ConnectionError))
        report([{ about: 'sign-in', verdict: 'warning', words: explain(error) }]);
      return undefined;
    })) ?? ({ client, close: async () => {} } as const);
  try {
    report(await checkConnections(connected.client, options).catch((error: unknown) => [failed('WebSocket', error)]));
  } finally {
    await connected.close();
  }
  return hasFailed ? 1 : 0;
}

function lineOf({ output }: Context, { about, verdict, words, advice }: Finding): string {
  const line = `${output.styled(styles[verdict], marks[verdict])} ${output.styled('bold', about.padEnd(11))} ${harmless(words)}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(14)}${harmless(advice)}`;
}
