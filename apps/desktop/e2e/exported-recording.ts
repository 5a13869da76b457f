import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { type MidiEvent, parseMidi } from 'midi-file';

/** Exports the recording in the first row of the recordings; `item` names the kind of file. */
export async function exportAs(page: Page, item: RegExp): Promise<Download> {
  await page
    .getByRole('button', { name: /^Export/ })
    .first()
    .click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return download;
}

/** The tracks of the recording exported from the first row of the recordings. */
export async function exported(page: Page) {
  const download = await exportAs(page, /^MIDI/);
  expect(download.suggestedFilename()).toMatch(/\.mid$/);
  const { header, tracks } = parseMidi(await readFile(await download.path()));
  return tracks.map((track) => {
    let ticks = 0;
    return track.map((event: MidiEvent) => {
      ticks += event.deltaTime;
      return { ...event, us: (ticks * 500_000) / (header.ticksPerBeat ?? 1) };
    });
  });
}

type Track = Awaited<ReturnType<typeof exported>>[number];
export const nameOf = (track: Track) => track.find((event) => event.type === 'trackName')?.text;
export const notesOf = (track: Track) =>
  track.flatMap((event) =>
    event.type === 'noteOn' || event.type === 'noteOff'
      ? [{ on: event.type === 'noteOn', key: event.noteNumber, us: event.us }]
      : [],
  );
