import type { Context } from '../command.ts';

export interface WhoamiOptions {
  readonly all?: boolean;
}

/** Shows the account of the sign-in at a server, or at every server. The exit status is 1 if there is none or one has ended. */
export async function whoami(context: Context, where: string | undefined, { all }: WhoamiOptions): Promise<number> {
  const { settings } = context.signIns;
  if (!all) {
    await show(context, where);
    return 0;
  }
  let status = 0;
  for (const { baseUrl } of settings.servers) {
    await show(context, baseUrl).catch((error: unknown) => {
      status = 1;
      context.problem(error);
    });
  }
  return status;
}

async function show(context: Context, where: string | undefined): Promise<void> {
  const destination = context.server(where);
  const { baseUrl } = destination;
  await context.connected(destination, { need: 'sign-in' }, async ({ client, as }) => {
    const { userId = '', roles = [] } = client.user ?? {};
    const isUsual = context.signIns.settings.current?.baseUrl === baseUrl;
    context.output.result(
      { server: baseUrl, user: as, userId, roles, usual: isUsual },
      `${as} at ${baseUrl}${roles.length > 0 ? ` (${roles.join(', ')})` : ''}`,
    );
  });
}
