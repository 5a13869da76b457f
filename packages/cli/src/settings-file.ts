import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A server that somebody has signed in to. */
export interface KnownServer {
  readonly baseUrl: string;
  readonly fingerprint?: string | undefined;
  /** Where the sign-in is kept. */
  readonly keeper: 'keychain' | 'file';
}

interface Content {
  /** The server of the last sign-in. */
  readonly current?: string;
  readonly servers: readonly KnownServer[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder for settings and, where there is no keychain, sign-ins. */
export function settingsFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const { ROOMTONE_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = env;
  if (ROOMTONE_CONFIG_DIR) return ROOMTONE_CONFIG_DIR;
  if (platform === 'win32' && APPDATA) return join(APPDATA, 'roomtone');
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'roomtone');
}

/** The servers that are known. It has no secrets. */
export class SettingsFile {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The server of the last sign-in; undefined for none. */
  get current(): KnownServer | undefined {
    const { current, servers } = this.#read();
    return servers.find(({ baseUrl }) => baseUrl === current);
  }

  /** Every server with a sign-in, the latest last. */
  get servers(): readonly KnownServer[] {
    return this.#read().servers;
  }

  server(baseUrl: string): KnownServer | undefined {
    return this.#read().servers.find((each) => each.baseUrl === baseUrl);
  }

  add(server: KnownServer): void {
    const others = this.#read().servers.filter(({ baseUrl }) => baseUrl !== server.baseUrl);
    this.#write({ current: server.baseUrl, servers: [...others, server] });
  }

  remove(server: string): void {
    const { current, servers } = this.#read();
    const others = servers.filter(({ baseUrl }) => baseUrl !== server);
    const next = current === server ? others.at(-1)?.baseUrl : current;
    this.#write({ ...(next === undefined ? {} : { current: next }), servers: others });
  }

  #read(): Content {
    try {
      const { current, servers } = JSON.parse(readFileSync(this.#path, 'utf8')) as Partial<Content>;
      return { ...(current === undefined ? {} : { current }), servers: Array.isArray(servers) ? servers : [] };
    } catch {
      // Missing or damaged: signing in writes it again.
      return { servers: [] };
    }
  }

  #write(content: Content): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const next = `${this.#path}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, this.#path);
  }

  get #path(): string {
    return join(this.#folder, 'servers.json');
  }
}
