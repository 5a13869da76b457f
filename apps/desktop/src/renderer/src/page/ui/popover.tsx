import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import './popover.css';

interface ContentProps {
  /** Its name, for those who listen. */
  readonly label: string;
  /** Shows the name above what it holds. */
  readonly isTitled?: boolean;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
  readonly children: ReactNode;
}

interface PopoverProps extends ContentProps {
  /** Opens and closes it: one button. */
  readonly trigger: ReactNode;
}

/** What belongs to a button and is shown beside it until one goes on: Escape or a click elsewhere. */
export function Popover({ trigger, ...content }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Content {...content} />
    </Radix.Root>
  );
}

interface AnchoredPopoverProps extends ContentProps {
  /** What it stands beside, with the button that the focus goes back to. */
  readonly anchor: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The same for what something else than a button of its own opens, such as a menu's item. */
export function AnchoredPopover({ anchor, isOpen, onClose, ...content }: AnchoredPopoverProps) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={onClose}>
      <Radix.Anchor asChild>
        <span ref={place} className="popover-anchor">
          {anchor}
        </span>
      </Radix.Anchor>
      <Content
        {...content}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          place.current?.querySelector('button')?.focus();
        }}
      />
    </Radix.Root>
  );
}

interface OwnContentProps extends ContentProps {
  readonly onCloseAutoFocus?: (event: Event) => void;
}

function Content(props: OwnContentProps) {
  const { label, isTitled = false, side = 'bottom', align = 'center', className = '', children, ...rest } = props;
  return (
    <Radix.Portal>
      <Radix.Content
        {...rest}
        className={`floating ${className}`}
        aria-label={label}
        side={side}
        align={align}
        sideOffset={8}
        collisionPadding={12}
        onOpenAutoFocus={focusItself}
      >
        {isTitled && <h2>{label}</h2>}
        {children}
      </Radix.Content>
    </Radix.Portal>
  );
}

/** Not its first control: nobody has gone to that yet, and whoever plays on the letters plays on. */
function focusItself(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
