import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { strings } from '../strings.ts';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  /** A sentence below the title, announced with it. */
  readonly description?: string;
  /** Called when the user closes the dialog: by Escape, by a click outside, or by its button. */
  readonly onClose: () => void;
  /** Between the title and the close button. */
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. The focus stays inside, and returns to where it was. Radix's own overlay
 * is not used: it locks scrolling with a style element, which the content security policy forbids.
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
          {/* Last, so that the focus starts in the content. */}
          <Radix.Close className="icon-button dialog-close" aria-label={strings.ui.close}>
            <X />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The focused element; for a menu item, which disappears, the button that opened the menu. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  const trigger = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (trigger) return document.getElementById(trigger);
  return active instanceof HTMLElement ? active : null;
}
