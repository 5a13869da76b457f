import { expect, onTestFinished } from 'vitest';
import { Site } from '../commands/host.ts';
import { TestPlayer } from '../realtime/test-player.ts';
import { serviceSettings, startProcess } from './services.ts';

/** A service of several processes, and players who are connected to them in turn. */
export class Service {
  readonly #settings: Readonly<Record<string, string>>;
  readonly processes: Awaited<ReturnType<typeof startProcess>>[] = [];
  readonly #tokens = new Map<string, string>();

  private constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  static async start(count: number, over: Readonly<Record<string, string>> = {}): Promise<Service> {
    const service = new Service({ ...(await serviceSettings()), ...over });
    // The first makes the database's tables; the others wait for it.
    await Promise.all(Array.from({ length: count }, () => service.add()));
    return service;
  }

  async add(): Promise<void> {
    this.processes.push(await startProcess(this.#settings));
  }

  site(index: number): Site {
    return new Site(this.processes[index]?.url ?? '');
  }

  async token(name: string): Promise<string> {
    const token = this.#tokens.get(name) ?? (await this.site(0).register(name)).token;
    this.#tokens.set(name, token);
    return token;
  }

  /** Connects a user to a process, with a ticket from there. */
  async user(index: number, name: string): Promise<TestPlayer> {
    const token = await this.token(name);
    const { encrypted_payload: ticket } = await this.site(index).data<{ encrypted_payload: string }>(
      'POST',
      '/api/auth/websocket-ticket',
      {},
      token,
    );
    const url = this.processes[index]?.url.replace('http', 'ws');
    const player = new TestPlayer(`${url}/api/websocket/${ticket}`);
    onTestFinished(() => player.socket.terminate());
    await player.take('welcome');
    return player;
  }

  async room(name: string): Promise<string> {
    const body = { room_name: name };
    return (await this.site(0).data<{ room_id: string }>('POST', '/api/rooms', body, await this.token('ada'))).room_id;
  }
}

/** The raw MIDI of a message of notes. */
export function bytesOf(message: { readonly body: { readonly data: Uint8Array } }): number[] {
  return [...message.body.data];
}

/** Resumes at a process. */
export async function resumeAt(site: Site, token: string, before: TestPlayer): Promise<TestPlayer> {
  const { ws_url } = await site.data<{ ws_url: string }>(
    'POST',
    '/api/auth/websocket-ticket',
    { resume_token: before.welcome.resumeToken },
    token,
  );
  const player = new TestPlayer(ws_url, { acknowledged: before.acknowledged, mayHaveGaps: true });
  onTestFinished(() => player.socket.terminate());
  expect((await player.take('welcome')).body).toMatchObject({ resumed: true, resumeToken: before.welcome.resumeToken });
  return player;
}
