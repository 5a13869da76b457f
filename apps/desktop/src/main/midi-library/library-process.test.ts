import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { LibraryQuestion, LibraryReply } from '../../shared/library-messages.ts';
import { LibraryProcess } from './library-process.ts';

class FakePort extends EventEmitter {
  readonly sent: LibraryQuestion[] = [];
  postMessage(message: LibraryQuestion): void {
    this.sent.push(message);
  }
  start(): void {}
  reply(data: LibraryReply): void {
    this.emit('message', { data });
  }
}

function aProcess() {
  const children: (EventEmitter & { started: unknown[] })[] = [];
  const ports: FakePort[] = [];
  const seen: unknown[] = [];
  const library = new LibraryProcess({
    fork: () => {
      const started: unknown[] = [];
      const child = Object.assign(new EventEmitter(), {
        started,
        postMessage: (message: unknown) => void started.push(message),
        kill: () => true,
      });
      children.push(child);
      return child as never;
    },
    createChannel: () => {
      const port = new FakePort();
      ports.push(port);
      return { port1: port, port2: {} } as never;
    },
    dataFolder: '/data/library',
    onStatus: (status) => void seen.push(status),
    report: (problem) => void seen.push(problem),
  });
  return { library, children, ports, seen };
}

it('starts the process with the first question, and gives each its answer', async () => {
  const { library, children, ports, seen } = aProcess();
  expect(children).toEqual([]);
  const [status, file] = [library.ask('open', null), library.ask('read', 'abc')];
  expect(children.map(({ started }) => started)).toEqual([[{ dataFolder: '/data/library' }]]);
  expect(ports[0]?.sent).toEqual([
    { id: 1, kind: 'open', asked: null },
    { id: 2, kind: 'read', asked: 'abc' },
  ]);
  ports[0]?.reply({ kind: 'answer', id: 2, answer: null });
  ports[0]?.reply({ kind: 'no-answer', id: 1, problem: 'no disk' });
  expect(await file).toBeNull();
  await expect(status).rejects.toThrow('no disk');
  ports[0]?.reply({ kind: 'problem', problem: 'a folder is odd' });
  expect(seen).toEqual(['a folder is odd']);
});

it('says so if the process ends, and starts another one with the next question; none once the app quits', async () => {
  const { library, children, ports, seen } = aProcess();
  const lost = library.ask('cancel', null);
  children[0]?.emit('exit', 139);
  await expect(lost).rejects.toThrow('the library process has ended');
  expect(seen).toEqual(['the library process ended with 139']);
  const answer = library.ask('resume', null);
  ports[1]?.reply({ kind: 'answer', id: 2, answer: null });
  expect(await answer).toBeNull();
  library.stop();
  children[1]?.emit('exit', 0);
  await expect(library.ask('open', null)).rejects.toThrow('quitting');
  expect(seen).toHaveLength(1);
});
