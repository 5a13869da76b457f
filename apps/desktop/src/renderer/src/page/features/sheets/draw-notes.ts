import type { Box, Drawing, Renderer } from './drawing.ts';
import type { NoteSheet } from './reading/sheet.ts';
import type { SheetController } from './sheet-controller.ts';

/** Drawing again waits until the size has been the same for so long. */
export const settledMs = 150;
/** On a phone, smaller notes are read more easily than one bar in each line. */
const narrowPx = 640;
const narrowZoom = 0.7;

/** The zoom at which a page of this width is drawn. */
export function zoomIn(widthPx: number, zoom: number): number {
  return widthPx < narrowPx ? zoom * narrowZoom : zoom;
}

/** Loads the library that draws this kind when it is first needed. */
export async function createRenderer(element: HTMLElement, sheet: NoteSheet): Promise<Renderer> {
  const { engraving } = sheet;
  if (engraving.kind === 'musicxml') {
    return (await import('./musicxml-renderer.ts')).createMusicXmlRenderer(element, sheet, engraving);
  }
  if (engraving.source === undefined) throw new Error('It is too long to be drawn.');
  return (await import('./abc-renderer.ts')).createAbcRenderer(element, sheet, engraving.source);
}

/** Draws once what the page did so far is on the screen. Undefined if that failed. */
export async function drawnBy(
  draw: () => Promise<Drawing>,
  sheets: Pick<SheetController, 'drawing'>,
): Promise<Drawing | undefined> {
  sheets.drawing(true);
  await nextFrame();
  try {
    const drawn = await draw();
    await nextFrame();
    return drawn;
  } catch {
    return undefined;
  } finally {
    sheets.drawing(false);
  }
}

/** A page in the background has none, and is drawn all the same. */
function nextFrame(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, settledMs);
  return promise;
}

/** Puts the mark of a bar where the bar was drawn. */
export function placeMark(element: HTMLElement, box: Box | undefined, isMoving: boolean): void {
  element.hidden = box === undefined;
  if (box === undefined) return;
  element.dataset['moving'] = String(isMoving);
  Object.assign(element.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
}
