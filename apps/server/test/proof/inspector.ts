// Uses Node's debugger: after SIGUSR1 a process listens for one on this machine. This makes a built server fail from
// outside, and measures it, without any code for tests in it.
import { WebSocket } from 'ws';
import type { ServerProcess } from './server-process.ts';
import { until, within } from './wait.ts';

const answerMs = 20_000;

/** Environment that makes the debugger use a free port. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=0' } as const;

export interface Inspector {
  /** Evaluates an expression in the main thread; its value must be serializable. */
  evaluate(expression: string): Promise<unknown>;
  /** Runs an expression in the only worker. */
  runInWorker(expression: string): Promise<void>;
  /** Collects all garbage. */
  collectGarbage(): Promise<void>;
  /** Detaches from the process, which otherwise would wait for that before it exits. */
  close(): Promise<void>;
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string };
  readonly result?: {
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly text: string };
  };
}

export async function inspect(server: ServerProcess): Promise<Inspector> {
  server.child.kill('SIGUSR1');
  const address = () => /^Debugger listening on (ws:\S+)/m.exec(server.said)?.[1];
  await until(answerMs, () => address() !== undefined);
  const socket = new WebSocket(address() ?? 'ws://127.0.0.1:0');
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  let attached: (sessionId: string) => void = () => {};
  const worker = new Promise<string>((resolve) => {
    attached = resolve;
  });
  let answered: () => void = () => {};
  socket.on('message', (text) => {
    const reply = JSON.parse(String(text)) as Reply;
    if (reply.method === 'NodeWorker.attachedToWorker') attached(reply.params?.sessionId ?? '');
    if (reply.method === 'NodeWorker.receivedMessageFromWorker') answered();
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  await within(answerMs, new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject)));
  // The process may end at any moment from now on.
  socket.on('error', () => {});
  const post = (method: string, params: object = {}) => {
    const id = ++lastId;
    socket.send(JSON.stringify({ id, method, params }));
    return id;
  };
  const ask = (method: string, params: object = {}) =>
    within(answerMs, new Promise<Reply>((resolve) => waiting.set(post(method, params), resolve)));
  return {
    async evaluate(expression) {
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      if (result?.exceptionDetails !== undefined) throw new Error(result.exceptionDetails.text);
      return result?.result?.value;
    },
    async runInWorker(expression) {
      await ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
      const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
      const sessionId = await within(answerMs, worker);
      const answer = new Promise<void>((resolve) => {
        answered = resolve;
      });
      post('NodeWorker.sendMessageToWorker', { sessionId, message });
      await within(answerMs, answer);
    },
    async collectGarbage() {
      await ask('HeapProfiler.collectGarbage');
    },
    async close() {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.close();
      await within(answerMs, closed);
    },
  };
}
