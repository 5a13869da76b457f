import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import './popover.css';

interface ContentProps {
  /** The accessible name. */
  readonly label: string;
  /** Shows the name above the content. */
  readonly isTitled?: boolean;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
  readonly children: ReactNode;
}

interface PopoverProps extends ContentProps {
  /** One button, which opens and closes the popover. */
  readonly trigger: ReactNode;
  /** For content that closes it. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** Content that belongs to a button, shown next to it until Escape or a click elsewhere. */
export function Popover({ trigger, isOpen, onOpenChange, ...content }: PopoverProps) {
  return (
    <Radix.Root {...(isOpen !== undefined && { open: isOpen })} {...(onOpenChange !== undefined && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Content {...content} />
    </Radix.Root>
  );
}

interface AnchoredPopoverProps extends ContentProps {
  /** The element next to which it opens, with the button that gets the focus back. */
  readonly anchor: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A popover that is opened by something other than its own button, such as a menu item. */
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
        onOpenAutoFocus={focusContent}
      >
        {isTitled && <h2>{label}</h2>}
        {children}
      </Radix.Content>
    </Radix.Portal>
  );
}

/** Moves the focus to the popover, because the control that has it is about to go. */
export function focusPopoverOf(control: Element): void {
  control.closest<HTMLElement>('.floating')?.focus();
}

/** Focuses the popover rather than its first control, so that letter keys keep playing notes. */
function focusContent(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
