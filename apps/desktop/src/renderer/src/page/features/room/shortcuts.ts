import { openRoomDialog } from './room-dialog-store.ts';

/** Opens the list of shortcuts on "?", unless it is typed. Returns a function that stops it. */
export function openByQuestionMark(): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, textarea, [role=dialog]') !== null) return;
    event.preventDefault();
    openRoomDialog({ kind: 'shortcuts' });
  };
  window.addEventListener('keydown', handleKey);
  return () => window.removeEventListener('keydown', handleKey);
}
