import type { ButtonHTMLAttributes, Ref } from 'react';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** main: the one that matters most here, at most one on a screen. danger: loses something. linked: within words. */
  readonly kind?: 'plain' | 'main' | 'quiet' | 'danger' | 'linked' | undefined;
  readonly size?: 'plain' | 'large' | undefined;
  /** Something is under way: it cannot be pressed again, and says so. */
  readonly busy?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button in words, with an icon before them where it helps. */
export function Button({ kind = 'plain', size = 'plain', busy = false, className, disabled, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={buttonClass(kind, size, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  );
}

/** How a button looks, for links that are to look like one. */
export function buttonClass(kind: ButtonProps['kind'], size: ButtonProps['size'] = 'plain', more = ''): string {
  const names = [kind === 'linked' ? '' : 'button', kind === 'plain' ? '' : kind, size === 'plain' ? '' : size, more];
  return names.filter((name) => name !== '').join(' ');
}
