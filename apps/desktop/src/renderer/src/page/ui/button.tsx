import type { ButtonHTMLAttributes, Ref } from 'react';
import { Tooltip } from './tooltip.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** main: the most important action, at most one per screen. danger: deletes something. linked: within a text. */
  readonly kind?: 'plain' | 'main' | 'quiet' | 'danger' | 'linked' | undefined;
  readonly size?: 'plain' | 'large' | undefined;
  /** An action is running: the button is disabled, and announces it. */
  readonly busy?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/**
 * A button with a text, and an icon before it where that helps. One whose text goes where it has no room has a label, which is
 * its tooltip, too.
 */
export function Button({ kind = 'plain', size = 'plain', busy = false, className, disabled, ...button }: ButtonProps) {
  const label = button['aria-label'];
  const element = (
    <button
      type="button"
      {...button}
      className={buttonClass(kind, size, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  );
  return label === undefined ? element : <Tooltip text={label}>{element}</Tooltip>;
}

/** The classes of a button, for links that look like one. */
function buttonClass(kind: ButtonProps['kind'], size: ButtonProps['size'] = 'plain', more = ''): string {
  const names = [kind === 'linked' ? '' : 'button', kind === 'plain' ? '' : kind, size === 'plain' ? '' : size, more];
  return names.filter((name) => name !== '').join(' ');
}
