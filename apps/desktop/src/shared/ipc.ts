import Type, { type Static, type TSchema } from 'typebox';
import { FieldProblems, Guest, HostState, Joining, NewPerson } from './hosting.ts';
import { Fingerprint, ServerAnswer, ServerList } from './servers.ts';

// All that may pass between a window and the main process. A window calls, and is answered; the main process tells news.
// Every request is parsed by its schema before anything acts on it; what has no line here does not get through.

const closed = { additionalProperties: false } as const;
const Nothing = Type.Null();

export const Tokens = Type.Object(
  {
    refreshToken: Type.String({ minLength: 1, maxLength: 500 }),
    userId: Type.String({ minLength: 1, maxLength: 100 }),
  },
  closed,
);

/** Enough to sign in again without a password. */
export type KeptTokens = Static<typeof Tokens>;

const TokenStorage = Type.Union([Type.Literal('keychain'), Type.Literal('memory')]);

/** keychain: the system's. memory: there is none that can be used, so that a sign-in ends with the app. */
export type TokenStorage = Static<typeof TokenStorage>;

const WindowServer = Type.Union([
  /** The app's own server. */
  Type.Object(
    {
      kind: Type.Literal('home'),
      url: Type.String(),
      /** As Node calls it: what to do about firewalls depends on it. */
      platform: Type.String(),
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal('server'),
      url: Type.String(),
      name: Type.String(),
      /** null by plain http: others can read along. */
      fingerprint: Type.Union([Type.Null(), Fingerprint]),
    },
    closed,
  ),
]);

/** The server that a window is at. */
export type WindowServer = Static<typeof WindowServer>;

const MidiFile = Type.Object({ name: Type.String(), bytes: Type.Unsafe<Uint8Array<ArrayBuffer>>({}) }, closed);

/** A file as it was read, whatever is in it. */
export type MidiFile = Static<typeof MidiFile>;

/** By this the main process hands a page the port to the MIDI devices, and the preload script posts it to the page. */
export const midiPortChannel = 'midi.port';

const from = {
  /** The window of the app's own server alone. */
  home: 'home',
  /** That, and the windows of other servers. */
  any: 'any',
} as const;

/** What a window may call: request and response by name, and which windows may. */
export const calls = {
  /** Resolves once the server is ready, where it is the app's own. */
  'window.server': { from: from.any, request: Nothing, response: WindowServer },
  /** What signs in again to the window's server; null where nobody is to be. The app's own always knows somebody. */
  'tokens.load': { from: from.any, request: Nothing, response: Type.Union([Tokens, Type.Null()]) },
  /** null forgets; not `lasting`: until the app ends. */
  'tokens.save': {
    from: from.any,
    request: Type.Object({ tokens: Type.Union([Tokens, Type.Null()]), lasting: Type.Boolean() }, closed),
    response: Nothing,
  },
  /** Where sign-ins are kept. */
  'tokens.storage': { from: from.any, request: Nothing, response: TokenStorage },
  /** Asks for the MIDI devices; a port to them comes by `midi.port`, and another one whenever their process is new. */
  'midi.open': { from: from.any, request: Nothing, response: Nothing },
  'text.copy': { from: from.any, request: Type.String({ maxLength: 10_000 }), response: Nothing },
  /** Shows a notification of the system, unless one of the app's windows has the player's eyes. */
  'notice.show': {
    from: from.any,
    request: Type.Object({ title: Type.String({ maxLength: 100 }), body: Type.String({ maxLength: 500 }) }, closed),
    response: Nothing,
  },
  /** Whether somebody plays here: the machine and its screen stay awake as long. */
  'awake.keep': { from: from.any, request: Type.Boolean(), response: Nothing },
  /** Opens a payment page in the system's browser; false for what is none. */
  'payment.open': { from: from.any, request: Type.String({ maxLength: 2_000 }), response: Type.Boolean() },
  /** Shows the window of the app's own server, where others can be chosen. */
  'servers.choose': { from: from.any, request: Nothing, response: Nothing },

  'servers.list': { from: from.home, request: Nothing, response: ServerList },
  /** Whether to look for servers on this network. */
  'servers.watch': { from: from.home, request: Type.Boolean(), response: Nothing },
  /** An invitation, or an address as somebody typed it. */
  'servers.goTo': { from: from.home, request: Type.String({ maxLength: 2_000 }), response: ServerAnswer },
  /** By its id in the list. */
  'servers.goBackTo': { from: from.home, request: Type.String({ maxLength: 400 }), response: ServerAnswer },
  /** Yes to the server that was asked about last. */
  'servers.trust': {
    from: from.home,
    request: Type.Object(
      { address: Type.String({ maxLength: 400 }), fingerprint: Type.Union([Type.Null(), Fingerprint]) },
      closed,
    ),
    response: ServerAnswer,
  },
  /** By its id: its key, and who is signed in there. */
  'servers.forget': { from: from.home, request: Type.String({ maxLength: 400 }), response: Nothing },
  /** What came of the link by which the app was opened, once; null where nothing is to be said. */
  'servers.arrival': { from: from.home, request: Nothing, response: Type.Union([Type.Null(), ServerAnswer]) },

  /** The MIDI file that the app was opened by last, once; null where there is none. */
  'files.take': { from: from.home, request: Nothing, response: Type.Union([Type.Null(), MidiFile]) },

  'host.state': { from: from.home, request: Nothing, response: HostState },
  /** Opens the server to the network, or changes who may join. */
  'host.open': { from: from.home, request: Joining, response: Nothing },
  /** Back to this computer alone. */
  'host.close': { from: from.home, request: Nothing, response: Nothing },
  'host.guests': { from: from.home, request: Nothing, response: Type.Array(Guest) },
  'host.addPerson': { from: from.home, request: NewPerson, response: FieldProblems },
  /** The last lines that the server has written, the latest last. */
  'host.log': { from: from.home, request: Nothing, response: Type.Array(Type.String()) },
  /** The account of whoever sits here, which has no password; null before it was signed in. */
  'host.localUser': { from: from.home, request: Nothing, response: Type.Union([Type.Null(), Type.String()]) },
  /** Shows the folder of the server's data, which is all that is kept of it. */
  'host.showData': { from: from.home, request: Nothing, response: Nothing },
} satisfies Record<string, { readonly from: 'home' | 'any'; readonly request: TSchema; readonly response: TSchema }>;

/** What the main process tells windows unasked. */
export const news = {
  'host.changed': HostState,
  'servers.changed': ServerList,
  /** `servers.arrival` has something to say. */
  'servers.arrived': Nothing,
  /** Somebody wants to choose a server. */
  'servers.choosing': Nothing,
  /** `files.take` has one. */
  'files.opened': Nothing,
  /** Another one than the window's server answers at its address; it got no connection. */
  'window.refused': Nothing,
  /** To another place of the page: its path. */
  'window.go': Type.String(),
  /** The machine woke from sleep. */
  'machine.woke': Nothing,
} satisfies Record<string, TSchema>;

export type CallName = keyof typeof calls;
export type Request<Name extends CallName> = Static<(typeof calls)[Name]['request']>;
export type Response<Name extends CallName> = Static<(typeof calls)[Name]['response']>;
export type NewsName = keyof typeof news;
export type News<Name extends NewsName> = Static<(typeof news)[Name]>;

/** Returns what ends the listening. */
type Listen<Name extends NewsName> = (listener: (told: News<Name>) => void) => () => void;
type Call<Name extends CallName> = (request: Request<Name>) => Promise<Response<Name>>;
type Ask<Name extends CallName> = () => Promise<Response<Name>>;

/** `window.roomtone` in the app's own pages: all they have beyond a browser. */
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
  readonly host: {
    readonly state: Ask<'host.state'>;
    readonly onChanged: Listen<'host.changed'>;
    readonly open: Call<'host.open'>;
    readonly close: Ask<'host.close'>;
    readonly guests: Ask<'host.guests'>;
    readonly addPerson: Call<'host.addPerson'>;
    readonly log: Ask<'host.log'>;
    readonly localUser: Ask<'host.localUser'>;
    readonly showData: Ask<'host.showData'>;
  };
}
