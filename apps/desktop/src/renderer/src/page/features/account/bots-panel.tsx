import type { BotEntry, BotScope } from '@roomtone/sdk';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { agoText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import './bots.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** The user's bots: programs with an account of their own. */
export function BotsPanel() {
  const { data, error, refetch } = useBots();
  const [isCreating, setCreating] = useState(false);
  const words = strings.account.bots;
  return (
    <Panel
      title={words.title}
      hint={words.hint}
      action={<Button onClick={() => setCreating(true)}>{words.create}</Button>}
    >
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data !== undefined && data.bots.length > 0 && (
        <ul className="rows">
          {data.bots.map((bot) => (
            <BotRow key={bot.userId} bot={bot} />
          ))}
        </ul>
      )}
      {isCreating && <CreateBot onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function BotRow({ bot }: { readonly bot: BotEntry }) {
  const [asked, setAsked] = useState<'replace' | 'delete'>();
  const words = strings.account.bots;
  const isUsed = bot.lastSeen > bot.createdAt;
  return (
    <li>
      <Bot className="muted" />
      <span className="row-words">
        <span className="row-name">{bot.username}</span>
        <span className="muted">
          {bot.scopes.map((scope) => words.scopeNames[scope]).join(', ')} ·{' '}
          {isUsed ? words.seen(agoText(bot.lastSeen)) : words.made(agoText(bot.createdAt))}
        </span>
      </span>
      <span className="bot-actions">
        <Button kind="quiet" aria-label={words.replaceOne(bot.username)} onClick={() => setAsked('replace')}>
          {words.replace}
        </Button>
        <Button kind="quiet" aria-label={words.deleteOne(bot.username)} onClick={() => setAsked('delete')}>
          {words.delete}
        </Button>
      </span>
      {asked === 'replace' && <ReplaceToken bot={bot} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteBot bot={bot} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

interface AboutBot {
  readonly bot: BotEntry;
  readonly onClose: () => void;
}

function ReplaceToken({ bot, onClose }: AboutBot) {
  const { client } = useParts();
  const [token, setToken] = useState<string>();
  const words = strings.account.bots;
  const { submit, failure, isBusy } = useServerForm({
    defaultValues: {},
    send: async () => setToken((await client.api.bots.replaceToken(bot.userId)).botToken),
  });
  if (token !== undefined) return <BotToken name={bot.username} token={token} onClose={onClose} />;
  return (
    <Dialog title={words.replaceOne(bot.username)} description={words.replaceHint} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <FailureNotice error={failure} />
        <FormActions act={words.replace} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function DeleteBot({ bot, onClose }: AboutBot) {
  const { client } = useParts();
  const changed = useBotsChanged();
  const words = strings.account.bots;
  const { submit, failure, isBusy } = useServerForm({
    defaultValues: {},
    send: async () => {
      await client.api.bots.delete(bot.userId);
      await changed();
      notify(words.deleted(bot.username));
      onClose();
    },
  });
  return (
    <Dialog title={words.deleteOne(bot.username)} description={words.deleteHint} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <FailureNotice error={failure} />
        <FormActions act={words.delete} kind="danger" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const scopes: readonly BotScope[] = ['listen', 'play', 'chat', 'moderate'];

/** Makes a bot: its name, what it may do, and then its token. */
function CreateBot({ onClose }: { readonly onClose: () => void }) {
  const { client } = useParts();
  const changed = useBotsChanged();
  const [made, setMade] = useState<{ readonly name: string; readonly token: string }>();
  const words = strings.account.bots;
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { username: '', listen: true, play: true, chat: true, moderate: false },
    send: async ({ username, ...given }) => {
      const chosen = scopes.filter((scope) => given[scope]);
      const { bot, botToken } = await client.api.bots.create({ username: username.trim(), scopes: chosen });
      await changed();
      setMade({ name: bot.username, token: botToken });
    },
  });
  if (made !== undefined) return <BotToken name={made.name} token={made.token} onClose={onClose} />;
  return (
    <Dialog title={words.createTitle} description={words.createHint} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          {...register('username')}
          label={words.name}
          hint={words.nameHint}
          error={errorOf('username')}
          autoComplete="off"
        />
        <fieldset className="bot-scopes">
          <legend>{words.scopes}</legend>
          {scopes.map((scope) => (
            <Checkbox key={scope} {...register(scope)}>
              {words.scopeHints[scope]}
            </Checkbox>
          ))}
        </fieldset>
        <FailureNotice error={failure} />
        <FormActions act={words.create} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const botsKey = ['bots'] as const;

/** The user's bots. */
function useBots() {
  const { client } = useParts();
  return useQuery({ queryKey: botsKey, queryFn: () => client.api.bots.list() });
}

/** Reads them again after a change. */
function useBotsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: botsKey });
}

interface BotTokenProps {
  readonly name: string;
  readonly token: string;
  readonly onClose: () => void;
}

/** Shows a bot's new token, which nobody can read again later. */
function BotToken({ name, token, onClose }: BotTokenProps) {
  const { bridge } = useParts();
  const words = strings.account.bots;
  const copy = () =>
    bridge.copyText(token).then(
      () => notify(words.copied),
      () => notify(strings.invite.copyFailed),
    );
  return (
    <Dialog title={words.tokenOf(name)} description={words.tokenHint} onClose={onClose}>
      <div className="form">
        <code className="bot-token">{token}</code>
        <p className="muted">{words.tokenUse}</p>
        <div className="form-actions">
          <Button kind="main" size="large" onClick={() => void copy()}>
            {words.copy}
          </Button>
          <Button size="large" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
