// The questions that every library answers without asking its disk or browser.
import type { LibraryFolder, LibraryStatus } from './library.ts';
import type { LibraryCore } from './library-core.ts';
import type { AnswersTo, CommonQuestions } from './library-questions.ts';

export function answersOf(core: LibraryCore): Omit<AnswersTo<CommonQuestions>, 'open' | 'removeFolder'> {
  return {
    query: (query) => core.query(query),
    mark: async (mark) => {
      await core.mark(mark);
      return null;
    },
    cancel: () => {
      core.cancel();
      return null;
    },
    resume: () => {
      core.resume();
      return null;
    },
  };
}

/** The status of a library with these folders. @param refusesFolder the last folder was one too many. */
export function statusOf(
  core: LibraryCore,
  folders: readonly Omit<LibraryFolder, 'fileCount'>[],
  refusesFolder: boolean,
): LibraryStatus {
  const counts = new Map<string, number>();
  for (const { folderId } of core.index.files()) counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
  const { full, ...status } = core.status;
  return {
    ...status,
    full: refusesFolder ? 'folders' : full,
    folders: folders.map((folder) => ({ ...folder, fileCount: counts.get(folder.id) ?? 0 })),
  };
}
