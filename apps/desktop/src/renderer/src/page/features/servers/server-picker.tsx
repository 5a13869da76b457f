import { filled } from '@roomtone/words';
import { Check, Router, TriangleAlert, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { KnownServer, ServerAnswer, ServerList } from '../../../../../shared/servers.ts';
import type { ServerPort } from '../../app/bridge.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ServerQuestionDialog } from './server-question.tsx';
import { showServerAnswer, useServers } from './server-store.ts';
import './server-picker.css';

interface ServerPickerProps {
  readonly port: ServerPort;
  readonly onClose: () => void;
}

const emptyList: ServerList = { known: [], found: [] };

/** Chooses another server: one on this network, one visited before, or any by its address or an invitation. */
export function ServerPicker({ port, onClose }: ServerPickerProps) {
  const [{ known, found }, setList] = useState(emptyList);
  const [address, setAddress] = useState('');
  const [isGoing, setGoing] = useState(false);
  const [failed, setFailed] = useState<string>();
  const question = useServers((state) => state.question);
  useEffect(() => port.watch(setList), [port]);
  const words = strings.servers;
  const go = async (act: () => Promise<ServerAnswer>) => {
    setGoing(true);
    setFailed(undefined);
    try {
      showServerAnswer(await act());
    } catch {
      setFailed(words.failed);
    }
    setGoing(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() !== '') void go(() => port.goTo(address));
  };
  const isPlainAnswer =
    question?.kind === 'no-answer' || question?.kind === 'no-permission' || question?.kind === 'not-an-address';
  if (question !== undefined && !(isPlainAnswer && address !== '')) {
    return (
      <ServerQuestionDialog
        question={question}
        isBusy={isGoing}
        onTrust={(to, fingerprint) => void go(() => port.trust(to, fingerprint))}
        onBack={() => useServers.setState({ question: undefined })}
        onClose={onClose}
      />
    );
  }
  const fieldError = isPlainAnswer ? filled(strings.servers.questions[question.kind].hint, { address }) : failed;
  const near = found.filter((server) => known.every((each) => each.address !== server.address));
  return (
    <Dialog title={words.title} description={words.hint} onClose={onClose}>
      <form className="server-address" onSubmit={submit} noValidate>
        <TextField
          label={words.address}
          hint={words.addressHint}
          placeholder="192.168.1.20"
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            useServers.setState({ question: undefined });
          }}
          error={fieldError}
          autoCapitalize="none"
          autoComplete="off"
          inputMode="url"
          spellCheck={false}
        />
        <Button type="submit" kind="main" size="large" busy={isGoing}>
          {words.go}
        </Button>
      </form>
      <ServerRows id="servers-near" title={words.near} empty={words.noneNear}>
        {near.map(({ name, address: at }) => (
          <li key={at}>
            <ServerChoice name={name} address={at} isBusy={isGoing} onChoose={() => void go(() => port.goTo(at))} />
          </li>
        ))}
      </ServerRows>
      <ServerRows id="servers-known" title={words.known}>
        <li>
          <button type="button" className="server-choice" onClick={onClose}>
            <Check />
            <span>
              {words.thisComputer}
              <span className="muted">{words.here}</span>
            </span>
          </button>
        </li>
        {known.map((server) => (
          <KnownRow
            key={server.id}
            server={server}
            isNear={found.some((each) => each.address === server.address)}
            isBusy={isGoing}
            onChoose={() => void go(() => port.goBackTo(server.id))}
            onForget={() => void port.forget(server.id)}
          />
        ))}
      </ServerRows>
    </Dialog>
  );
}

interface ServerRowsProps {
  readonly id: string;
  readonly title: string;
  /** Shown if there are no rows. */
  readonly empty?: string;
  readonly children: readonly ReactNode[];
}

function ServerRows({ id, title, empty, children }: ServerRowsProps) {
  return (
    <section className="server-list" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children.length === 0 ? <p className="muted">{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}

interface ServerChoiceProps {
  readonly name: string;
  readonly address: string;
  readonly icon?: ReactNode;
  readonly note?: string;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function ServerChoice({ name, address, icon = <Router />, note, isBusy, onChoose }: ServerChoiceProps) {
  return (
    <button type="button" className="server-choice" disabled={isBusy} onClick={onChoose}>
      {icon}
      <span>
        <bdi>{name}</bdi>
        <span className="muted">
          {URL.parse(address)?.host ?? address}
          {note}
        </span>
      </span>
    </button>
  );
}

interface KnownRowProps {
  readonly server: KnownServer;
  readonly isNear: boolean;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
  readonly onForget: () => void;
}

function KnownRow({ server, isNear, isBusy, onChoose, onForget }: KnownRowProps) {
  const words = strings.servers;
  const notes = [...(isNear ? [words.isNear] : []), ...(server.isProtected ? [] : [words.unprotected])];
  return (
    <li className="server-known">
      <ServerChoice
        {...server}
        icon={server.isProtected ? <Router /> : <TriangleAlert />}
        note={notes.map((note) => ` · ${note}`).join('')}
        isBusy={isBusy}
        onChoose={onChoose}
      />
      <IconButton label={words.forget({ name: isolated(server.name) })} onClick={onForget}>
        <X />
      </IconButton>
    </li>
  );
}
