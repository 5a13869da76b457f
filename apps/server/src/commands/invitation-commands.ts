import { CommandFailure } from '../application/hosting/command-failure.ts';
import type { Settings } from '../composition/chosen-database.ts';
import { type HostInvitations, withInvitations } from '../composition/data-directory/host-invitations.ts';
import type { Config } from '../config/config.ts';
import type { Command } from './arguments.ts';
import type { CommandContext } from './command-context.ts';

type InvitationCommand = Extract<Command, { readonly kind: `invitation ${string}` }>;

/**
 * Runs the host's commands for invitations that admit, also while a server runs.
 * @throws {CommandFailure} if there is no such invitation.
 */
export async function runInvitationCommand(
  command: InvitationCommand,
  settings: Settings & { readonly config: Config },
  { say }: Pick<CommandContext, 'say'>,
): Promise<void> {
  await withInvitations(settings, (invitations) => run(command, invitations, say));
}

async function run(command: InvitationCommand, invitations: HostInvitations, say: (line: string) => void) {
  switch (command.kind) {
    case 'invitation add': {
      const { days } = command;
      const seconds = days === undefined ? undefined : days * 24 * 3600;
      const { link, fragment, invitation } = await invitations.add({ maxUses: command.people, seconds });
      say(link ?? `Add this to the end of the server’s address, when others can reach it: /#${fragment}`);
      const people = invitation.maxUses === 1 ? '1 person' : `${invitation.maxUses} people`;
      say(`It admits ${people} until ${dayOf(invitation.expiresAt)}. Its id is ${invitation.invitationId}.`);
      return;
    }
    case 'invitation list': {
      const found = await invitations.list();
      if (found.length === 0) say('There are no invitations.');
      for (const { invitationId, uses, maxUses, expiresAt, madeBy, madeByName, roomName } of found) {
        const who = madeBy === undefined ? 'the host' : madeByName;
        const where = roomName === '' ? 'the server' : roomName;
        say(`${invitationId}  ${uses} of ${maxUses} used  until ${dayOf(expiresAt)}  by ${who}  to ${where}`);
      }
      return;
    }
    case 'invitation revoke':
      if (!(await invitations.revoke(command.id))) throw new CommandFailure(`There is no invitation ${command.id}.`);
      say('Revoked. Accounts that were made with it stay.');
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
