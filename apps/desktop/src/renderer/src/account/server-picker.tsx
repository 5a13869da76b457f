import { Check, Router } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { FoundServer, ServerPort } from '../bridge.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import './server-picker.css';

interface ServerPickerProps {
  readonly port: ServerPort;
  /** The address of the server one is at. */
  readonly current: string;
  readonly onClose: () => void;
}

/** Goes to another server: one on this network, one gone to before, or any by its address. */
export function ServerPicker({ port, current, onClose }: ServerPickerProps) {
  const [found, setFound] = useState<readonly FoundServer[]>([]);
  const [address, setAddress] = useState('');
  const [goingTo, setGoingTo] = useState<string>();
  const [failed, setFailed] = useState<string>();
  useEffect(() => port.watch(setFound), [port]);
  const words = strings.servers;
  const go = (to: string) => {
    setGoingTo(to);
    setFailed(undefined);
    port
      .goTo(to)
      .catch(() => setFailed(to))
      .finally(() => setGoingTo(undefined));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() !== '') go(address.trim());
  };
  const choice = (server: FoundServer) => (
    <ServerChoice
      key={server.address}
      server={server}
      isCurrent={server.address === current}
      isBusy={goingTo !== undefined}
      onChoose={() => go(server.address)}
    />
  );
  const recent = port.recent.filter((each) => found.every((server) => server.address !== each));
  return (
    <Dialog title={words.title} description={words.hint} onClose={onClose}>
      <form className="server-address" onSubmit={submit} noValidate>
        <TextField
          label={words.address}
          placeholder="192.168.1.20:7420"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={failed === undefined ? undefined : words.noAnswer(failed)}
          autoCapitalize="none"
          autoComplete="off"
          inputMode="url"
          spellCheck={false}
        />
        <Button type="submit" kind="main" size="large" busy={goingTo !== undefined}>
          {words.go}
        </Button>
      </form>
      <section className="server-list" aria-labelledby="servers-near">
        <h3 id="servers-near">{words.near}</h3>
        {found.length === 0 ? <p className="muted">{words.noneNear}</p> : <ul>{found.map(choice)}</ul>}
      </section>
      {recent.length > 0 && (
        <section className="server-list" aria-labelledby="servers-recent">
          <h3 id="servers-recent">{words.recent}</h3>
          <ul>{recent.map((each) => choice({ name: hostOf(each), address: each }))}</ul>
        </section>
      )}
    </Dialog>
  );
}

interface ServerChoiceProps {
  readonly server: FoundServer;
  readonly isCurrent: boolean;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function ServerChoice({ server, isCurrent, isBusy, onChoose }: ServerChoiceProps) {
  return (
    <li>
      <button type="button" className="server-choice" disabled={isBusy || isCurrent} onClick={onChoose}>
        {isCurrent ? <Check /> : <Router />}
        <span>
          <bdi>{server.name}</bdi>
          <span className="muted">{isCurrent ? strings.servers.here : hostOf(server.address)}</span>
        </span>
      </button>
    </li>
  );
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
