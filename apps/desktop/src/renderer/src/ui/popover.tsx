import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './popover.css';

interface PopoverProps {
  /** Opens and closes it: one button. */
  readonly trigger: ReactNode;
  /** Its name, for those who listen. */
  readonly label: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
  readonly children: ReactNode;
}

/** What belongs to a button and is shown beside it until one goes on: Escape or a click elsewhere. */
export function Popover({ trigger, label, side = 'bottom', align = 'center', className = '', children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={`floating ${className}`}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={12}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
