import { useState } from 'react';
import type { ServerPort } from '../../app/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { ServerPicker } from './server-picker.tsx';

const key = 'q1w2e3r4t5y6u7i8o9p0aSdFgHjKlZxCvBnM-_Q1w2A';

/** A network with two servers, one of which is still unknown. */
const port: ServerPort = {
  watch: (onChange) => {
    onChange({
      known: [
        { id: 'key:1', name: 'Mara’s studio', address: 'https://192.168.1.20:7420', isProtected: true },
        { id: 'plain:2', name: 'Attic', address: 'http://192.168.1.7:7420', isProtected: false },
      ],
      found: [
        { name: 'Mara’s studio', address: 'https://192.168.1.20:7420' },
        { name: 'School hall', address: 'https://192.168.1.31:7420' },
      ],
    });
    return () => {};
  },
  goTo: async (address) => ({ kind: 'first', address, fingerprint: key }),
  goBackTo: async () => ({
    kind: 'changed',
    address: 'https://192.168.1.20:7420',
    expected: key,
    fingerprint: [...key].reverse().join(''),
  }),
  trust: async () => ({ kind: 'open' }),
  forget: async () => {},
  onArrival: () => {},
  onChoosing: () => {},
};

/** Only the desktop app has it: a browser stays with the server that its page came from. */
export function ServerSample() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Choose a server</Button>
      {isOpen && <ServerPicker port={port} onClose={() => setOpen(false)} />}
    </>
  );
}
