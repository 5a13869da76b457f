import { panned, zoomed } from './keyboard-view.ts';
import { useKeyboardView } from './keyboard-view-store.ts';

/** Wheel or trackpad movement for one step, CSS px. */
const stepPx = 80;

/**
 * Moves the keyboard by wheel or trackpad: sideways by octaves; with Ctrl, which a pinch sends too, it zooms. Returns a
 * function that stops it.
 */
export function moveByWheel(piano: HTMLElement): () => void {
  let [sideways, nearer] = [0, 0];
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    if (event.ctrlKey) {
      nearer -= event.deltaY;
      if (Math.abs(nearer) < stepPx / 2) return;
      const box = piano.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width;
      useKeyboardView.setState((view) => ({
        ...zoomed(view, nearer > 0 ? 1 : -1, view.left + x * view.width),
        isChosen: true,
      }));
      nearer = 0;
      return;
    }
    sideways += Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
    const octaves = Math.trunc(sideways / stepPx);
    if (octaves === 0) return;
    sideways -= octaves * stepPx;
    useKeyboardView.setState((view) => panned(view, octaves));
  };
  piano.addEventListener('wheel', turn, { passive: false });
  return () => piano.removeEventListener('wheel', turn);
}
