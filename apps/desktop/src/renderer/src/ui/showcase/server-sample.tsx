import { useState } from 'react';
// biome-ignore lint/style/noRestrictedImports: this page shows every component, wherever it lives
import { ServerPicker } from '../../account/server-picker.tsx';
import type { ServerPort } from '../../bridge.ts';
import { Button } from '../button.tsx';
import { Sample } from './sample.tsx';

/** A network with two servers, neither of which answers. */
const port: ServerPort = {
  recent: ['https://music.example.org', 'http://192.168.1.20:7420'],
  watch: (onFound) => {
    onFound([
      { name: 'Mara’s studio', address: 'http://192.168.1.20:7420' },
      { name: 'School hall', address: 'http://192.168.1.31:7420' },
    ]);
    return () => {};
  },
  goTo: () => Promise.reject(new Error('a sample')),
};

/** Only the desktop app has it: browsers are at the server their page came from. */
export function ServerSample() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Sample name="Choosing a server">
      <Button onClick={() => setOpen(true)}>Choose a server</Button>
      {isOpen && <ServerPicker port={port} current="http://192.168.1.31:7420" onClose={() => setOpen(false)} />}
    </Sample>
  );
}
