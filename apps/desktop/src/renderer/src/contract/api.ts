import type { RoomtoneClient } from '@roomtone/sdk';
import { billingCalls } from '@roomtone/sdk/billing';
import { botCalls } from '@roomtone/sdk/bots';
import { hostingCalls } from '@roomtone/sdk/hosting';
import { mailLinkCalls } from '@roomtone/sdk/mail-links';
import { secondFactorCalls } from '@roomtone/sdk/second-factor';

const areas = [
  'account',
  'auditLog',
  'connections',
  'secondFactor',
  'users',
  'friends',
  'blocks',
  'rooms',
  'billing',
  'bots',
  'invitations',
  'reachTest',
  'mailLinks',
] as const;
type Area = (typeof areas)[number];
type Hosting = Pick<ReturnType<typeof hostingCalls>, 'auditLog' | 'connections' | 'invitations' | 'reachTest'>;
/** Those of the SDK's subpaths. */
interface Apart extends Hosting {
  readonly billing: ReturnType<typeof billingCalls>;
  readonly bots: ReturnType<typeof botCalls>;
  readonly mailLinks: ReturnType<typeof mailLinkCalls>;
  readonly secondFactor: ReturnType<typeof secondFactorCalls>;
}

/** The SDK's server calls that can be forwarded to the worker unchanged, because arguments and answers are plain. */
export type Api = Pick<RoomtoneClient, Exclude<Area, keyof Apart>> & Apart;

export interface ApiCall {
  readonly area: Area;
  readonly method: string;
  readonly args: readonly unknown[];
}

/**
 * The page's side.
 * @param call sends the request to the worker.
 */
export function apiOver(call: (request: ApiCall) => Promise<unknown>): Api {
  const callsOf = (area: Area) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            call({ area, method: String(method), args }),
      },
    );
  // Every method of an area is forwarded with the argument and answer types it has there.
  return Object.fromEntries(areas.map((area) => [area, callsOf(area)])) as unknown as Api;
}

/** The worker's side. */
export async function answerApi(client: RoomtoneClient, { area, method, args }: ApiCall): Promise<unknown> {
  // apiOver() sends only names of existing methods.
  const apart: Apart = {
    ...hostingCalls(client),
    billing: billingCalls(client),
    mailLinks: mailLinkCalls(client),
    secondFactor: secondFactorCalls(client),
    bots: botCalls(client),
  };
  const owner: Api[Area] = area in apart ? apart[area as keyof Apart] : client[area as Exclude<Area, keyof Apart>];
  const calls = owner as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  const answer = await calls[method]?.(...args);
  return answer ?? null;
}
