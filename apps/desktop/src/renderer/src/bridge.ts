import type { VaultTokens } from './connection/messages.ts';
import { webMidi } from './performance/web-midi.ts';

/** Keeps what outlasts the page. */
export interface TokenVault {
  load(): Promise<VaultTokens | null>;
  /** null forgets. */
  save(tokens: VaultTokens | null): void;
  /** Whether what is saved from now on outlasts the browser, too. */
  remember(lasting: boolean): void;
  /** memory: what is saved ends with the app, whatever was wished, for there is no keychain that can be used. */
  keeping(): Promise<'lasting' | 'memory'>;
  /** Whether the vault always knows somebody: who sits at the computer that the server runs on. */
  readonly hasLocalProfile: boolean;
}

/** MIDI devices, as this place gives them. */
export interface MidiPort {
  readonly supported: boolean;
  /** Whether the player is asked first, and so whether it takes a gesture. */
  readonly mustAsk: boolean;
  /**
   * Asks for access, where it must be asked for. `take` gets a port for the connection worker, by which MidiReports
   * arrive and MidiRequests leave; another one when the devices must be spoken to anew.
   * @throws {DOMException} NotAllowedError or SecurityError when the player, or a policy, said no; others when it fails.
   */
  open(take: (port: MessagePort) => void): Promise<void>;
}

/** A Roomtone server that was found on this network. */
export interface FoundServer {
  readonly name: string;
  readonly address: string;
}

/** Going to another server. */
export interface ServerPort {
  /** Addresses gone to before, the latest first. */
  readonly recent: readonly string[];
  /** Tells which servers there are on this network, at once and whenever one comes or goes; returns what ends that. */
  watch(onFound: (servers: readonly FoundServer[]) => void): () => void;
  /**
   * Goes there: the page begins anew.
   * @throws {Error} when no Roomtone server answers at the address.
   */
  goTo(address: string): Promise<void>;
}

/** What the renderer needs from where it runs: a browser, or the desktop's preload script. */
export interface Bridge {
  /** The Roomtone server. */
  readonly baseUrl: string;
  readonly vault: TokenVault;
  readonly midi: MidiPort;
  /** Absent where the page came from a server: that is the one it is at. */
  readonly servers?: ServerPort;
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
    keeping: async () => 'lasting',
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
