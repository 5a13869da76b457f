import { type RoomtoneClient, RoomtoneError, type ServerView } from '@roomtone/sdk';
import { figuresOf, msText } from '../figures.ts';
import type { Finding } from './finding.ts';

const asks = 8;
const clockWarningUs = 5_000_000;
const [goodUs, fairUs] = [30_000, 60_000];

/** Is it a Roomtone server, and who may come in? */
export async function checkServer(
  client: Pick<RoomtoneClient, 'server'>,
  baseUrl: string,
): Promise<readonly Finding[]> {
  const about = 'server';
  try {
    return [describe(about, await client.server())];
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (error instanceof RoomtoneError && error.details.field === 'Host') return [foreignHost(about, baseUrl)];
    return [{ about, verdict: 'bad', words, advice: 'Ask the host whether Roomtone runs at this address.' }];
  }
}

/** The server refuses names that it does not know. */
function foreignHost(about: string, baseUrl: string): Finding {
  const words = `A Roomtone server answers, but ${new URL(baseUrl).host} is not one of its names.`;
  return { about, verdict: 'bad', words, advice: `The host sets ROOMTONE_PUBLIC_URL=${baseUrl}` };
}

function describe(about: string, { name, version, registration }: ServerView): Finding {
  const accounts = registration === 'open' ? 'Anybody may make an account.' : 'Its host makes the accounts.';
  return { about, verdict: 'good', words: `${name}, Roomtone ${version}. ${accounts}` };
}

/** How far apart are the clocks, and how long does an answer take? */
export async function checkClockAndLatency(client: RoomtoneClient): Promise<readonly Finding[]> {
  const roundTrips: number[] = [];
  const offsets: { readonly roundTripUs: number; readonly offsetUs: number }[] = [];
  for (let count = 0; count < asks; count++) {
    const [sentMs, startMs] = [Date.now(), performance.now()];
    const { timestamp } = await client.health();
    const roundTripUs = (performance.now() - startMs) * 1_000;
    // The first one opens the connection.
    if (count > 0) roundTrips.push(roundTripUs);
    offsets.push({ roundTripUs, offsetUs: timestamp * 1_000 - (sentMs * 1_000 + roundTripUs / 2) });
  }
  const [closest] = offsets.toSorted((a, b) => a.roundTripUs - b.roundTripUs);
  return [clockFinding(closest?.offsetUs ?? 0), latencyFinding(figuresOf(roundTrips)?.median ?? 0)];
}

function clockFinding(offsetUs: number): Finding {
  const about = 'clock';
  const words = `The server's clock is ${msText(Math.abs(offsetUs))} ${offsetUs < 0 ? 'behind' : 'ahead of'} this computer's.`;
  if (Math.abs(offsetUs) < clockWarningUs) return { about, verdict: 'good', words };
  const advice = 'Music is in time all the same. Set the clock that is wrong: sign-ins and certificates go by it.';
  return { about, verdict: 'warning', words, advice };
}

function latencyFinding(medianUs: number): Finding {
  const about = 'latency';
  const words = `An answer takes ${msText(medianUs)}.`;
  if (medianUs <= goodUs) return { about, verdict: 'good', words };
  const advice = 'A cable instead of Wi-Fi often helps. `roomtone ping` shows how much it varies.';
  return { about, verdict: medianUs <= fairUs ? 'info' : 'warning', words, advice };
}

/** May a page of this origin call the server? */
export async function checkOrigin(
  client: Pick<Ask, 'preflight'>,
  origin: string | undefined,
): Promise<readonly Finding[]> {
  const about = 'CORS';
  if (origin === undefined) {
    const words = 'Pages of the server itself may call it. Name another page with --origin to check it.';
    return [{ about, verdict: 'info', words }];
  }
  const allowed = await client.preflight(origin);
  if (allowed === origin || allowed === '*')
    return [{ about, verdict: 'good', words: `Pages of ${origin} may call it.` }];
  const advice = `The host adds it: ROOMTONE_ALLOWED_ORIGINS=${origin}`;
  return [{ about, verdict: 'bad', words: `Pages of ${origin} may not call it.`, advice }];
}

export interface Ask {
  /** Resolves with the origin that the server allows; undefined for none. */
  preflight(origin: string): Promise<string | undefined>;
}

/** A failure as a finding. */
export function failed(about: string, error: unknown, advice?: string): Finding {
  const words = error instanceof Error ? error.message : String(error);
  const verdict = error instanceof RoomtoneError ? 'skipped' : 'bad';
  return { about, verdict, words, ...(advice === undefined ? {} : { advice }) };
}
