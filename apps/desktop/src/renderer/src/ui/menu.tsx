import { Check } from 'lucide-react';
import { ContextMenu as Context, DropdownMenu as Dropdown } from 'radix-ui';
import { createContext, type ReactNode, use } from 'react';
import './menu.css';

/** The two kinds of menu have the same parts, each of its own. */
const Parts = createContext<typeof Dropdown | typeof Context>(Dropdown);

interface MenuProps {
  /** Opens and closes it: one button. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly children: ReactNode;
}

/** A button's menu. Arrow keys, Home, End and first letters move in it. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    // Modal menus stop the page's scrolling by a style element, which the page's policy does not allow.
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal>
        <Dropdown.Content className="menu" align={align} sideOffset={6} collisionPadding={8} loop>
          <Parts value={Dropdown}>{children}</Parts>
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  );
}

/**
 * The menu of what one presses with the other button, or long, or with the menu key. What is in it must be reachable in
 * some other way, too.
 * @param target one element.
 */
export function ContextMenu({ target, children }: { readonly target: ReactNode; readonly children: ReactNode }) {
  return (
    <Context.Root modal={false}>
      <Context.Trigger asChild>{target}</Context.Trigger>
      <Context.Portal>
        <Context.Content className="menu" collisionPadding={8} loop>
          <Parts value={Context}>{children}</Parts>
        </Context.Content>
      </Context.Portal>
    </Context.Root>
  );
}

interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  const { Item } = use(Parts);
  return (
    <Item className={danger ? 'menu-item danger' : 'menu-item'} disabled={disabled} onSelect={onSelect}>
      {icon}
      <span>{children}</span>
    </Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of several, the chosen one with a tick. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  const { Group, Label, RadioGroup, RadioItem, ItemIndicator } = use(Parts);
  return (
    <Group>
      <Label className="menu-label">{label}</Label>
      {/* Only the options' values come back. */}
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
  const { Label } = use(Parts);
  return <Label className="menu-label">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = use(Parts);
  return <Separator className="menu-separator" />;
}
