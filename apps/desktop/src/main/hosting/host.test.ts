import { EventEmitter } from 'node:events';
import type { MessagePortMain } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostReply, HostRequest, HostStart } from '../../shared/host-messages.ts';
import { restartDelayMs } from '../processes/restart-policy.ts';
import { Host, type HostParts, type ProcessState } from './host.ts';

/** A fake server process, controlled by the test. */
class Process extends EventEmitter {
  start: HostStart | undefined;
  killed = false;
  readonly asked: HostRequest[] = [];
  readonly port = Object.assign(new EventEmitter(), {
    start: () => {},
    close: () => {},
    postMessage: (request: HostRequest) => this.asked.push(request),
  });

  postMessage(start: HostStart): void {
    this.start = start;
  }

  kill(): boolean {
    this.killed = true;
    this.emit('exit', 15);
    return true;
  }

  reply(reply: HostReply): void {
    this.port.emit('message', { data: reply });
  }
}

let processes: Process[];
let states: string[];
let problems: [string, number][];
let nowMs: number;
let host: Host;
const shown = (state: ProcessState) => {
  if (state.status !== 'ready') return state.status;
  return state.hosting === null ? state.url : `${state.url} and ${state.hosting.addresses.join()}`;
};
const party = { joining: 'anyone', outside: false, guests: true } as const;
const opened = {
  name: 'Ada',
  fingerprint: 'key',
  addresses: ['https://192.168.1.5:5000'],
  internet: null,
  admission: null,
};
const last = () => processes.at(-1) ?? new Process();

beforeEach(() => {
  vi.useFakeTimers();
  processes = [];
  states = [];
  problems = [];
  nowMs = 0;
  host = new Host({
    fork: () => {
      const child = new Process();
      processes.push(child);
      // The host uses no more of a process and its port than these fakes provide.
      return child as unknown as ReturnType<HostParts['fork']>;
    },
    createChannel: () => {
      // As for the process.
      const port = last().port as unknown as MessagePortMain;
      return { port1: port, port2: port };
    },
    dataDir: '/data',
    port: 7421,
    nowMs: () => nowMs,
    onState: (state) => states.push(shown(state)),
    onProblem: ({ kind }, failures) => problems.push([kind, failures]),
  });
});
afterEach(() => vi.useRealTimers());

describe('the server inside the app', () => {
  it('starts on the port of the last run and resolves ready() with its address', async () => {
    const address = host.ready();
    host.start();
    expect(last().start).toEqual({ dataDir: '/data', port: 7421, hosting: null });
    last().reply({ kind: 'ready', url: 'http://127.0.0.1:7421', hosting: null });
    expect(await address).toBe('http://127.0.0.1:7421');
    expect(await host.ready()).toBe('http://127.0.0.1:7421');
    expect(states).toEqual(['starting', 'http://127.0.0.1:7421']);
  });

  it('is restarted on the same port when it exits unexpectedly, with a growing delay', () => {
    host.start();
    last().reply({ kind: 'ready', url: 'http://127.0.0.1:5000', hosting: null });
    const delays: number[] = [];
    for (let crash = 0; crash < 4; crash++) {
      last().emit('exit', 9);
      const from = vi.getMockedSystemTime()?.valueOf() ?? 0;
      vi.advanceTimersToNextTimer();
      delays.push((vi.getMockedSystemTime()?.valueOf() ?? 0) - from);
      expect(last().start?.port).toBe(5000);
    }
    expect(processes).toHaveLength(5);
    expect(delays).toEqual([200, 400, 800, 1600]);
    expect(problems.map(([, failures]) => failures)).toEqual([1, 2, 3, 4]);
  });

  it('keeps the port it got when its own was taken, and reports a failure to start once', () => {
    host.start();
    last().reply({ kind: 'ready', url: 'http://127.0.0.1:40000', hosting: null });
    last().reply({ kind: 'failed', problem: 'no disk' });
    last().emit('exit', 1);
    vi.advanceTimersToNextTimer();
    expect(last().start?.port).toBe(40_000);
    expect(problems).toEqual([['failed', 1]]);
  });

  it('answers each question, or rejects with the reason', async () => {
    host.start();
    last().reply({ kind: 'ready', url: 'http://127.0.0.1:5000', hosting: null });
    const [first, second] = [host.ask('session', { name: 'ada' }), host.ask('guests', null)];
    await Promise.resolve();
    await Promise.resolve();
    expect(last().asked).toEqual([
      { kind: 'ask', id: 1, question: { kind: 'session', asked: { name: 'ada' } } },
      { kind: 'ask', id: 2, question: { kind: 'guests', asked: null } },
    ]);
    last().reply({ kind: 'answer', id: 2, answer: [] });
    expect(await second).toEqual([]);
    last().emit('exit', 9);
    await expect(first).rejects.toThrow('the server has ended');
  });

  it('stops when asked, and is not restarted', async () => {
    host.start();
    last().reply({ kind: 'ready', url: 'http://127.0.0.1:5000', hosting: null });
    const stopped = host.stop();
    expect(last().asked).toEqual([{ kind: 'stop' }]);
    last().emit('exit', 0);
    await stopped;
    vi.runAllTimers();
    expect(processes).toHaveLength(1);
    expect(states.at(-1)).toBe('stopped');
    expect(problems).toEqual([]);
  });

  it('is killed when it does not stop in time', async () => {
    host.start();
    const stopped = host.stop();
    vi.advanceTimersByTime(10_000);
    await stopped;
    expect(last().killed).toBe(true);
  });

  it('is not started by a pending restart once the app quits', async () => {
    host.start();
    last().emit('exit', 9);
    await host.stop();
    vi.runAllTimers();
    expect(processes).toHaveLength(1);
  });
});

describe('a server open to the network', () => {
  beforeEach(() => {
    host.start();
    last().reply({ kind: 'ready', url: 'http://127.0.0.1:5000', hosting: null });
    host.change(party);
  });

  const open = (port = 5000) => {
    last().emit('exit', 0);
    last().reply({ kind: 'ready', url: `http://127.0.0.1:${port}`, hosting: opened });
  };

  it('finishes pending work before it reopens, and keeps its port on this computer', () => {
    expect(last().asked).toEqual([{ kind: 'stop' }]);
    expect(processes).toHaveLength(1);
    open();
    expect(last().start).toEqual({ dataDir: '/data', port: 5000, hosting: party });
    expect(states.at(-1)).toBe('http://127.0.0.1:5000 and https://192.168.1.5:5000');
    expect(problems).toEqual([]);
    host.change(null);
    last().emit('exit', 0);
    expect(last().start?.hosting).toBeNull();
  });

  it('is open again after an unexpected exit', () => {
    open();
    last().emit('exit', 9);
    vi.advanceTimersToNextTimer();
    expect(last().start?.hosting).toEqual(party);
    expect(problems).toEqual([['ended', 1]]);
  });

  it('reports that another program has its port, and that the network changed', () => {
    open(40_000);
    last().reply({ kind: 'network-changed', addresses: [] });
    expect(states.at(-1)).toBe('http://127.0.0.1:40000 and ');
    expect(problems.map(([kind]) => kind)).toEqual(['port-taken', 'network-changed']);
  });

  describe('and to friends outside', () => {
    const outside = { joining: 'added', outside: true, guests: false } as const;
    const internet = {
      status: 'open',
      address: '45.90.10.1',
      port: 5000,
      udpPort: 5000,
      protocol: 'PCP',
      until: 1_000,
    } as const;
    const hosted = () => (host.state.status === 'ready' ? host.state.hosting : null);

    beforeEach(() => {
      open();
      host.change(outside);
      last().emit('exit', 0);
      last().reply({
        kind: 'ready',
        url: 'http://127.0.0.1:5000',
        hosting: { ...opened, internet: { status: 'asking' } },
      });
    });

    it('is started with that choice, and reports what the router says, also each renewal', () => {
      expect(last().start?.hosting).toEqual(outside);
      expect(hosted()).toMatchObject({ ...outside, internet: { status: 'asking' } });
      last().reply({ kind: 'internet-changed', internet });
      expect(hosted()?.internet).toEqual(internet);
      last().reply({ kind: 'internet-changed', internet: { ...internet, until: 2_000 } });
      expect(hosted()?.internet).toMatchObject({ until: 2_000 });
      expect(problems).toEqual([]);
    });

    it('closes to the outside without a restart, and is not open there after a crash', async () => {
      const closed = host.closeOutside();
      expect(hosted()?.outside).toBe(false);
      await Promise.resolve();
      await Promise.resolve();
      const request = last().asked.at(-1);
      expect(request).toMatchObject({ kind: 'ask', question: { kind: 'close-outside' } });
      last().reply({ kind: 'internet-changed', internet: { status: 'shut' } });
      last().reply({ kind: 'answer', id: request?.kind === 'ask' ? request.id : 0, answer: 2 });
      expect(await closed).toBe(2);
      expect(hosted()).toMatchObject({ outside: false, internet: { status: 'shut' } });
      const started = processes.length;
      last().emit('exit', 9);
      vi.advanceTimersToNextTimer();
      expect(processes).toHaveLength(started + 1);
      expect(last().start?.hosting).toEqual({ ...outside, outside: false });
    });

    it('is restarted without what was open if it does not close in time', async () => {
      const hanging = last();
      const closed = host.closeOutside();
      await Promise.resolve();
      await Promise.resolve();
      vi.advanceTimersByTime(5_000);
      expect(hanging.killed).toBe(true);
      expect(await closed).toBe(0);
      vi.advanceTimersToNextTimer();
      expect(last().start?.hosting?.outside).toBe(false);
    });
  });

  it('cannot be opened once the app quits', async () => {
    const stopped = host.stop();
    host.change(party);
    last().emit('exit', 0);
    await stopped;
    expect(processes).toHaveLength(1);
  });
});

describe('restarting', () => {
  it('waits at most 30 s, and resets the failure count after a minute of uptime', () => {
    expect(restartDelayMs(20, 0)).toEqual({ failures: 21, delayMs: 30_000 });
    expect(restartDelayMs(20, 60_000)).toEqual({ failures: 1, delayMs: 200 });
    expect(restartDelayMs(20, 59_999).failures).toBe(21);
  });
});
