import type { BotEntry, BotScope } from '@roomtone/sdk';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { roomStrings } from '../../room-strings.ts';
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
import { ConfirmPassword } from './confirm-password.tsx';

/** The user's bots: programs with an account of their own. */
export function BotsPanel({ asksPassword }: AsksPassword) {
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
            <BotRow key={bot.userId} bot={bot} asksPassword={asksPassword} />
          ))}
        </ul>
      )}
      {isCreating && <CreateBot asksPassword={asksPassword} onClose={() => setCreating(false)} />}
    </Panel>
  );
}

function BotRow({ bot, asksPassword }: { readonly bot: BotEntry } & AsksPassword) {
  const [asked, setAsked] = useState<'replace' | 'delete'>();
  const words = strings.account.bots;
  const isUsed = bot.lastSeen > bot.createdAt;
  return (
    <li>
      <Bot className="muted" />
      <span className="row-words">
        <bdi className="row-name">{bot.displayName}</bdi>
        <span className="muted">
          {bot.scopes.map((scope) => words.scopeNames[scope]).join(', ')} ·{' '}
          {bot.hasToken
            ? isUsed
              ? words.seen({ ago: agoText(bot.lastSeen) })
              : words.made({ ago: agoText(bot.createdAt) })
            : words.noToken}
        </span>
      </span>
      <span className="bot-actions">
        <Button
          kind="quiet"
          aria-label={words.replaceOne({ name: bot.displayName })}
          onClick={() => setAsked('replace')}
        >
          {words.replace}
        </Button>
        <Button kind="quiet" aria-label={words.deleteOne({ name: bot.displayName })} onClick={() => setAsked('delete')}>
          {words.delete}
        </Button>
      </span>
      {asked === 'replace' && (
        <ReplaceToken bot={bot} asksPassword={asksPassword} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'delete' && <DeleteBot bot={bot} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

interface AsksPassword {
  /** False for an account without a password. */
  readonly asksPassword: boolean;
}

interface AboutBot {
  readonly bot: BotEntry;
  readonly onClose: () => void;
}

function ReplaceToken({ bot, asksPassword, onClose }: AboutBot & AsksPassword) {
  const { client } = useParts();
  const changed = useBotsChanged();
  const [token, setToken] = useState<string>();
  const words = strings.account.bots;
  const send = async (password: string) => {
    const { botToken } = await client.api.bots.replaceToken(bot.userId, asksPassword ? { password } : {});
    await changed();
    setToken(botToken);
  };
  if (token !== undefined) return <BotToken name={bot.displayName} token={token} onClose={onClose} />;
  const asked = {
    title: words.replaceOne({ name: bot.displayName }),
    description: words.replaceHint,
    act: words.replace,
  };
  return <ConfirmPassword {...asked} asksPassword={asksPassword} send={send} onClose={onClose} />;
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
      notify(words.deleted({ name: bot.displayName }));
      onClose();
    },
  });
  return (
    <Dialog title={words.deleteOne({ name: bot.displayName })} description={words.deleteHint} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <FailureNotice error={failure} />
        <FormActions act={words.delete} kind="danger" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const scopes: readonly BotScope[] = ['listen', 'play', 'chat', 'moderate'];

/** Makes a bot: its name, what it may do, and then its token. */
function CreateBot({ asksPassword, onClose }: AsksPassword & { readonly onClose: () => void }) {
  const { client } = useParts();
  const changed = useBotsChanged();
  const [made, setMade] = useState<{ readonly name: string; readonly token: string }>();
  const words = strings.account.bots;
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: {
      displayName: '',
      username: '',
      password: '',
      listen: true,
      play: true,
      chat: true,
      moderate: false,
    },
    send: async ({ displayName, username, password, ...given }) => {
      const chosen = scopes.filter((scope) => given[scope]);
      const { bot, botToken } = await client.api.bots.create({
        username: username.trim(),
        displayName: displayName.trim(),
        scopes: chosen,
        ...(asksPassword && { password }),
      });
      await changed();
      setMade({ name: bot.displayName, token: botToken });
    },
  });
  if (made !== undefined) return <BotToken name={made.name} token={made.token} onClose={onClose} />;
  return (
    <Dialog title={words.createTitle} description={words.createHint} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          {...register('displayName')}
          label={strings.welcome.nameOptional}
          hint={words.nameHint}
          error={errorOf('displayName')}
          autoComplete="off"
        />
        <TextField
          {...register('username')}
          label={strings.welcome.username}
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
        {asksPassword && (
          <TextField
            {...register('password')}
            type="password"
            label={words.password}
            error={errorOf('password')}
            autoComplete="current-password"
          />
        )}
        <FailureNotice error={failure} />
        <FormActions act={words.create} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

export const botsKey = ['bots'] as const;

/** The user's bots. */
export function useBots() {
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
      () => notify(roomStrings.invite.copyFailed),
    );
  return (
    <Dialog title={words.tokenOf({ name })} description={words.tokenHint} onClose={onClose}>
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
