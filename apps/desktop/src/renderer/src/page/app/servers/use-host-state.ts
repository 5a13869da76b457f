import { useEffect, useState } from 'react';
import type { HostState } from '../../../../../shared/hosting.ts';
import type { HostingPort } from '../bridge.ts';

/** The state of the server inside the app; undefined until it is known, and in a browser. */
export function useHostState(hosting: HostingPort | undefined): HostState | undefined {
  const [state, setState] = useState<HostState>();
  useEffect(() => hosting?.watch(setState), [hosting]);
  return state;
}
