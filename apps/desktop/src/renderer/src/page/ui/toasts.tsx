import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect } from 'react';
import { strings } from '../strings.ts';
import { endAllToasts, endToast, useToasts } from './toast-store.ts';
import './toasts.css';

/** Long enough to read it and reach for the button; it pauses while the pointer is on it. */
const shownMs = 6_000;

/** Messages about what just happened, at the bottom of the window or below its header. F8 moves the focus there. */
export function Toasts({ isAtTop }: { readonly isAtTop: boolean }) {
  const all = useToasts((state) => state.entries);
  const areHeld = useToasts((state) => state.areHeld);
  const entries = areHeld ? [] : all;
  useEffect(() => {
    window.addEventListener('pagehide', endAllToasts);
    return () => window.removeEventListener('pagehide', endAllToasts);
  }, []);
  return (
    <Toast.Provider duration={shownMs} label={strings.ui.notices}>
      {entries.map(({ id, text, onAct, label = strings.ui.undo }) => (
        <Toast.Root key={id} className="toast" onOpenChange={() => endToast(id, 'done')}>
          <Toast.Title asChild>
            <p>{text}</p>
          </Toast.Title>
          {onAct !== undefined && (
            <Toast.Action
              className="button"
              altText={label}
              // Before the toast closes as done.
              onClickCapture={() => endToast(id, 'acted')}
            >
              {label}
            </Toast.Action>
          )}
          <Toast.Close className="icon-button" aria-label={strings.ui.close}>
            <X />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className={isAtTop ? 'toasts at-top' : 'toasts'} label={`${strings.ui.notices} ({hotkey})`} />
    </Toast.Provider>
  );
}
