import { Check } from 'lucide-react';
import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui';
import { createContext, type ReactNode, type RefObject, use, useRef } from 'react';
import './menu.css';

interface MenuContext {
  /** The two kinds of menu have the same parts, but each needs its own. */
  readonly parts: typeof Dropdown | typeof Context;
  /** Runs when the menu has closed, instead of returning the focus. */
  readonly next: RefObject<(() => void) | undefined>;
}

const MenuContext = createContext<MenuContext>({ parts: Dropdown, next: { current: undefined } });

function runNext(event: Event, next: MenuContext['next']): void {
  if (next.current === undefined) return;
  event.preventDefault();
  next.current();
  next.current = undefined;
}

function ignore(): void {}

interface MenuProps {
  /** One button, which opens and closes the menu. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A menu behind a button. Arrow keys, Home, End and first letters move in it. */
export function Menu({ trigger, align = 'end', onOpenChange = ignore, children }: MenuProps) {
  const next = useRef<() => void>(undefined);
  return (
    // Modal menus lock scrolling with a style element, which the content security policy forbids.
    <Dropdown.Root modal={false} onOpenChange={onOpenChange}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content
          className="menu"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          loop
          onCloseAutoFocus={(event) => runNext(event, next)}
        >
          <MenuContext value={{ parts: Dropdown, next }}>{children}</MenuContext>
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

interface ContextMenuProps extends Pick<MenuProps, 'onOpenChange' | 'children'> {
  /** One element. */
  readonly target: ReactNode;
}

/** A menu that opens on a right click, a long press or the menu key. Its items must be reachable in another way, too. */
export function ContextMenu({ target, onOpenChange = ignore, children }: ContextMenuProps) {
  const next = useRef<() => void>(undefined);
  return (
    <Context.Root modal={false} onOpenChange={onOpenChange}>
      <Context.Trigger asChild>{target}</Context.Trigger>
      <Context.Portal>
        <Context.Content className="menu" collisionPadding={8} loop onCloseAutoFocus={(event) => runNext(event, next)}>
          <MenuContext value={{ parts: Context, next }}>{children}</MenuContext>
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  );
}

interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /**
   * Set this if the item opens something that takes the focus and closes when it loses it; it then runs after the menu
   * has closed.
   */
  readonly movesFocus?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, danger, disabled = false, movesFocus = false, onSelect, children }: MenuItemProps) {
  const { parts, next } = use(MenuContext);
  const later = () => {
    next.current = onSelect;
  };
  return (
    <parts.Item
      className={danger ? 'menu-item danger' : 'menu-item'}
      disabled={disabled}
      onSelect={movesFocus ? later : onSelect}
    >
      {icon}
      <span>{children}</span>
    </parts.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of several options; the selected one has a check mark. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  const { Group, Label, RadioGroup, RadioItem, ItemIndicator } = use(MenuContext).parts;
  return (
    <Group>
      <Label className="menu-label">{label}</Label>
      {/* The group has no other values. */}
      <RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as Value)} aria-label={label}>
        {options.map((option) => (
          <RadioItem key={option.value} className="menu-item" value={option.value}>
            <span>{option.name}</span>
            <ItemIndicator className="menu-tick">
              <Check />
            </ItemIndicator>
          </RadioItem>
        ))}
      </RadioGroup>
    </Group>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const { Label } = use(MenuContext).parts;
  return <Label className="menu-label">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = use(MenuContext).parts;
  return <Separator className="menu-separator" />;
}
