import type { SecondFactorChallenge } from '@roomtone/sdk';
import { useState } from 'react';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

interface SecondFactorFormProps {
  readonly needed: SecondFactorChallenge;
  /** Goes back to the password. `hasEnded` if the server no longer knows the sign-in. */
  readonly onBack: (hasEnded: boolean) => void;
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ needed, onBack }: SecondFactorFormProps) {
  const hasApp = needed.methods.includes('code');
  const hasCodes = needed.methods.includes('recovery_code');
  const [field, setField] = useState<'code' | 'recoveryCode'>(hasApp ? 'code' : 'recoveryCode');
  const words = strings.welcome.secondFactor;
  return (
    <>
      <CodeForm key={field} field={field} challenge={needed.challenge} onBack={onBack} />
      {hasApp && hasCodes && (
        <Button kind="quiet" size="large" onClick={() => setField(field === 'code' ? 'recoveryCode' : 'code')}>
          {field === 'code' ? words.useRecoveryCode : words.useApp}
        </Button>
      )}
    </>
  );
}

interface CodeFormProps extends Pick<SecondFactorFormProps, 'onBack'> {
  readonly field: 'code' | 'recoveryCode';
  readonly challenge: string;
}

function CodeForm({ field, challenge, onBack }: CodeFormProps) {
  const { account } = useParts();
  const words = strings.welcome.secondFactor;
  const isApp = field === 'code';
  const { register, submit, errorOf, failure, isBusy } = useServerForm<Partial<Record<typeof field, string>>>({
    defaultValues: { [field]: '' },
    send: async (values) => {
      try {
        await account.loginWithSecondFactor({ challenge, ...values });
      } catch (error) {
        if (error instanceof CallError && error.code === 'AUTHENTICATION_ERROR') onBack(true);
        else throw error;
      }
    },
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        {...register(field)}
        label={isApp ? words.code : words.recoveryCode}
        hint={isApp ? words.codeHint : words.recoveryHint}
        error={errorOf(field)}
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        // The user has just submitted the password, and this is the only field.
        ref={(input) => {
          register(field).ref(input);
          input?.focus();
        }}
      />
      <FailureNotice error={failure} />
      <div className="sign-in-foot">
        <Button kind="quiet" size="large" onClick={() => onBack(false)}>
          {words.back}
        </Button>
        <Button type="submit" kind="main" size="large" busy={isBusy}>
          {strings.welcome.signIn}
        </Button>
      </div>
    </form>
  );
}
