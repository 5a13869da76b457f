import type { Page } from '@playwright/test';
import { recordingTime, writeMidiFile } from '@roomtone/smf';
import { isLong } from '../../../testing/long-runs.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { arrive } from './arrivals.ts';
import { checkScreen } from './check-screen.ts';
import { outsidePlayer } from './outside-player.ts';
import { expectInside, openRoom } from './stories.ts';
import { expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** The checks of what is over a room take seconds, and its colours are those of the screen. */

/** A scale on one track. */
function aMidiFile(name: string, key: number): Buffer {
  const events = Array.from({ length: 40 }, (_, index) => [
    { timeUs: index * 200_000, data: Uint8Array.of(0x90, key + (index % 12), 90) },
    { timeUs: index * 200_000 + 150_000, data: Uint8Array.of(0x80, key + (index % 12), 64) },
  ]).flat();
  return Buffer.from(writeMidiFile([{ name, events }], 0, recordingTime));
}

/** Four lines of a song, a syllable each second, as karaoke programs write them. */
function aSong(): Buffer {
  const text = (delta: number, words: string) => [delta, 0xff, 1, words.length, ...Buffer.from(words)];
  const sung = ['\\Ol', 'der ', '/Mead', 'ow ', '/Down ', 'by ', '/Stream', 'side '];
  const words = [
    ...text(0, '@KMIDI KARAOKE FILE'),
    ...text(0, '@TDown by the stream'),
    ...sung.flatMap((each, at) => text(at === 0 ? 0 : 100, each)),
  ];
  const notes = sung.flatMap((_each, at) => [0, 0x90, songKeys[at] ?? 0, 90, 100, 0x80, songKeys[at] ?? 0, 0]);
  const chunk = (bytes: readonly number[]) => [
    ...Buffer.from('MTrk'),
    0,
    0,
    0,
    bytes.length + 4,
    ...bytes,
    0,
    0xff,
    0x2f,
    0,
  ];
  // 100 ticks a quarter note, at 60 of them a minute.
  const slow = [0, 0xff, 0x51, 3, 0x0f, 0x42, 0x40];
  const header = [...Buffer.from('MThd'), 0, 0, 0, 6, 0, 1, 0, 2, 0, 100];
  return Buffer.from([...header, ...chunk([...slow, ...words]), ...chunk(notes)]);
}

const songKeys = [60, 64, 67, 62, 65, 69, 71, 59];

/** A folder of the browser's own, which stands for one of the user's disk: nobody can answer the system's dialog. */
async function offerFolder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const songs = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('Songs', { create: true });
    Object.assign(window, { showDirectoryPicker: songs, songs });
  });
}

async function putIntoFolder(page: Page, path: readonly string[], bytes: Buffer): Promise<void> {
  await page.evaluate(
    async ([names, content]) => {
      // The test's own function, added to the page above.
      let folder = await (window as unknown as { songs(): Promise<FileSystemDirectoryHandle> }).songs();
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
      const file = await folder.getFileHandle(names.at(-1) ?? '', { create: true });
      const writable = await file.createWritable();
      await writable.write(Uint8Array.from(content));
      await writable.close();
    },
    [path, [...bytes]] as const,
  );
}

test(
  'MIDI files are found, starred and tagged in the library, by keyboard too, and play for everyone',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer();
    await offerFolder(mara);
    await arrive(mara, server.url, newName('mara'));
    await mara.getByRole('link', { name: 'Library' }).click();
    await expect(mara.getByRole('heading', { name: 'Your MIDI files, ready to play' })).toBeVisible();
    const midi = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/midi', buffer });
    await mara
      .locator('input[data-library=files]')
      .setInputFiles([
        midi('Morning Étude.mid', aMidiFile('Piano', 60)),
        midi('Evening Study.mid', aMidiFile('Piano', 48)),
        midi('stream.kar', aSong()),
        midi('shopping list.mid', Buffer.from('two eggs, and a very long list of other things')),
      ]);
    const rows = mara.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await putIntoFolder(mara, ['Walzer', 'Wien.mid'], aMidiFile('Geige', 55));
    await mara.getByRole('button', { name: 'Add a folder…' }).click();
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(3)).toContainText('Songs / Walzer');

    // By keyboard: the search, then the list as one stop of Tab, in which the arrow keys move.
    await mara.getByRole('button', { name: 'Play Evening Study' }).focus();
    await mara.keyboard.press('ArrowDown');
    await expect(mara.getByRole('button', { name: 'Play Morning Étude' })).toBeFocused();
    await mara.keyboard.press('End');
    await expect(mara.getByRole('button', { name: 'Play Wien' })).toBeFocused();
    await mara.keyboard.press('Tab');
    await mara.keyboard.press('Enter');
    await expect(mara.getByRole('button', { name: 'Remove Wien from favorites' })).toBeFocused();
    await mara.keyboard.press('Tab');
    await mara.keyboard.press('Enter');
    await mara.getByRole('menuitem', { name: 'Edit tags' }).press('Enter');
    await mara.getByRole('textbox', { name: 'Tags' }).fill('dance, slow');
    await mara.keyboard.press('Enter');
    await expect(rows.nth(3)).toContainText('dance');
    await checkScreen(mara, 'library');
    await mara.setViewportSize({ width: 1440, height: 900 });

    await mara.getByRole('radio', { name: 'Problems' }).check({ force: true });
    await expect(rows).toHaveText([/shopping list.*This is not a MIDI file/]);
    await mara.getByRole('radio', { name: 'Favorites' }).check({ force: true });
    await expect(rows).toHaveText([/Wien/]);
    await mara.getByRole('radio', { name: /^All/ }).check({ force: true });
    await mara.getByRole('searchbox', { name: 'Search the library' }).fill('etude');
    await expect(rows).toHaveText([/Morning Étude/]);

    // Opening the library again finds the new file in the folder, and keeps everything else.
    await putIntoFolder(mara, ['Prague.mid'], aMidiFile('Harfe', 50));
    await mara.reload();
    await expect(rows).toHaveText([/Down by the stream/, /Evening Study/, /Morning Étude/, /Prague/, /Wien/]);

    const link = await openRoomFrom(mara, 'Songs together');
    const teo = await outsidePlayer(link, 'teo');
    await mara.getByRole('button', { name: 'Open the library' }).click();
    const dialog = mara.getByRole('dialog', { name: 'Library' });
    await expect(dialog.getByRole('listitem')).toHaveCount(5);
    await expectNoOverflow(mara);
    if (isLong) await expectAccessible(mara);
    await dialog.getByRole('button', { name: 'Play Wien for everyone' }).click();
    await expect(dialog).toBeHidden();
    const bar = mara.getByRole('region', { name: 'Playback' });
    await expect(bar).toContainText('Wien');
    await expect(bar.getByRole('checkbox', { name: 'Play for everyone' })).toBeChecked();
    await expect.poll(() => teo.heard.map(({ bytes }) => bytes[1])).toContain(55);
    await bar.getByRole('button', { name: 'Choose another file' }).click();
    await dialog.getByRole('button', { name: 'Play Down by the stream', exact: true }).click();
    const lyrics = mara.getByRole('list', { name: 'Lyrics' });
    await expect(lyrics.getByRole('listitem')).toHaveText(['Older', 'Meadow', 'Down by', 'Streamside']);
    await bar.getByRole('button', { name: 'Pause' }).click();
    await bar.getByLabel('Position').fill('3500');
    await expect(lyrics.locator('[aria-current] [data-sung=now]')).toHaveText('ow');
    if (isLong) await expectAccessible(mara);
    await bar.getByRole('button', { name: 'Lyrics' }).click();
    await expect(lyrics).toBeHidden();
    await bar.getByRole('button', { name: 'Lyrics' }).click();
    await bar.getByRole('button', { name: 'Close file' }).click();
    await expect(lyrics).toBeHidden();

    // Somebody else plays a file that Mara has, too: their notes tell where in the song they are.
    await teo.room.setPlayer({ file: 'Down by the stream' });
    await expect(lyrics).toBeVisible();
    const startUs = teo.room.serverNowUs();
    await teo.room.send(
      songKeys.slice(0, 7).map((key, at) => ({ timeUs: startUs + at * 10_000, data: Uint8Array.of(0x90, key, 90) })),
    );
    await expect(lyrics.locator('[aria-current]')).toHaveText('Streamside');
    await teo.room.setPlayer({ file: '' });
    await expect(lyrics).toBeHidden();
    await teo.leave();
  },
);

async function openRoomFrom(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: 'Rooms', exact: true }).click();
  const link = await openRoom(page, name);
  await expectInside(page, name);
  return link;
}
