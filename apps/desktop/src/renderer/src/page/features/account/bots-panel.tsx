import type { BotEntry } from '@roomtone/sdk';
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
import { BotToken } from './bot-token.tsx';
import { CreateBot } from './create-bot.tsx';
import { useBots, useBotsChanged } from './use-bots.ts';
import './bots.css';

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
