import { text } from 'node:stream/consumers';
import type { RestRequest } from '@roomtone/sdk';
import type { Context } from '../command.ts';
import { UsageError } from '../explain.ts';

export interface ApiOptions {
  readonly method?: string;
  readonly body?: string;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Calls any endpoint of a server's REST interface with the sign-in, and prints the data of the answer. */
export async function api(context: Context, path: string, { method, body }: ApiOptions): Promise<void> {
  const wanted = method?.toUpperCase() ?? (body === undefined ? 'GET' : 'POST');
  const known = methods.find((each) => each === wanted);
  if (known === undefined) throw new UsageError(`--method must be one of ${methods.join(', ')}.`);
  const given = body === '-' ? await text(context.process.stdin) : body;
  const request: RestRequest = {
    method: known,
    // Git Bash on Windows takes a leading slash for a folder.
    path: `/${path.replace(/^\/+/, '')}`,
    ...(given === undefined ? {} : { body: objectIn(given) }),
  };
  await context.connected(context.server(undefined), { need: 'guest' }, async ({ client }) => {
    const data = await context.patiently(() => client.call<object>(request, { signal: context.signal }));
    context.output.result(data, JSON.stringify(data, null, 2));
  });
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
