import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** Signs up on the screen; afterwards the page is where it was going. */
export async function signUp(page: Page, name: string): Promise<void> {
  const password = randomBytes(12).toString('base64url');
  await page.getByRole('tab', { name: 'Create account' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.locator('form').getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Confirm password')).toBeHidden();
}

/** Makes a room in the lobby and returns its link; the page is then inside. */
export async function openRoom(
  page: Page,
  name: string,
  options: { password?: string; byInvitation?: boolean } = {},
): Promise<string> {
  await page.getByRole('button', { name: 'New room' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  if (options.byInvitation) await dialog.getByRole('radio', { name: /Private/ }).check();
  if (options.password !== undefined) {
    await dialog.getByText('More', { exact: true }).click();
    await dialog.getByLabel(/Password/).fill(options.password);
  }
  await dialog.getByRole('button', { name: 'Create room' }).click();
  await expectInside(page, name);
  return page.url();
}

export async function expectInside(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Piano' })).toBeVisible();
}

/** The lit keys: note number to the participants who hold it, and its colour. */
export async function litKeys(page: Page): Promise<Record<string, { by: string; color: string }>> {
  return page.evaluate(() =>
    Object.fromEntries(
      Array.from(document.querySelectorAll<HTMLElement>('[data-lit-by]'), (key) => [
        key.dataset['note'],
        { by: key.dataset['litBy'] ?? '', color: key.style.getPropertyValue('--lit').trim() },
      ]),
    ),
  );
}

export async function expectLit(page: Page, notes: readonly number[]): Promise<void> {
  await expect.poll(async () => Object.keys(await litKeys(page)).map(Number)).toEqual([...notes]);
}

/** Records the notes whose keys light up, however briefly; returns a function that returns them, each once. */
export async function watchLit(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const lit = new Set<number>();
    globalThis.roomtoneLit = lit;
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const { note, litBy } = (target as HTMLElement).dataset;
        if (litBy !== undefined) lit.add(Number(note));
      }
    }).observe(document.body, { subtree: true, attributeFilter: ['data-lit-by'] });
  });
  return () => page.evaluate(() => [...globalThis.roomtoneLit]);
}

/** Adds an analyser to everything that the page sends to the loudspeakers. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const analysers: AnalyserNode[] = [];
    const connect = AudioNode.prototype.connect;
    // Covers both overloads; only connections to the loudspeakers are analysed.
    AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
      if (args[0] instanceof AudioDestinationNode) {
        const analyser = this.context.createAnalyser();
        analyser.fftSize = 8192;
        // Analyses the current sound only, without averaging over time.
        analyser.smoothingTimeConstant = 0;
        analysers.push(analyser);
        (connect as (target: AudioNode) => AudioNode).call(this, analyser);
      }
      return (connect as (...all: unknown[]) => AudioNode).apply(this, args);
    } as typeof connect;
    globalThis.roomtoneHeard = () =>
      analysers.flatMap((analyser) => {
        const spectrum = new Float32Array(analyser.frequencyBinCount);
        analyser.getFloatFrequencyData(spectrum);
        const hz = analyser.context.sampleRate / analyser.fftSize;
        return Array.from(spectrum, (db, bin) => ({ db, hz: bin * hz }))
          .filter(({ db }, bin) => db > -80 && db >= (spectrum[bin - 1] ?? 0) && db >= (spectrum[bin + 1] ?? 0))
          .sort((a, b) => b.db - a.db)
          .map((peak) => peak.hz);
      });
  });
}

/** The loudest frequencies that the page plays now (after listenIn()), Hz. */
export async function heard(page: Page): Promise<number[]> {
  return page.evaluate(() => globalThis.roomtoneHeard());
}

/** The equal-tempered pitch of a MIDI key, Hz. */
export function pitch(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}

/** Waits until the recorded piano can be played; its notes ring long enough to be measured. */
export async function expectPiano(page: Page): Promise<void> {
  await expect(page.locator('[data-piano=playing]')).toBeVisible({ timeout: 40_000 });
}
