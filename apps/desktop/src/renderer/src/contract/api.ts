import type { RoomtoneClient } from '@roomtone/sdk';

const areas = ['account', 'users', 'friends', 'blocks', 'rooms', 'billing'] as const;
type Area = (typeof areas)[number];

/** The SDK's calls to the server that cross to the worker as they are: plain arguments in, a plain answer out. */
export type Api = Pick<RoomtoneClient, Area>;

export interface ApiCall {
  readonly area: Area;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** The page's side. @param call brings it to the worker. */
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
  // Every method of an area is passed on, with the arguments and the answer of its type.
  return Object.fromEntries(areas.map((area) => [area, callsOf(area)])) as unknown as Api;
}

/** The worker's side. */
export async function answerApi(client: RoomtoneClient, { area, method, args }: ApiCall): Promise<unknown> {
  // apiOver() names only methods that there are.
  const calls = client[area] as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  const answer = await calls[method]?.(...args);
  return answer ?? null;
}
