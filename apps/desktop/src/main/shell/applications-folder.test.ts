import { expect, it } from 'vitest';
import { stringsFor } from '../strings.ts';
import { offerToMove } from './applications-folder.ts';

/** The steps of an app that starts at that place and whose user gives this answer. */
async function startedFrom(executable: string, answer: number, move = () => true): Promise<string[]> {
  const done: string[] = [];
  await offerToMove({
    app: {
      isPackaged: true,
      isInApplicationsFolder: () => executable.startsWith('/Applications/'),
      moveToApplicationsFolder: () => {
        done.push('moved');
        return move();
      },
    },
    platform: 'darwin',
    executable,
    strings: stringsFor(['en']),
    showMessage: async ({ message }) => {
      done.push(message);
      return answer;
    },
    report: (problem) => done.push(problem),
  });
  return done;
}
const question = 'Move Roomtone to the Applications folder?';

it('an app on its disk image offers to move itself to Applications', async () => {
  const [image, translocated] = ['/Volumes/Roomtone/Roomtone.app', '/private/var/T/AppTranslocation/1/d/Roomtone.app'];
  expect(await startedFrom(image, 0)).toEqual([question, 'moved']);
  expect(await startedFrom(translocated, 1)).toEqual([question]);
});

it('an app anywhere else asks nothing', async () => {
  expect(await startedFrom('/Applications/Roomtone.app', 0)).toEqual([]);
  expect(await startedFrom('/Users/ada/Music/Roomtone.app', 0)).toEqual([]);
});

it('an app that macOS does not move goes on where it is', async () => {
  const refuse = () => {
    throw new Error('not permitted');
  };
  const done = await startedFrom('/Volumes/Roomtone/Roomtone.app', 0, refuse);
  expect(done.at(-1)).toBe('the app could not be moved to Applications');
});
