import type { Language } from '@roomtone/words';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it, vi } from 'vitest';

afterAll(() => vi.resetModules());

/** The pill as markup: in a language, for a player who is heard after this many µs. */
async function pillIn(language: Language, totalUs: number | undefined, isJoined = true): Promise<string> {
  vi.resetModules();
  // Modules read their texts when they are loaded.
  await (await import('../../../../../../../../testing/speak.ts')).speak(language);
  const { TimingPill } = await import('./timing-panel.tsx');
  const { Tooltips } = await import('../../ui/tooltip.tsx');
  const children = createElement(TimingPill, { isJoined, name: 'Teo', totalUs });
  return renderToStaticMarkup(createElement(Tooltips, { children }));
}

it('the pill shows how late the others are heard, rated by colour and in words', async () => {
  const heard = await pillIn('en', 28_000);
  expect(heard).toContain('aria-label="You hear Teo in 28 ms, tight"');
  expect(heard).toContain('data-level="good"');
  expect(await pillIn('en', 141_000)).toContain('aria-label="You hear Teo in 141 ms, long delay"');
  expect(await pillIn('de', 45_000)).toContain('aria-label="Du hörst Teo nach 45 ms, spürbar verzögert"');
});

it('the pill says whether the room is connected while nobody has played', async () => {
  // Small screens show only the icon: the name is on the button.
  expect(await pillIn('en', undefined)).toContain('aria-label="Online"');
  expect(await pillIn('en', 28_000, false)).toContain('aria-label="Offline"');
});
