import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { strings } from '../strings.ts';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** A sentence below the title, read out with it. */
  readonly description?: string;
  /** Called when it is to close: by Escape, by a click beside it, or by its button. */
  readonly onClose: () => void;
  /** Between the title and the way out. */
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A window in the window, shown as long as it is rendered. The focus stays inside and goes back to where it was. Radix's
 * own overlay is left out: it stops the page's scrolling by a style element, which the page's policy does not allow.
 */
export function Dialog({ title, description, onClose, actions, className = '', children }: DialogProps) {
  const [opener] = useState(findOpener);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div className="scrim" />
        <Radix.Content
          className={`dialog ${className}`}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener?.focus();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="dialog-head">
            <div>
              <Radix.Title>{title}</Radix.Title>
              {description !== undefined && <Radix.Description className="muted">{description}</Radix.Description>}
            </div>
            {actions}
          </div>
          {children}
          {/* Last, so that the focus begins at what the window is for. */}
          <Radix.Close className="icon-button dialog-close" aria-label={strings.ui.close}>
            <X />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What has the focus; of a menu, which goes with its items, the button that opened it. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  const trigger = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (trigger) return document.getElementById(trigger);
  return active instanceof HTMLElement ? active : null;
}
