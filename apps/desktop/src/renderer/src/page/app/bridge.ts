import type { FieldProblems, Guest, HostState, Joining, NewPerson } from '../../../../shared/hosting.ts';
import type { ServerAnswer, ServerList } from '../../../../shared/servers.ts';
import type { VaultTokens } from '../../contract/messages.ts';
import type { MidiPort } from '../playing/input/midi-port.ts';
import { webMidi } from '../playing/input/web-midi.ts';
import { roomPath } from './router.ts';

/** Keeps what outlasts the page. */
export interface TokenVault {
  load(): Promise<VaultTokens | null>;
  /** null forgets. */
  save(tokens: VaultTokens | null): void;
  /** Whether what is saved from now on outlasts the browser, too. */
  remember(lasting: boolean): void;
  /** memory: what is saved ends with the app, whatever was wished, for there is no keychain that can be used. */
  storage(): Promise<'lasting' | 'memory'>;
  /** Whether the vault always knows somebody: who sits at the computer that the server runs on. */
  readonly hasLocalProfile: boolean;
}

/** Servers other than the app's own, for the window of that one. */
export interface ServerPort {
  /** Tells which servers there are, at once and whenever that changes; returns what ends that. */
  watch(onChange: (servers: ServerList) => void): () => void;
  /** Goes to a server: its window opens. @param text an invitation, or an address as people type it. */
  goTo(text: string): Promise<ServerAnswer>;
  /** Back to one of the list. */
  goBackTo(id: string): Promise<ServerAnswer>;
  /** Yes to the server that was asked about. @param fingerprint null for one by plain http. */
  trust(address: string, fingerprint: string | null): Promise<ServerAnswer>;
  /** Its key and its sign-in. */
  forget(id: string): Promise<void>;
  /** Calls back with what has to be asked or said about a link that the app was opened by. */
  onArrival(arrived: (answer: ServerAnswer) => void): void;
  /** Calls back when another window wants a server chosen. */
  onChoosing(choosing: () => void): void;
}

/** The server inside the app, for the window of it. */
export interface HostingPort {
  /** Such as `win32`, as Node calls it. */
  readonly platform: string;
  /** Tells how it is, at once and whenever that changes; returns what ends that. */
  watch(onChange: (state: HostState) => void): () => void;
  /** Opens it to the network, or changes who may join. */
  open(joining: Joining): Promise<void>;
  /** Back to this computer alone. */
  close(): Promise<void>;
  guests(): Promise<readonly Guest[]>;
  /** Makes an account; resolves with what is wrong, if anything. */
  addPerson(person: NewPerson): Promise<FieldProblems>;
  /** The last lines that the server has written. */
  log(): Promise<readonly string[]>;
  showData(): Promise<void>;
  /** Whether an account is that of whoever sits here, which has no password. */
  isLocal(userId: string): Promise<boolean>;
}

/** The way to the payment provider's pages and back. */
export interface PaymentPort {
  /** Whether they take this page's place. */
  readonly leavesPage: boolean;
  /** Where they lead back to. @param path of this page. */
  returnUrl(path: string): string;
  /** false where the player has to open it. */
  open(address: string): Promise<boolean>;
}

/** A link to a place of the server. */
export interface Invitation {
  readonly link: string;
  /** Others cannot follow it: the server is there for this computer alone. */
  readonly isOnlyHere: boolean;
}

/** What the renderer needs from where it runs: a browser, or the desktop's preload script. */
export interface Bridge {
  /** The Roomtone server. */
  readonly baseUrl: string;
  readonly vault: TokenVault;
  readonly midi: MidiPort;
  /** In the app's own window alone. */
  readonly servers?: ServerPort;
  readonly hosting?: HostingPort;
  /** In the app's window of another server: what that one is called, and the way to choose another. */
  readonly elsewhere?: { readonly name: string; choose(): void };
  /** Others can read what passes between here and the server, and nothing proves who it is. */
  readonly isUnprotected: boolean;
  /** The link that leads others to a room. */
  inviteTo(roomId: string): Invitation;
  readonly payments: PaymentPort;
  /** Calls back with a path to go to. */
  onGo(go: (path: string) => void): void;
  /** Calls back with a MIDI file that the app is opened by; in the app's own window alone. */
  onFile?(opened: (file: File) => void): void;
  /** Calls back when another one than the server answers in its place. It was told nothing. */
  onRefused(refused: () => void): void;
  copyText(text: string): Promise<void>;
  /** Tells the player of something that happened while they look elsewhere, where this place can. */
  notify(title: string, body: string): void;
  /** Asks whether it may, where that has to be asked and was not yet. To be called when the player has just wished for it. */
  allowNotices(): Promise<void>;
  /** Keeps the screen and the machine awake, where this place can. */
  keepAwake(isPlaying: boolean): void;
  /** Calls back when the machine has woken from sleep, where this place knows. */
  onWake(woke: () => void): void;
}

const tokensKey = 'roomtone.tokens';

/** The bridge of an ordinary browser, for pages that the Roomtone server itself serves. */
export function browserBridge(): Bridge {
  return {
    baseUrl: location.origin,
    vault: browserVault(),
    midi: webMidi(),
    isUnprotected: false,
    inviteTo: (roomId) => ({ link: location.origin + roomPath(roomId), isOnlyHere: false }),
    payments: {
      leavesPage: true,
      returnUrl: (path) => location.origin + path,
      open: async (address) => {
        location.assign(address);
        return true;
      },
    },
    onGo: () => {},
    onRefused: () => {},
    copyText,
    notify: showNotice,
    allowNotices: async () => {
      if ('Notification' in window && Notification.permission === 'default') await Notification.requestPermission();
    },
    // What a page may do about it, a browser asks about at a moment when nobody wants to be asked.
    keepAwake: () => {},
    onWake: () => {},
  };
}

/** Nothing where the player looks at the page, or has not allowed it. */
function showNotice(title: string, body: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return;
  try {
    new Notification(title, { body });
  } catch {
    // Phones know notifications of service workers only.
  }
}

/** Tokens that were not to be remembered live in session storage, and so end with the tab. */
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
    // Somebody else's leftovers: as good as none.
    return null;
  }
}

async function copyText(text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // Plain http on a LAN has no clipboard API, and some browsers ask for more than we have: the old way it is.
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
