import { CallError } from '../../../contract/call-error.ts';
import type { HostingPort } from '../../app/bridge.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';

/** Creates an account for somebody, who gets name and first password in person. */
export function AddUserPanel({ hosting }: { readonly hosting: HostingPort }) {
  const words = strings.host.people;
  const { register, submit, errorOf, failure, isBusy, reset } = useServerForm({
    defaultValues: { username: '', password: '' },
    send: async ({ username, password }) => {
      const errors = await hosting.addPerson({ username: username.trim(), password });
      if (errors.length > 0) throw new CallError({ code: 'VALIDATION_ERROR', message: '', details: { errors } });
      notify(words.added(isolated(username.trim())));
      reset();
    },
  });
  return (
    <Panel title={words.title} hint={words.hint}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField
          {...register('username')}
          label={strings.welcome.username}
          error={errorOf('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...register('password')}
          label={words.password}
          hint={words.passwordHint}
          error={errorOf('password')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FailureNotice error={failure} />
        <div className="form-actions">
          <Button type="submit" busy={isBusy}>
            {words.add}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
