import { pagePath } from '@roomtone/words';
import type { AppSettings, SettingsChange } from '../../../../shared/app-settings.ts';
import type { FieldProblems, Guest, HostingChoice, HostState, NewPerson, Reach } from '../../../../shared/hosting.ts';
import type { ServerAnswer, ServerList } from '../../../../shared/servers.ts';
import type { VaultTokens } from '../../contract/messages.ts';
import type { MidiPort } from '../playing/input/midi-port.ts';
import { webMidi } from '../playing/input/web-midi.ts';
import { language } from '../strings/language.ts';
import { browserLibraryPort } from './library/browser-library-port.ts';
import type { LibraryPort } from './library/library-port.ts';
import { invitedPath } from './router.ts';
import { isOnLoopback } from './servers/loopback.ts';
import { takeHostToken, takeInvitation } from './servers/take-invitation.ts';

/** Stores the tokens of a sign-in beyond the life of the page. */
export interface TokenVault {
  load(): Promise<VaultTokens | null>;
  /** null deletes them. */
  save(tokens: VaultTokens | null): void;
  /** Sets if tokens saved from now on outlast the browser session. */
  remember(lasting: boolean): void;
  /** memory: tokens are lost when the app closes, whatever the user chose, because there is no usable keychain. */
  storage(): Promise<'lasting' | 'memory'>;
  /** True if the vault can always sign in: with the local profile of the app's own server. */
  readonly hasLocalProfile: boolean;
}

/** Other servers, available only in the window of the app's own server. */
export interface ServerPort {
  /** Calls back immediately and whenever the list changes; the returned function stops it. */
  watch(onChange: (servers: ServerList) => void): () => void;
  /** Opens a server's window. @param text an invitation, or an address as people type it. */
  goTo(text: string): Promise<ServerAnswer>;
  /** Opens a server from the list. */
  goBackTo(id: string): Promise<ServerAnswer>;
  /** Confirms the server that the app asked about. @param fingerprint null for one over plain HTTP. */
  trust(address: string, fingerprint: string | null): Promise<ServerAnswer>;
  /** Deletes its key and its sign-in. */
  forget(id: string): Promise<void>;
  /** Calls back with the question or message about a link that opened the app. */
  onArrival(arrived: (answer: ServerAnswer) => void): void;
  /** Calls back when another window asks to choose a server. */
  onChoosing(choosing: () => void): void;
}

/** The server inside the app, available only in its own window. */
export interface HostingPort {
  /** Node's name for it, such as `win32`. */
  readonly platform: string;
  /** Calls back immediately and whenever the state changes; the returned function stops it. */
  watch(onChange: (state: HostState) => void): () => void;
  /** Opens the server to the network, or changes how it is open. */
  open(choice: HostingChoice): Promise<void>;
  /** Closes it to everything but this computer. */
  close(): Promise<void>;
  /** Closes it to everything outside this network at once; resolves with how many connections ended. */
  closeOutside(): Promise<number>;
  /** Makes a link with which somebody outside finds out what they reach; null if the server has no address for them. */
  testLink(): Promise<string | null>;
  /** People who have reached the server from outside. */
  reach(): Promise<Reach>;
  guests(): Promise<readonly Guest[]>;
  /** Creates an account; resolves with the problems, if any. */
  addPerson(person: NewPerson): Promise<FieldProblems>;
  /** The latest lines of the server's log. */
  log(): Promise<readonly string[]>;
  showData(): Promise<void>;
  /** True if this account is the local profile, which has no password. */
  isLocal(userId: string): Promise<boolean>;
}

/** The app's own settings, available only in the window of the app's own server. */
export interface AppPort {
  /** Calls back immediately and whenever they change; the returned function stops it. */
  watch(onChange: (settings: AppSettings) => void): () => void;
  change(change: SettingsChange): Promise<void>;
  /** @throws if the system does not let the app change it. */
  startAtLogin(isOn: boolean): Promise<void>;
  /** Checks for a new version; the app shows the outcome. */
  checkForUpdates(): Promise<void>;
  showData(): Promise<void>;
}

/** Opens pages of the payment provider. */
interface PaymentPort {
  /** True if they replace this page. */
  readonly leavesPage: boolean;
  /** The address to which they return. @param path of this page. */
  returnUrl(path: string): string;
  /** Resolves to false if the user has to open the page. */
  open(address: string): Promise<boolean>;
}

/**
 * The people who can follow an invitation. here: this computer alone, for which the server is open. no-network: the same, until this
 * computer is on a network.
 */
type InvitationReach = 'others' | 'here' | 'no-network';

/** A link to a room of the server. */
export interface Invitation {
  readonly link: string;
  readonly reach: InvitationReach;
}

/** Everything the page needs from its environment: a browser, or the desktop app's preload script. */
export interface Bridge {
  /** The Roomtone server. */
  readonly baseUrl: string;
  /** Further addresses of the same server, which the page may connect to. */
  readonly otherAddresses: readonly string[];
  /** The token of the invitation that led here, which admits somebody without an account; undefined without one. */
  readonly invitation: string | undefined;
  /** The token of the link that the server prints for its host; undefined without one. */
  readonly hostToken: string | undefined;
  readonly vault: TokenVault;
  readonly midi: MidiPort;
  readonly library: LibraryPort;
  /** True if sound may start only after the user has touched the page. */
  readonly needsGestureForSound: boolean;
  /** Only in the app's own window. */
  readonly servers?: ServerPort;
  readonly hosting?: HostingPort;
  readonly app?: AppPort;
  /** In the app's window of another server: its name, and the way to choose another one. */
  readonly elsewhere?: { readonly name: string; choose(): void };
  /** True if the connection is neither encrypted nor authenticated. */
  readonly isUnprotected: boolean;
  /** An invitation to a room, or to the server. */
  inviteTo(roomId: string | undefined): Invitation;
  readonly payments: PaymentPort;
  /** Calls back with a path to navigate to. */
  onGo(go: (path: string) => void): void;
  /** Calls back when the user wants to see the settings. */
  onSettings(open: () => void): void;
  /** Shows the help beside this page. */
  openHelp(): void;
  /** Calls back with a MIDI file that opened the app; only in the app's own window. */
  onFile?(opened: (file: File) => void): void;
  /** Calls back when another server answers at this one's address. Nothing was sent to it. */
  onRefused(refused: () => void): void;
  copyText(text: string): Promise<void>;
  /** Shows a system notification if the page is not in front and the environment supports it. */
  notify(title: string, body: string): void;
  /**
   * Asks for permission if it is needed and was not asked for yet. Call it right after the user has turned
   * notifications on.
   */
  allowNotifications(): Promise<void>;
  /** Keeps the screen and the machine awake: the app only. */
  keepAwake(isPlaying: boolean): void;
  /** Keeps the screen on; undefined in the app, and in browsers that cannot. */
  readonly screen?: Pick<WakeLock, 'request'> | undefined;
  /** Calls back when the machine has woken from sleep, if the environment reports it. */
  onWake(woke: () => void): void;
}

const tokensKey = 'roomtone.tokens';

/** The bridge of a browser, for pages that the Roomtone server itself serves. */
export function browserBridge(): Bridge {
  return {
    baseUrl: location.origin,
    // A browser may connect a page to its own server only.
    otherAddresses: [],
    invitation: takeInvitation(),
    hostToken: takeHostToken(),
    vault: browserVault(),
    midi: webMidi(),
    library: browserLibraryPort(),
    needsGestureForSound: true,
    isUnprotected: false,
    inviteTo: (roomId) => ({
      link: location.origin + invitedPath(roomId),
      reach: isOnLoopback(location.origin) ? 'here' : 'others',
    }),
    payments: {
      leavesPage: true,
      returnUrl: (path) => location.origin + path,
      open: async (address) => {
        location.assign(address);
        return true;
      },
    },
    onGo: () => {},
    onSettings: () => {},
    openHelp: () => void window.open(pagePath('help', language), '_blank', 'noopener'),
    onRefused: () => {},
    copyText,
    notify: showNotice,
    allowNotifications: async () => {
      if ('Notification' in window && Notification.permission === 'default') await Notification.requestPermission();
    },
    keepAwake: () => {},
    // Missing over plain http, whatever the types say.
    screen: navigator.wakeLock as WakeLock | undefined,
    onWake: () => {},
  };
}

/** Shows nothing if the page is in front or notifications are not allowed. */
function showNotice(title: string, body: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return;
  try {
    new Notification(title, { body });
  } catch {
    // Phones support only notifications of service workers.
  }
}

/** Tokens that are not to be remembered are kept in session storage, so that they end with the tab. */
function browserVault(): TokenVault {
  let lasting = readTokens(sessionStorage) === null;
  return {
    storage: async () => 'lasting',
    hasLocalProfile: false,
    load: async () => readTokens(sessionStorage) ?? readTokens(localStorage),
    save: (tokens) => {
      sessionStorage.removeItem(tokensKey);
      if (tokens === null || lasting) localStorage.removeItem(tokensKey);
      if (tokens !== null) (lasting ? localStorage : sessionStorage).setItem(tokensKey, JSON.stringify(tokens));
    },
    remember: (value) => {
      lasting = value;
    },
  };
}

function readTokens(storage: Storage): VaultTokens | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(tokensKey) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { refreshToken, userId } = value as Partial<Record<keyof VaultTokens, unknown>>;
    return typeof refreshToken === 'string' && typeof userId === 'string' ? { refreshToken, userId } : null;
  } catch {
    // Stored data that is not valid is ignored.
    return null;
  }
}

async function copyText(text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // Plain HTTP on a LAN has no clipboard API, and some browsers require more permissions for it, so this uses the old
    // way.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('copying is not allowed here');
}
