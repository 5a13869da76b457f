import { WebSocket } from 'ws';
import { reflectedBytes, reflectedJson } from '../../../../packages/protocol/test/reflection.ts';
import type { LiveApp } from '../support/live-app.ts';
import { hideRandom } from './hide-random.ts';

/** Only for a server that says something else than before. */
const longestWaitMs = 20_000;

export type Json = Record<string, unknown>;

/** Writes down what clients and a real server say to each other, for docs/conversations.md. */
export class Conversation {
  readonly #lines: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #app: LiveApp;

  constructor(app: LiveApp) {
    this.#app = app;
  }

  get markdown(): string {
    return hideRandom(`${this.#lines.join('\n')}\n`, this.#names);
  }

  /** Begins a section. */
  heading(title: string, ...text: readonly string[]): void {
    this.#lines.push(`\n## ${title}`, ...text.map((paragraph) => `\n${paragraph}`));
  }

  say(text: string): void {
    this.#lines.push(`\n${text}`);
  }

  /** Sends a request and writes down both sides. Resolves with `data` of the answer. */
  async request(who: string, method: 'GET' | 'POST' | 'PUT', url: string, body?: Json, token?: string): Promise<Json> {
    const answer = await this.#app.call(method, url, { body, token });
    const authorization = token === undefined ? '' : `\nAuthorization: Bearer ${token}`;
    this.#block(`${who} → ${method} ${url}${authorization}`, body);
    this.#block(`${who} ← ${answer.status}`, answer.body);
    return answer.body.data ?? answer.body.error;
  }

  /** Opens the WebSocket of a ticket. */
  async connect(who: string, ticket: Json): Promise<Voice> {
    const { port } = this.#app.app.server.address() as { port: number };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/websocket/${ticket['encrypted_payload']}`);
    const voice = new Voice(who, socket, (title, json) => this.#block(title, json));
    voice.resumeToken = String((await voice.take('welcome'))['resumeToken']);
    return voice;
  }

  /** Gives a random value a name that readers can follow, such as `<ada’s id>`. */
  name(value: unknown, name: string): void {
    this.#names.set(String(value), `<${name}>`);
  }

  #block(title: string, json: Json | undefined): void {
    const text = json === undefined ? title : `${title}\n${JSON.stringify(json, null, 2)}`;
    this.#lines.push('\n```json', text, '```');
  }
}

/** One WebSocket of a conversation. Only what is sent and taken is written down. */
export class Voice {
  readonly #who: string;
  readonly #socket: WebSocket;
  readonly #write: (title: string, json: Json) => void;
  readonly #waiting: Json[] = [];
  #wake = () => {};
  /** From the welcome. */
  resumeToken = '';

  constructor(who: string, socket: WebSocket, write: (title: string, json: Json) => void) {
    this.#who = who;
    this.#socket = socket;
    this.#write = write;
    socket.on('message', (data: Buffer) => {
      this.#waiting.push(reflectedJson(new Uint8Array(data)));
      this.#wake();
    });
  }

  /** Sends a frame as ProtoJSON, without messageType, which follows from the member. */
  send(member: string, body: Json, envelope: Json = {}, shown: { readonly hex?: boolean } = {}): void {
    const json = { messageType: typeOf(member), [member]: body, ...envelope };
    const bytes = reflectedBytes(json);
    this.#socket.send(bytes);
    const hex = shown.hex === true ? ` (${Buffer.from(bytes).toString('hex')})` : '';
    this.#write(`${this.#who} → ${member}${hex}`, json);
  }

  /** Sends bytes that are no frame. */
  sendBytes(hex: string): void {
    this.#socket.send(Buffer.from(hex, 'hex'));
    this.#write(`${this.#who} → ${hex}`, {});
  }

  /** Resolves with the next frame of this kind; others before it are left out of the page. */
  async take(member: string): Promise<Json> {
    for (;;) {
      const index = this.#waiting.findIndex((json) => member in json);
      const [json] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (json !== undefined) {
        this.#write(`${this.#who} ← ${member}`, json);
        return json[member] as Json;
      }
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve;
        const isTooLate = () => reject(new Error(`${this.#who} got no ${member}`));
        setTimeout(isTooLate, longestWaitMs).unref();
      });
    }
  }

  /** Loses the socket, as a cable that is pulled does. */
  async lose(): Promise<void> {
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.#socket.terminate();
    await closed;
  }
}

function typeOf(member: string): string {
  return `SERVER_MESSAGE_TYPE_${member.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
