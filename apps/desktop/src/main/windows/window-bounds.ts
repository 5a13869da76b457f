import type { Rectangle, Screen } from 'electron';
import type { WindowState } from '../settings/remembered.ts';

/** Below this size the piano keys become too narrow to hit. */
export const minimumSize = { width: 900, height: 600 } as const;
const defaultSize = { width: 1440, height: 900 } as const;
/** The part of the title bar that must be on a screen so that the window can be dragged. */
const draggable = { width: 120, height: 24 } as const;

/** The areas available to windows on the connected screens, the main screen first. */
export function workAreasOf(screen: Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays'>): Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

/**
 * Chooses where to open the window: its last position, if it can be dragged there on one of the connected screens.
 * @param workAreas of the screens, the main one first.
 */
export function openingBounds(
  last: Pick<WindowState, 'x' | 'y' | 'width' | 'height'> | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> & { width: number; height: number } {
  const main = workAreas[0];
  const fits = (size: { width: number; height: number }) => ({
    width: Math.max(minimumSize.width, Math.min(size.width, main?.width ?? size.width)),
    height: Math.max(minimumSize.height, Math.min(size.height, main?.height ?? size.height)),
  });
  if (last === null) return fits(defaultSize);
  const { x, y } = last;
  const isDraggable = workAreas.some(
    (area) =>
      Math.min(x + last.width, area.x + area.width) - Math.max(x, area.x) >= draggable.width &&
      y >= area.y &&
      y + draggable.height <= area.y + area.height,
  );
  return isDraggable ? { x, y, width: last.width, height: last.height } : fits(last);
}
