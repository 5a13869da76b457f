import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './tabs.css';

interface Tab<Value extends string> {
  readonly value: Value;
  readonly name: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps<Value extends string> {
  /** What they part, for those who listen. */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
}

/** Parts of one thing, one shown at a time; the arrow keys change. The first one is shown unless told otherwise. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value };
  return (
    // Only the tabs' values come back.
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
