import type { ComponentType } from 'react';

/** A screen; `params` come from the address. */
export type Screen = ComponentType<{ readonly params: Readonly<Record<string, string>> }>;
