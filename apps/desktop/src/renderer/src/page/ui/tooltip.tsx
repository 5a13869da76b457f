import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './tooltip.css';

interface TooltipProps {
  readonly text: string;
  /** What it explains: one element that can have the focus. */
  readonly children: ReactNode;
}

/** A few words on what one points at, or has the focus on. Touch has none: no word may be only here. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        onFocus={(event) => {
          // Where the focus came by a click, or went back to by itself, nobody asked.
          if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" sideOffset={6} collisionPadding={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Around the app: the second of two tooltips in a row comes at once. */
export function Tooltips({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}
