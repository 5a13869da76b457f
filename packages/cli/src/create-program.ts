import { createRequire } from 'node:module';
import { Command } from 'commander';
import type { CommonOptions, Context, Process } from './command.ts';
import { Output } from './output.ts';

const whereHelp = "an invitation link, a server's address or a room's id";
const serverHelp = "an invitation link, or a server's address";
const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };

const about = `Roomtone on the command line: join rooms, play and record, and find out what is wrong with a connection.

Where a command asks for a place, give an invitation link, a server's address or the id of a room. A name such as
music.example.org means https. Without one it is the server that you signed in to last, else http://127.0.0.1:7420. Without a
sign-in, commands that play or write make an account and delete it at the end.`;

const variables = `
Environment:
  ROOMTONE_ROOM_PASSWORD  the password of the room
  ROOMTONE_TOKEN          a bot's token, in place of a sign-in; it goes to ROOMTONE_SERVER only
  ROOMTONE_SERVER         the server of that token, and of commands that name none
  ROOMTONE_CONFIG_DIR     where settings are kept, and sign-ins where there is no keychain
  ROOMTONE_KEYCHAIN       off: keep sign-ins in files only their owner can read
  NO_COLOR                no colour

Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted. Ctrl-C is how join and record end: they are done then.

With --json every result is an object in a line of standard output, and every error one of standard error:
  {"type": "error", "code": "…", "message": "…"}, with "reason" or "details" where there are some.`;

/** Resolves with the exit status, or with nothing for success. */
type Act = (context: Context, ...given: never[]) => Promise<unknown>;
/** Loads a command only when it is to run: a shell starts the program for every completion. */
type Load = () => Promise<Act>;

/** Describes every command: help, checks of what was given, and completions all come from here. */
export function createProgram(process: Process, signal: AbortSignal, onEnd: (status: number) => void): Command {
  const program = new Command('roomtone').description(about).version(version).addHelpText('after', variables);
  program.configureHelp({ sortSubcommands: false }).showHelpAfterError('(roomtone --help lists the commands)');
  const isForPrograms = process.argv.includes('--json');
  const output = new Output(process, isForPrograms);
  program.configureOutput({
    outputError: (text) => {
      const message = text.replace(/^error: /, '').trim();
      output.problem({ code: 'USAGE_ERROR', message }, text.trimEnd());
    },
    // The hint that follows an error.
    ...(isForPrograms ? { writeErr: () => {} } : {}),
  });
  program.exitOverride();
  const add = (usage: string, description: string, load: Load, parent = program): Command => {
    const command = parent
      .command(usage)
      .description(description)
      .option('--server <url>', "the server's address or an invitation link")
      .option('--fingerprint <key>', "the server's key, if its certificate is its own")
      .option('--json', 'one JSON object a line, for programs');
    // Commander passes the arguments, the options and the command.
    command.action(async (...given: unknown[]) => {
      const options = given.at(-2) as CommonOptions;
      const [act, { Context }, { statusOf }] = await Promise.all([
        load(),
        import('./command.ts'),
        import('./explain.ts'),
      ]);
      const context = new Context(process, options, signal);
      try {
        const status = await act(context, ...(given.slice(0, -1) as never[]));
        onEnd(typeof status === 'number' ? status : signal.aborted ? 130 : 0);
      } catch (error) {
        context.problem(error);
        onEnd(statusOf(error, signal));
      }
    });
    return command;
  };
  add('login', 'sign in, and keep the sign-in in the keychain', () =>
    import('./commands/login.ts').then(({ login }) => login as Act),
  )
    .argument('[where]', serverHelp)
    .option('--user <name>', 'the username; asked for otherwise')
    .option('--bot', 'sign in with the token of a bot instead');
  add('logout', 'sign out, and forget the sign-in', () =>
    import('./commands/login.ts').then(({ logout }) => logout as Act),
  ).argument('[where]', serverHelp);
  add('whoami', 'show who you are signed in as', () =>
    import('./commands/whoami.ts').then(({ whoami }) => whoami as Act),
  )
    .argument('[where]', serverHelp)
    .option('--all', 'at every server that you are signed in to');
  add('rooms', 'list the rooms', () => import('./commands/rooms.ts').then(({ rooms }) => rooms as Act))
    .argument('[where]', serverHelp)
    .option('--mine', 'the private rooms that are yours or name you instead');
  addRoomCommands(program, add);
  add('join', 'show a room: its chat and its notes; what you type is sent', () =>
    import('./commands/join.ts').then(({ join }) => join as Act),
  )
    .argument('<where>', whereHelp)
    .option('--listen', 'only listen, as a guest without a sign-in')
    .option('--seconds <n>', 'leave after this many seconds');
  add('play', 'play a MIDI file into a room', () => import('./commands/play.ts').then(({ play }) => play as Act))
    .argument('<file.mid>', 'the MIDI file')
    .argument('<where>', whereHelp)
    .option('--speed <n>', "multiple of the file's tempo", '1')
    .option('--fast', "as fast as the room's quota allows");
  add('record', 'record a room as a MIDI file, until Ctrl-C or the last player leaves', () =>
    import('./commands/record.ts').then(({ record }) => record as Act),
  )
    .argument('<file.mid>', 'the file to write')
    .argument('<where>', whereHelp)
    .option('--seconds <n>', 'stop after this many seconds')
    .option('--overwrite', 'replace the file if it exists');
  add('chat', 'write into the chat of a room: the words given, or each line of standard input', () =>
    import('./commands/chat.ts').then(({ chat }) => chat as Act),
  )
    .argument('<where>', whereHelp)
    .argument('[words...]', 'what to say');
  add('invite', 'print a link to a room or a server, with its addresses and its key', () =>
    import('./commands/invite.ts').then(({ invite }) => invite as Act),
  )
    .argument('[where]', whereHelp)
    .option('--admit <n>', 'let so many people in where accounts or guests are not free for everybody')
    .option('--days <n>', 'how long it admits them; 7 unless given');
  addBotCommands(program, add);
  add('api', 'call any endpoint of the REST interface with your sign-in', () =>
    import('./commands/api.ts').then(({ api }) => api as Act),
  )
    .argument('<path>', 'such as /api/rooms?limit=5; every server describes them and their answers at /docs/api')
    .option('--method <method>', 'GET, or POST where there is a body, unless given')
    .option('--body <json>', 'a JSON object; - reads it from standard input')
    .option('--jq <filter>', 'print what this jq filter makes of the answer');
  addTakeCommands(program, add);
  add('ping', 'measure the way to a server and back: round trip, jitter, clock, losses', () =>
    import('./commands/ping.ts').then(({ ping }) => ping as Act),
  )
    .argument('[where]', serverHelp)
    .option('--seconds <n>', 'how long to measure', '5');
  add('load-test', 'have many players play in rooms of their own, and measure when their notes arrive', () =>
    import('./commands/load-test.ts').then(({ loadTest }) => loadTest as Act),
  )
    .argument('[where]', serverHelp)
    .option('--rooms <n>', 'how many rooms', '2')
    .option('--players <n>', 'how many players in each room', '4')
    .option('--seconds <n>', 'how long they play', '10')
    .option('--rate <n>', 'notes a second of each player', '8');
  add('doctor', 'find out what is wrong with a connection, and what to do', () =>
    import('./commands/doctor.ts').then(({ doctor }) => doctor as Act),
  )
    .argument('[where]', whereHelp)
    .option('--origin <url>', 'check that pages of this origin may call the server');
  return program;
}

type Add = (usage: string, description: string, load: Load, parent?: Command) => Command;

function addRoomCommands(program: Command, add: Add): void {
  const room = program.command('room').description('create, change and delete rooms of your own');
  const described = (command: Command): Command =>
    command
      .option('--max-users <n>', 'how many may be inside')
      .option('--password', 'ask for a password, or read it from standard input')
      .option('--set <name=value>', 'a setting, such as allowGuests=false', collect);
  described(
    add(
      'create',
      'create a room',
      () => import('./commands/room.ts').then(({ createRoom }) => createRoom as Act),
      room,
    ).argument('<name>', 'what it is called'),
  ).option('--private', 'not in the list of rooms');
  described(
    add(
      'edit',
      'change a room',
      () => import('./commands/room.ts').then(({ editRoom }) => editRoom as Act),
      room,
    ).argument('<where>', whereHelp),
  )
    .option('--name <name>', 'what it is called from now on')
    .option('--no-password', 'remove its password');
  add(
    'delete',
    'delete a room for everybody',
    () => import('./commands/room.ts').then(({ deleteRoom }) => deleteRoom as Act),
    room,
  )
    .argument('<where>', whereHelp)
    .option('--yes', 'without asking at a terminal');
}

function addBotCommands(program: Command, add: Add): void {
  const bot = program.command('bot').description('accounts for programs, which are yours');
  add(
    'create',
    'make a bot, and print its token this once',
    () => import('./commands/bot.ts').then(({ createBot }) => createBot as Act),
    bot,
  )
    .argument('<name>', 'its username')
    .option('--scopes <list>', 'what it may do: listen, play, chat, moderate', 'listen,play,chat');
  add('list', 'list your bots', () => import('./commands/bot.ts').then(({ listBots }) => listBots as Act), bot);
  add(
    'revoke',
    'delete a bot, whose token stops working',
    () => import('./commands/bot.ts').then(({ revokeBot }) => revokeBot as Act),
    bot,
  ).argument('<name>', 'its username');
}

function addTakeCommands(program: Command, add: Add): void {
  const take = program.command('take').description('recordings and MIDI files that people have shared in a room');
  add(
    'list',
    'list them, the newest first',
    () => import('./commands/take.ts').then(({ listTakes }) => listTakes as Act),
    take,
  ).argument('<where>', whereHelp);
  add(
    'download',
    'save one as a MIDI file',
    () => import('./commands/take.ts').then(({ downloadTake }) => downloadTake as Act),
    take,
  )
    .argument('<where>', whereHelp)
    .argument('[take]', 'its name or id; the newest unless given')
    .option('--out <file.mid>', 'the file to write; named like the take unless given')
    .option('--overwrite', 'replace the file if it exists');
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
