import { languages } from '@roomtone/words';
import type { Static, TSchema } from 'typebox';
import * as Type from 'typebox';
import { AppSettings, SettingsChange } from './app-settings.ts';
import { FieldProblems, Guest, HostingChoice, HostState, NewPerson, Reach } from './hosting.ts';
import {
  FileId,
  FolderId,
  type LibraryFile,
  LibraryMark,
  type LibraryPage,
  LibraryQuery,
  type LibraryStatus,
} from './library/library.ts';
import { Fingerprint, ServerAnswer, ServerList } from './servers.ts';

// Everything that may pass between a window and the main process: a window makes calls and gets responses, the main process
// sends news. Every request is validated against its schema first; a call that is not listed here is rejected.

const closed = { additionalProperties: false } as const;
const Nothing = Type.Null();

export const Tokens = Type.Object(
  {
    refreshToken: Type.String({ minLength: 1, maxLength: 500 }),
    userId: Type.String({ minLength: 1, maxLength: 100 }),
  },
  closed,
);

/** The tokens for signing in again without a password. */
export type KeptTokens = Static<typeof Tokens>;

const TokenStorage = Type.Union([Type.Literal('keychain'), Type.Literal('memory')]);

/** keychain: the system's. memory: no keychain is available, so a sign-in ends with the app. */
export type TokenStorage = Static<typeof TokenStorage>;

/** The languages of the help. */
const HelpLanguage = Type.Enum(languages.map(({ code }) => code));

const WindowServer = Type.Union([
  /** The app's own server. */
  Type.Object(
    {
      kind: Type.Literal('home'),
      url: Type.String(),
      /** `process.platform`: the advice about firewalls depends on it. */
      platform: Type.String(),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('server'),
      url: Type.String(),
      /** Its other addresses, as origins. */
      others: Type.Array(Type.String()),
      name: Type.String(),
      /** null over plain http, which others can read. */
      fingerprint: Type.Union([Type.Null(), Fingerprint]),
    },
    closed,
  ),
]);

/** The server that a window shows. */
export type WindowServer = Static<typeof WindowServer>;

const MidiFile = Type.Object({ name: Type.String(), bytes: Type.Unsafe<Uint8Array<ArrayBuffer>>({}) }, closed);

/** A file as read, with unchecked content. */
export type MidiFile = Static<typeof MidiFile>;

/** Made by the library process, and not parsed again. */
const LibraryStatusNews = Type.Unsafe<LibraryStatus>({});

const from = {
  /** Only the window of the app's own server. */
  home: 'home',
  /** Windows of other servers too. */
  any: 'any',
} as const;

/** The calls that a window may make: request and response by name, and which windows may make them. */
export const calls = {
  /** For the app's own server, resolves once it is ready. */
  'window.server': { from: from.any, request: Nothing, response: WindowServer },
  /** The tokens for the window's server; null if nobody is signed in. For the app's own server there are always some. */
  'tokens.load': { from: from.any, request: Nothing, response: Type.Union([Tokens, Type.Null()]) },
  /** null forgets them; without `lasting` they are kept until the app ends. */
  'tokens.save': {
    from: from.any,
    request: Type.Object({ tokens: Type.Union([Tokens, Type.Null()]), lasting: Type.Boolean() }, closed),
    response: Nothing,
  },
  /** Where sign-ins are stored. */
  'tokens.storage': { from: from.any, request: Nothing, response: TokenStorage },
  /** Asks for the MIDI devices; a port to them comes on `midi.port`, and a new one each time their process restarts. */
  'midi.open': { from: from.any, request: Nothing, response: Nothing },
  'text.copy': { from: from.any, request: Type.String({ maxLength: 10_000 }), response: Nothing },
  /** Shows a system notification, unless one of the app's windows has the focus. */
  'notice.show': {
    from: from.any,
    request: Type.Object({ title: Type.String({ maxLength: 100 }), body: Type.String({ maxLength: 500 }) }, closed),
    response: Nothing,
  },
  /** True while the user plays: the machine and its screen then stay awake. */
  'awake.keep': { from: from.any, request: Type.Boolean(), response: Nothing },
  /** Opens a payment page in the system's browser; false if the address is not one. */
  'payment.open': { from: from.any, request: Type.String({ maxLength: 2_000 }), response: Type.Boolean() },
  /** Shows the app's own window, where other servers can be chosen. */
  'servers.choose': { from: from.any, request: Nothing, response: Nothing },

  /** Opens the help, in a window of its own. */
  'help.open': { from: from.any, request: HelpLanguage, response: Nothing },

  /** The MIDI library: reads changed folders, and responds with its status. Changes come as `library.changed`. */
  'library.open': { from: from.any, request: Nothing, response: LibraryStatusNews },
  'library.query': { from: from.any, request: LibraryQuery, response: Type.Unsafe<LibraryPage>({}) },
  /** By its id; null if the file is gone. Nothing but files of the library can be read. */
  'library.read': { from: from.any, request: FileId, response: Type.Unsafe<LibraryFile | null>({}) },
  'library.mark': { from: from.any, request: LibraryMark, response: Nothing },
  /** Shows the system's dialog, in which the user chooses a folder; no page can name one. */
  'library.addFolder': { from: from.any, request: Nothing, response: Nothing },
  /** By its id; the folder itself stays as it is. */
  'library.removeFolder': { from: from.any, request: FolderId, response: Nothing },
  'library.cancel': { from: from.any, request: Nothing, response: Nothing },
  'library.resume': { from: from.any, request: Nothing, response: Nothing },

  'app.settings': { from: from.home, request: Nothing, response: AppSettings },
  'app.change': { from: from.home, request: SettingsChange, response: Nothing },
  'app.startAtLogin': { from: from.home, request: Type.Boolean(), response: Nothing },
  /** Checks for a new version and shows the outcome. */
  'app.checkForUpdates': { from: from.home, request: Nothing, response: Nothing },

  'servers.list': { from: from.home, request: Nothing, response: ServerList },
  /** Starts or stops looking for servers on this network. */
  'servers.watch': { from: from.home, request: Type.Boolean(), response: Nothing },
  /** An invitation, or an address as the user typed it. */
  'servers.goTo': { from: from.home, request: Type.String({ maxLength: 2_000 }), response: ServerAnswer },
  /** By its id in the list. */
  'servers.goBackTo': { from: from.home, request: Type.String({ maxLength: 400 }), response: ServerAnswer },
  /** Confirms the server that the user was asked about last. */
  'servers.trust': {
    from: from.home,
    request: Type.Object(
      { address: Type.String({ maxLength: 400 }), fingerprint: Type.Union([Type.Null(), Fingerprint]) },
      closed,
    ),
    response: ServerAnswer,
  },
  /** Forgets a server by its id: its key, and the sign-in there. */
  'servers.forget': { from: from.home, request: Type.String({ maxLength: 400 }), response: Nothing },
  /** The outcome of the link that opened the app, once; null if there is nothing to show. */
  'servers.arrival': { from: from.home, request: Nothing, response: Type.Union([Type.Null(), ServerAnswer]) },

  /** The MIDI file that opened the app last, once; null if there is none. */
  'files.take': { from: from.home, request: Nothing, response: Type.Union([Type.Null(), MidiFile]) },

  'host.state': { from: from.home, request: Nothing, response: HostState },
  /** Opens the server to the network, or changes who may join. */
  'host.open': { from: from.home, request: HostingChoice, response: Nothing },
  /** Closes it to everything but this computer. */
  'host.close': { from: from.home, request: Nothing, response: Nothing },
  /** Closes the open server to everything outside this network at once; responds with how many connections ended. */
  'host.closeOutside': { from: from.home, request: Nothing, response: Type.Integer() },
  'host.testLink': { from: from.home, request: Nothing, response: Type.Union([Type.Null(), Type.String()]) },
  'host.reach': { from: from.home, request: Nothing, response: Reach },
  'host.guests': { from: from.home, request: Nothing, response: Type.Array(Guest) },
  'host.addPerson': { from: from.home, request: NewPerson, response: FieldProblems },
  /** The last lines of the server's output, latest last. */
  'host.log': { from: from.home, request: Nothing, response: Type.Array(Type.String()) },
  /** The account of the local profile, which has no password; null before it has been signed in. */
  'host.localUser': { from: from.home, request: Nothing, response: Type.Union([Type.Null(), Type.String()]) },
  /** Shows the folder with all of the server's data. */
  'host.showData': { from: from.home, request: Nothing, response: Nothing },
} satisfies Record<string, { readonly from: 'home' | 'any'; readonly request: TSchema; readonly response: TSchema }>;

/** The messages that the main process sends to windows. */
const news = {
  'host.changed': HostState,
  'servers.changed': ServerList,
  /** The user wants to see the settings. */
  'settings.open': Nothing,
  'app.changed': AppSettings,
  /** `servers.arrival` has something to show. */
  'servers.arrived': Nothing,
  /** The user wants to choose a server. */
  'servers.choosing': Nothing,
  /** `files.take` has a file. */
  'files.opened': Nothing,
  'library.changed': LibraryStatusNews,
  /** Something other than the window's server answered at its address and was refused. */
  'window.refused': Nothing,
  /** Go to this path of the page. */
  'window.go': Type.String(),
  /** The machine woke from sleep. */
  'machine.woke': Nothing,
} satisfies Record<string, TSchema>;

export type CallName = keyof typeof calls;
export type Request<Name extends CallName> = Requests[Name];
export type Response<Name extends CallName> = Responses[Name];
export type NewsName = keyof typeof news;
export type News<Name extends NewsName> = AllNews[Name];

// Looked up by name, since the compiler takes seconds to relate the schemas of all of them.
type Requests = { [Name in CallName]: Static<(typeof calls)[Name]['request']> };
type Responses = { [Name in CallName]: Static<(typeof calls)[Name]['response']> };
type AllNews = { [Name in NewsName]: Static<(typeof news)[Name]> };

/** Returns a function that stops listening. */
type Listen<Name extends NewsName> = (listener: (payload: News<Name>) => void) => () => void;
type Call<Name extends CallName> = (request: Request<Name>) => Promise<Response<Name>>;
type Ask<Name extends CallName> = () => Promise<Response<Name>>;

/** `window.roomtone` in the app's own pages: everything they have beyond a browser. */
export interface DesktopApi {
  readonly windowServer: Ask<'window.server'>;
  readonly onRefused: Listen<'window.refused'>;
  readonly onGo: Listen<'window.go'>;
  readonly loadTokens: Ask<'tokens.load'>;
  readonly saveTokens: Call<'tokens.save'>;
  readonly tokenStorage: Ask<'tokens.storage'>;
  readonly openMidi: Ask<'midi.open'>;
  readonly copyText: Call<'text.copy'>;
  readonly showNotice: Call<'notice.show'>;
  readonly keepAwake: Call<'awake.keep'>;
  readonly onWoke: Listen<'machine.woke'>;
  readonly openPayment: Call<'payment.open'>;
  readonly chooseServer: Ask<'servers.choose'>;
  readonly openHelp: Call<'help.open'>;
  readonly onSettings: Listen<'settings.open'>;
  readonly app: {
    readonly settings: Ask<'app.settings'>;
    readonly onChanged: Listen<'app.changed'>;
    readonly change: Call<'app.change'>;
    readonly startAtLogin: Call<'app.startAtLogin'>;
    readonly checkForUpdates: Ask<'app.checkForUpdates'>;
  };
  readonly servers: {
    readonly list: Ask<'servers.list'>;
    readonly onChanged: Listen<'servers.changed'>;
    readonly watch: Call<'servers.watch'>;
    readonly goTo: Call<'servers.goTo'>;
    readonly goBackTo: Call<'servers.goBackTo'>;
    readonly trust: Call<'servers.trust'>;
    readonly forget: Call<'servers.forget'>;
    readonly arrival: Ask<'servers.arrival'>;
    readonly onArrived: Listen<'servers.arrived'>;
    readonly onChoosing: Listen<'servers.choosing'>;
  };
  readonly files: {
    readonly take: Ask<'files.take'>;
    readonly onOpened: Listen<'files.opened'>;
  };
  readonly library: {
    readonly open: Ask<'library.open'>;
    readonly onChanged: Listen<'library.changed'>;
    readonly query: Call<'library.query'>;
    readonly read: Call<'library.read'>;
    readonly mark: Call<'library.mark'>;
    readonly addFolder: Ask<'library.addFolder'>;
    readonly removeFolder: Call<'library.removeFolder'>;
    readonly cancel: Ask<'library.cancel'>;
    readonly resume: Ask<'library.resume'>;
  };
  readonly host: {
    readonly state: Ask<'host.state'>;
    readonly onChanged: Listen<'host.changed'>;
    readonly open: Call<'host.open'>;
    readonly close: Ask<'host.close'>;
    readonly closeOutside: Ask<'host.closeOutside'>;
    readonly testLink: Ask<'host.testLink'>;
    readonly reach: Ask<'host.reach'>;
    readonly guests: Ask<'host.guests'>;
    readonly addPerson: Call<'host.addPerson'>;
    readonly log: Ask<'host.log'>;
    readonly localUser: Ask<'host.localUser'>;
    readonly showData: Ask<'host.showData'>;
  };
}
