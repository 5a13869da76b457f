import type { LibraryStatus } from '../../../../../shared/library/library.ts';
import type {
  LibraryMessage,
  LibraryQuestion,
  LibraryQuestionKind,
  LibraryQuestions,
} from '../../../contract/library-messages.ts';
import type { LibraryPort } from './library-port.ts';

interface Asked {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The library in this browser, in a worker that starts when it is first needed. */
export function browserLibraryPort(): LibraryPort {
  const asked = new Map<number, Asked>();
  const watching = new Set<(status: LibraryStatus) => void>();
  let worker: Worker | undefined;
  let lastId = 0;

  const start = (): Worker => {
    const started = new Worker(new URL('../../../library-worker/library-worker.ts', import.meta.url), {
      type: 'module',
      name: 'library',
    });
    started.onmessage = ({ data }: MessageEvent<LibraryMessage>) => {
      if (data.kind === 'status') for (const onChange of watching) onChange(data.status);
      else {
        const waiting = asked.get(data.id);
        asked.delete(data.id);
        if (data.kind === 'answer') waiting?.resolve(data.answer as never);
        else waiting?.reject(new Error(data.problem));
      }
    };
    return started;
  };
  const ask = <Kind extends LibraryQuestionKind>(
    kind: Kind,
    question: LibraryQuestions[Kind]['asked'],
  ): Promise<LibraryQuestions[Kind]['answer']> => {
    worker ??= start();
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<LibraryQuestions[Kind]['answer']>();
    asked.set(id, { resolve, reject });
    // Kind and question belong together.
    worker.postMessage({ id, kind, asked: question } as LibraryQuestion);
    return promise;
  };
  const done = async (answer: Promise<null>): Promise<void> => void (await answer);
  const allow = async (folderId: string): Promise<boolean> => {
    const handle = await ask('handleOf', folderId);
    return handle !== null && (await handle.requestPermission({ mode: 'read' })) === 'granted';
  };

  return {
    watch: (onChange) => {
      watching.add(onChange);
      ask('open', null).then(
        (status) => watching.has(onChange) && onChange(status),
        () => {},
      );
      return () => void watching.delete(onChange);
    },
    query: (query) => ask('query', query),
    read: async (id) => {
      const first = await ask('read', id);
      if (first === null || !('ask' in first)) return first;
      if (!(await allow(first.ask))) return null;
      const second = await ask('read', id);
      return second === null || 'ask' in second ? null : second;
    },
    mark: (mark) => done(ask('mark', mark)),
    ...(window.showDirectoryPicker === undefined
      ? {}
      : { addFolder: () => addFolder((handle) => ask('addFolder', handle)) }),
    allowFolder: async (id) => {
      if (await allow(id)) await ask('open', null);
    },
    removeFolder: (id) => done(ask('removeFolder', id)),
    addFiles: async (files) => {
      // Otherwise browsers delete what they like when the disk is full. Some ask the user.
      void navigator.storage?.persist?.().catch(() => {});
      await ask('addFiles', files);
    },
    removeFile: (id) => done(ask('removeFile', id)),
    cancel: () => done(ask('cancel', null)),
    resume: () => done(ask('resume', null)),
  };
}

async function addFolder(add: (handle: FileSystemDirectoryHandle) => Promise<null>): Promise<void> {
  let handle: FileSystemDirectoryHandle | undefined;
  try {
    handle = await window.showDirectoryPicker?.({ id: 'midi-library', mode: 'read', startIn: 'music' });
  } catch (error) {
    // The user has chosen none.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    throw error;
  }
  if (handle !== undefined) await add(handle);
}
