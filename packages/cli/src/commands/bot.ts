import type { BotScope } from '@roomtone/sdk';
import { botCalls } from '@roomtone/sdk/extras';
import { askOn } from '../ask.ts';
import type { Context } from '../command.ts';

/** Makes a bot and prints its token, which is shown this once. */
export async function createBot(
  context: Context,
  username: string,
  { scopes }: { readonly scopes: string },
): Promise<void> {
  const { output, process, signal } = context;
  await context.connected(context.server(undefined), { need: 'sign-in' }, async ({ client }) => {
    const asked = askOn(process.stdin, process.stderr, signal);
    try {
      const password = await asked.askSecretly('Your password, if your account has one: ');
      // The server names the scopes that there are.
      const wanted = scopes.split(',').map((each) => each.trim()) as BotScope[];
      const made = await botCalls(client).create({ username, scopes: wanted, ...(password && { password }) });
      output.say(`${made.bot.username} has this token, which is shown only now:`);
      output.result(made, made.botToken);
    } finally {
      asked.close();
    }
  });
}

/** Lists the bots of the signed-in user, the oldest first. */
export async function listBots(context: Context): Promise<void> {
  const { output } = context;
  await context.connected(context.server(undefined), { need: 'sign-in' }, async ({ client }) => {
    const { bots } = await botCalls(client).list();
    for (const bot of bots) {
      const marks = bot.hasToken ? bot.scopes.join(', ') : `${bot.scopes.join(', ')}; its token was ended`;
      output.result(bot, `${bot.username}  ${output.styled('dim', `(${marks})`)}`);
    }
    if (bots.length === 0) output.say('You have no bots here.');
  });
}

/** Deletes a bot, whose token stops working at once. */
export async function revokeBot(context: Context, name: string): Promise<void> {
  await context.connected(context.server(undefined), { need: 'sign-in' }, async ({ client }) => {
    const calls = botCalls(client);
    const bot = (await calls.list()).bots.find(({ username }) => username.toLowerCase() === name.toLowerCase());
    if (bot === undefined) throw new Error(`You have no bot by the name ${name} here.`);
    await calls.delete(bot.userId);
    context.output.result(
      { ...bot, hasToken: false, deleted: true },
      `${bot.username} is deleted, and its token with it.`,
    );
  });
}
