import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './tabs.css';

interface Tab<Value extends string> {
  readonly value: Value;
  readonly name: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
}

/**
 * Parts of one screen or dialog, one shown at a time; the arrow keys change it. Without a value the first one is shown.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value };
  return (
    // The tabs have no other values.
    <Radix.Root className="tabs" {...chosen} onValueChange={(next) => onChange?.(next as Value)}>
      <Radix.List className="segments" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className="segment">
            {tab.name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="tab-content" tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
