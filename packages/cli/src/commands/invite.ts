import { invitationLink } from '@roomtone/sdk';
import { hostingCalls } from '@roomtone/sdk/extras';
import type { Context } from '../command.ts';
import { UsageError } from '../explain.ts';

export interface InviteOptions {
  readonly admit?: string;
  readonly days?: string;
}

const daySeconds = 86_400;

/** Prints a link to a room, or to the server, with all its addresses and its key. */
export async function invite(context: Context, where: string | undefined, options: InviteOptions): Promise<void> {
  const destination = context.destination(where);
  const { roomId } = destination;
  const admits = wholeNumber('--admit', options.admit);
  const days = wholeNumber('--days', options.days);
  if (days !== undefined && admits === undefined) throw new UsageError('--days says how long --admit lasts.');
  await context.connected(destination, { need: 'sign-in' }, async ({ client }) => {
    const hosting = hostingCalls(client);
    const made =
      admits === undefined
        ? undefined
        : await hosting.invitations.create({
            maxUses: admits,
            ...(days === undefined ? {} : { seconds: days * daySeconds }),
            ...(roomId === undefined ? {} : { roomId }),
          });
    const { addresses, fingerprint, name } = await hosting.addresses();
    const servers = addresses.length > 0 ? addresses : [destination.baseUrl];
    const token = made?.token;
    const link = invitationLink({ servers, fingerprint: fingerprint || undefined, roomId, name, token });
    context.output.result({ link, roomId: roomId ?? null, ...(made === undefined ? {} : { invitation: made }) }, link);
  });
}

function wholeNumber(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`${option} must be a whole number from 1.`);
  return number;
}
