import type { ButtonHTMLAttributes, Ref } from 'react';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does: its name for those who listen, and what it says when pointed at. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that is an icon. */
export function IconButton({ label, className = '', ...button }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button type="button" {...button} className={`icon-button ${className}`} aria-label={label} />
    </Tooltip>
  );
}
