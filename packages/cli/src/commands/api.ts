import { text } from 'node:stream/consumers';
import type { RestRequest } from '@roomtone/sdk';
import type { Context } from '../command.ts';
import { UsageError } from '../explain.ts';

export interface ApiOptions {
  readonly method?: string;
  readonly body?: string;
  readonly jq?: string;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Calls any endpoint of a server's REST interface with the sign-in, and prints the answer as the reference describes it. */
export async function api(context: Context, path: string, { method, body, jq }: ApiOptions): Promise<void> {
  const wanted = method?.toUpperCase() ?? (body === undefined ? 'GET' : 'POST');
  const known = methods.find((each) => each === wanted);
  if (known === undefined) throw new UsageError(`--method must be one of ${methods.join(', ')}.`);
  const given = body === '-' ? await text(context.process.stdin) : body;
  const request: RestRequest = {
    method: known,
    path: pathOf(path),
    raw: true,
    ...(given === undefined ? {} : { body: objectIn(given) }),
  };
  await context.connected(context.server(undefined), { need: 'guest' }, async ({ client }) => {
    const answer = await context.patiently(() => client.call<object>(request, { signal: context.signal }));
    if (jq === undefined) context.output.result(answer, JSON.stringify(answer, null, 2));
    else await printFiltered(context, answer, jq);
  });
}

/** Git Bash on Windows makes a folder of a leading slash: `C:/Program Files/Git/api/rooms`. */
export function pathOf(given: string): string {
  return `/${given.replace(/^[a-z]:[\\/].*?(?=api\/|health)/i, '').replace(/^\/+/, '')}`;
}

/** Prints each value that a jq filter makes of the answer: a text as it is, anything else as JSON. */
async function printFiltered({ output }: Context, answer: object, filter: string): Promise<void> {
  // It takes a fifth of a second to load.
  const { default: jq } = await import('jq-wasm');
  const made = await jq.raw(JSON.stringify(answer), filter, ['-c']).catch((error: unknown) => {
    throw new UsageError(`--jq: ${(error as Error).message.replace(/^jq: (error: )?/, '').trim()}`);
  });
  for (const line of made.split('\n')) {
    if (line === '') continue;
    const value: unknown = JSON.parse(line);
    output.result(value, typeof value === 'string' ? value : line);
  }
}

function objectIn(given: string): object {
  try {
    const value: unknown = JSON.parse(given);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // It is said below, without what was given: it may hold a password.
  }
  throw new UsageError('--body must be a JSON object, or - for one on standard input.');
}
