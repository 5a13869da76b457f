import type { RoomtoneClient } from '@roomtone/sdk';
import {
  archiveCalls,
  billingCalls,
  botCalls,
  hostingCalls,
  mailLinkCalls,
  secondFactorCalls,
  sheetCalls,
} from '@roomtone/sdk/extras';

const areas = [
  'account',
  'admins',
  'auditLog',
  'connections',
  'secondFactor',
  'users',
  'friends',
  'blocks',
  'rooms',
  'sheets',
  'billing',
  'bots',
  'invitations',
  'reachTest',
  'webhooks',
  'mailLinks',
  'archive',
] as const;
type Area = (typeof areas)[number];
type Hosting = Pick<
  ReturnType<typeof hostingCalls>,
  'admins' | 'auditLog' | 'connections' | 'invitations' | 'reachTest' | 'webhooks'
>;
/** Those of the SDK's subpaths. */
interface Apart extends Hosting {
  readonly billing: ReturnType<typeof billingCalls>;
  readonly bots: ReturnType<typeof botCalls>;
  readonly mailLinks: ReturnType<typeof mailLinkCalls>;
  readonly archive: ReturnType<typeof archiveCalls>;
  readonly secondFactor: ReturnType<typeof secondFactorCalls>;
  readonly sheets: ReturnType<typeof sheetsOf>;
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
    archive: archiveCalls(client),
    secondFactor: secondFactorCalls(client),
    bots: botCalls(client),
    sheets: sheetsOf(client),
  };
  const owner: Api[Area] = area in apart ? apart[area as keyof Apart] : client[area as Exclude<Area, keyof Apart>];
  const calls = owner as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  const answer = await calls[method]?.(...args);
  return answer ?? null;
}

type Sheets = ReturnType<typeof sheetCalls>;

/** The calls of a room's sheets, with the room as their first argument. */
function sheetsOf(client: RoomtoneClient) {
  const of = (roomId: string): Sheets => sheetCalls(client, roomId);
  return {
    list: (roomId: string) => of(roomId).list(),
    add: (roomId: string, ...args: Parameters<Sheets['add']>) => of(roomId).add(...args),
    read: (roomId: string, sheetId: string) => of(roomId).read(sheetId),
    delete: (roomId: string, sheetId: string) => of(roomId).delete(sheetId),
    open: (roomId: string, ...args: Parameters<Sheets['open']>) => of(roomId).open(...args),
    setList: (roomId: string) => of(roomId).setList(),
    replaceSetList: (roomId: string, ...args: Parameters<Sheets['replaceSetList']>) =>
      of(roomId).replaceSetList(...args),
  };
}
