import type { WebContents } from 'electron';
import { type TextSize, textSizes } from '../../shared/app-settings.ts';

/** Shows a page at this size, now and after each load: Chromium remembers sizes by itself, per server. */
export function keepTextSize(
  contents: Pick<WebContents, 'on' | 'setZoomFactor'>,
  current: () => TextSize,
): { apply: () => void } {
  const apply = () => contents.setZoomFactor(current() / 100);
  contents.on('did-finish-load', apply);
  return { apply };
}

/** The next size, or the same one at the end of the row. */
export function nextTextSize(current: TextSize, step: -1 | 1): TextSize {
  return textSizes[textSizes.indexOf(current) + step] ?? current;
}
