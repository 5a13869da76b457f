import Type, { type Static, type TSchema } from 'typebox';

// All that may pass between a window and the main process. A window calls, and is answered; the main process tells news.
// Every request is parsed by its schema before anything acts on it; what has no line here does not get through.

const closed = { additionalProperties: false } as const;
const Nothing = Type.Null();

/** The address of a server, without a path: sign-ins are kept by it. */
const ServerUrl = Type.String({ pattern: '^https?://[^/?#@\\s]+$', maxLength: 300 });

export const Tokens = Type.Object(
  {
    refreshToken: Type.String({ minLength: 1, maxLength: 500 }),
    userId: Type.String({ minLength: 1, maxLength: 100 }),
  },
  closed,
);

/** Enough to sign in again without a password. */
export type KeptTokens = Static<typeof Tokens>;

const HostState = Type.Union([
  /** It is being started, again after it has ended unasked: `attempt` counts from 1 then. */
  Type.Object({ status: Type.Literal('starting'), attempt: Type.Integer() }, closed),
  Type.Object({ status: Type.Literal('ready'), url: Type.String() }, closed),
  Type.Object({ status: Type.Literal('stopped') }, closed),
]);

/** How the server inside the app is. */
export type HostState = Static<typeof HostState>;

const Keeping = Type.Union([Type.Literal('keychain'), Type.Literal('memory')]);

/** keychain: the system's. memory: there is none that can be used, so that a sign-in ends with the app. */
export type Keeping = Static<typeof Keeping>;

/** By this the main process hands a page the port to the MIDI devices, and the preload script posts it to the page. */
export const midiPortChannel = 'midi.port';

/** What a window may call: request and response by name. */
export const calls = {
  /** Resolves with the address of the server inside the app once that is ready. */
  'host.open': { request: Nothing, response: Type.String() },
  /** What signs in to a server again; null where nobody is to be. The app's own server always knows somebody. */
  'tokens.load': { request: Type.Object({ server: ServerUrl }, closed), response: Type.Union([Tokens, Type.Null()]) },
  /** null forgets; not `lasting`: until the app ends. */
  'tokens.save': {
    request: Type.Object(
      { server: ServerUrl, tokens: Type.Union([Tokens, Type.Null()]), lasting: Type.Boolean() },
      closed,
    ),
    response: Nothing,
  },
  /** Where sign-ins are kept. */
  'tokens.keeping': { request: Nothing, response: Keeping },
  /** Asks for the MIDI devices; a port to them comes by `midi.port`, and another one whenever their process is new. */
  'midi.open': { request: Nothing, response: Nothing },
  'text.copy': { request: Type.String({ maxLength: 10_000 }), response: Nothing },
  /** Shows a notification of the system, unless one of the app's windows has the player's eyes. */
  'notice.show': {
    request: Type.Object({ title: Type.String({ maxLength: 100 }), body: Type.String({ maxLength: 500 }) }, closed),
    response: Nothing,
  },
  /** Whether somebody plays here: the machine and its screen stay awake as long. */
  'awake.keep': { request: Type.Boolean(), response: Nothing },
} satisfies Record<string, { readonly request: TSchema; readonly response: TSchema }>;

/** What the main process tells windows unasked. */
export const news = {
  'host.changed': HostState,
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
  readonly openHost: Ask<'host.open'>;
  readonly onHostChanged: Listen<'host.changed'>;
  readonly loadTokens: Call<'tokens.load'>;
  readonly saveTokens: Call<'tokens.save'>;
  readonly tokenKeeping: Ask<'tokens.keeping'>;
  readonly openMidi: Ask<'midi.open'>;
  readonly copyText: Call<'text.copy'>;
  readonly showNotice: Call<'notice.show'>;
  readonly keepAwake: Call<'awake.keep'>;
  readonly onWoke: Listen<'machine.woke'>;
}
