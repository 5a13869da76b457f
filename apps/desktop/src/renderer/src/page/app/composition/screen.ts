import type { ComponentType } from 'react';

/** A screen; `params` are the address's. */
export type Screen = ComponentType<{ readonly params: Readonly<Record<string, string>> }>;
