import type { Page } from '@playwright/test';
import { recordingTime, writeMidiFile } from '@roomtone/smf';
import { arriveInNewRoom } from './arrivals.ts';
import { outsidePlayer } from './outside-player.ts';
import { expectLit, litKeys } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';

const second = 1_000_000;

/** One note per beat on the first track, a long note on the second. */
const piece = writeMidiFile(
  [
    {
      name: 'Lead',
      events: Array.from({ length: 40 }, (_, index) => [
        { timeUs: index * 200_000, data: Uint8Array.of(0x90, 60 + (index % 12), 90) },
        { timeUs: index * 200_000 + 150_000, data: Uint8Array.of(0x80, 60 + (index % 12), 64) },
      ]).flat(),
    },
    {
      name: 'Bass',
      events: [
        { timeUs: 0, data: Uint8Array.of(0xc1, 33) },
        { timeUs: 0, data: Uint8Array.of(0x91, 36, 80) },
        { timeUs: 8 * second, data: Uint8Array.of(0x81, 36, 64) },
      ],
    },
  ],
  0,
  recordingTime,
);

async function dropOn(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(content)], fileName, { type: 'audio/midi' }));
      return transfer;
    },
    [name, [...bytes]] as const,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await expect(page.getByText('Drop a MIDI file or a sheet here')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

test('a MIDI file that is dropped plays into the room in time, and can be controlled', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer({ viewport: { width: 1024, height: 700 } });
  const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Karaoke' });
  const teo = await outsidePlayer(link, 'teo');
  await dropOn(mara, 'Study.mid', piece);
  const stand = mara.getByRole('region', { name: 'Playback' });
  await expect(stand).toContainText('Study');
  // At first only the person who opened it hears it.
  await expect(stand.getByRole('checkbox', { name: 'Play for everyone' })).not.toBeChecked();
  await expect.poll(async () => Object.keys(await litKeys(mara)).length).toBeGreaterThan(0);
  await stand.getByRole('button', { name: 'Pause' }).click();
  expect(teo.heard).toEqual([]);
  await stand.getByRole('checkbox', { name: 'Play for everyone' }).check();
  await stand.getByLabel('Position').fill('0');
  await stand.getByRole('button', { name: 'Play', exact: true }).click();
  // Everybody sees that it is a file.
  const file = () => [...teo.room.participants.values()].find(({ username }) => username !== teo.name)?.file;
  await expect.poll(file).toBe('Study');
  await expect(mara.getByRole('list', { name: 'Players' })).toContainText('♪ Study');
  const leadOns = () => teo.heard.filter(({ bytes }) => bytes[0] === 0x90);
  await expect.poll(() => leadOns().length).toBeGreaterThan(6);
  await mara.screenshot({ path: `${artifacts}/playback-dark.png` });
  // The times they were stamped with: a busy page plays late, but no note may slip by half a beat.
  const ons = leadOns();
  for (const [index, { timeUs }] of ons.entries()) {
    expect(Math.abs(timeUs - (ons[0]?.timeUs ?? 0) - index * 200_000), `note ${index}`).toBeLessThan(100_000);
  }

  await stand.getByRole('button', { name: /tracks/ }).click();
  await mara.getByRole('checkbox', { name: /Bass/ }).uncheck();
  await expect.poll(() => teo.heard.some(({ bytes }) => bytes[0] === 0x81 && bytes[1] === 36)).toBe(true);
  await mara.keyboard.press('Escape');
  await stand.getByRole('button', { name: 'Pause' }).click();
  await expectLit(mara, []);
  await expect.poll(file).toBe('');
  await stand.getByLabel('Position').fill('7800');
  await expect(stand).toContainText('0:07');
  const before = leadOns().length;
  await stand.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(stand.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // Only the last note, on the fortieth beat.
  await expect
    .poll(() =>
      leadOns()
        .slice(before)
        .map(({ bytes }) => bytes[1]),
    )
    .toEqual([63]);

  // Everybody gets the file itself by a line of chat.
  await stand.getByRole('button', { name: 'Practice' }).click();
  await mara.getByRole('button', { name: 'Share with the room' }).click();
  await expect(mara.getByText('Shared in the chat.', { exact: true })).toBeVisible();
  await mara.keyboard.press('Escape');
  await stand.getByRole('button', { name: 'Close file' }).click();
  const opener = mara.getByRole('button', { name: /^Chat/ });
  if (await opener.isVisible()) await opener.click();
  await mara.getByRole('log').getByRole('button', { name: 'Study' }).click();
  await expect(stand).toContainText('Study');
  await stand.getByRole('button', { name: 'Pause' }).click();

  const heardBefore = teo.heard.length;
  await expect(stand.getByRole('checkbox', { name: 'Play for everyone' })).not.toBeChecked();
  await stand.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Object.keys(await litKeys(mara)).length).toBeGreaterThan(0);
  await stand.getByRole('button', { name: 'Close file' }).click();
  await expect(stand).toBeHidden();
  expect(teo.heard.length, 'nobody else heard it').toBe(heardBefore);

  await test.step('S34.3: a sheet that is opened for everyone stays in the room until it is deleted', async () => {
    await dropOn(
      mara,
      'stream.cho',
      new TextEncoder().encode('{title: Down by the stream}\n[G]Older than the [C]meadow\n'),
    );
    await mara.getByRole('button', { name: 'Open for everyone' }).click();
    const opened = () => JSON.parse(teo.room.info.stand || '{}').title;
    await expect.poll(opened).toBe('Down by the stream');
    await mara.getByRole('button', { name: 'Sheet music', exact: true }).press('Enter');
    const kept = mara.getByRole('region', { name: 'In this room' }).getByRole('listitem');
    await expect(kept).toContainText(/Down by the stream.*mara-.* · 1 kB/);
    await kept.getByRole('button', { name: 'Close Down by the stream for everyone' }).press('Enter');
    await expect.poll(opened).toBe('');
    await mara.getByRole('button', { name: 'Sheet music', exact: true }).press('Enter');
    await kept.getByRole('button', { name: 'Delete Down by the stream' }).press('Enter');
    await expect(kept).toHaveCount(0);
    await expect(mara.getByRole('dialog', { name: 'Sheet music' })).toBeFocused();
  });
  await teo.leave();
});

test('an invalid file says so, and the previous one stays', async ({ server, testPlayer }) => {
  const page = await testPlayer();
  await page.goto(`${server.url}/practice`);
  await expect(page.getByRole('heading', { name: 'Practice room' })).toBeVisible();
  await dropOn(page, 'Study.mid', piece);
  await dropOn(page, 'notes.txt', new TextEncoder().encode('once upon a time'));
  await expect(page.getByText('This is not a valid MIDI file. Choose another one.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Playback' })).toContainText('Study');
});
