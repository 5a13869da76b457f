import type { ButtonHTMLAttributes, Ref } from 'react';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name and the tooltip, which say what the button does. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with only an icon. */
export function IconButton({ label, className = '', ...button }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button type="button" {...button} className={`icon-button ${className}`} aria-label={label} />
    </Tooltip>
  );
}
