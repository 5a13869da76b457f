import type { BotScope } from '@roomtone/sdk';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { BotToken } from './bot-token.tsx';
import { useBotsChanged } from './use-bots.ts';

const scopes: readonly BotScope[] = ['listen', 'play', 'chat', 'moderate'];

/** Makes a bot: its name, what it may do, and then its token. */
export function CreateBot({ onClose }: { readonly onClose: () => void }) {
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
