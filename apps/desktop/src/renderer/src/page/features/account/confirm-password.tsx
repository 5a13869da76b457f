import { strings } from '../../strings.ts';
import type { ButtonProps } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

interface PasswordFieldFormProps {
  readonly act: string;
  readonly kind?: ButtonProps['kind'];
  readonly onClose: () => void;
  /** False for an account that has no password; the password is then "". */
  readonly asksPassword?: boolean;
  /** Does what the password confirms. @throws {CallError} */
  readonly send: (password: string) => Promise<void>;
}

/** Asks for the user's password. */
export function PasswordStep({ act, kind, onClose, asksPassword = true, send }: PasswordFieldFormProps) {
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { password: '' },
    send: ({ password }) => send(password),
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      {asksPassword && (
        <TextField
          {...register('password')}
          type="password"
          label={strings.welcome.password}
          error={errorOf('password')}
          autoComplete="current-password"
        />
      )}
      <FailureNotice error={failure} />
      <FormActions act={act} kind={kind} isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}

interface ConfirmPasswordProps extends PasswordFieldFormProps {
  readonly title: string;
  readonly description: string;
}

/** A dialog that asks for the user's password before a change. */
export function ConfirmPassword({ title, description, ...form }: ConfirmPasswordProps) {
  return (
    <Dialog title={title} description={description} onClose={form.onClose}>
      <PasswordStep {...form} />
    </Dialog>
  );
}
