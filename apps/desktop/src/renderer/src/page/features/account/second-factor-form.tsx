import type { SecondFactorChallenge } from '@roomtone/sdk';
import { useState } from 'react';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { askPasskey, hasPasskeys } from './browser-passkeys.ts';

interface SecondFactorFormProps {
  readonly needed: SecondFactorChallenge;
  /** Goes back to the password. `hasEnded` if the server no longer knows the sign-in. */
  readonly onBack: (hasEnded: boolean) => void;
}

type Method = 'passkey' | 'code' | 'recoveryCode';

/** The second step of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ needed, onBack }: SecondFactorFormProps) {
  const { bridge } = useParts();
  const withPasskeys = hasPasskeys(bridge);
  const methods = methodsOf(needed, withPasskeys);
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recoveryCode');
  const words = strings.welcome.secondFactor;
  const names = { passkey: words.usePasskey, code: words.useApp, recoveryCode: words.useRecoveryCode };
  return (
    <>
      {needed.methods.includes('passkey') && !withPasskeys && <Notice>{words.noPasskeysHere}</Notice>}
      {method === 'passkey' ? (
        <PasskeyForm needed={needed} onBack={onBack} />
      ) : (
        <CodeForm key={method} field={method} challenge={needed.challenge} onBack={onBack} />
      )}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} kind="quiet" size="large" onClick={() => setMethod(other)}>
            {names[other]}
          </Button>
        ))}
    </>
  );
}

function methodsOf({ methods }: SecondFactorChallenge, withPasskeys: boolean): readonly Method[] {
  return [
    ...(methods.includes('passkey') && withPasskeys ? (['passkey'] as const) : []),
    ...(methods.includes('code') ? (['code'] as const) : []),
    ...(methods.includes('recovery_code') ? (['recoveryCode'] as const) : []),
  ];
}

function PasskeyForm({ needed, onBack }: SecondFactorFormProps) {
  const { account } = useParts();
  const [isCancelled, setCancelled] = useState(false);
  const words = strings.welcome.secondFactor;
  const { submit, failure, isBusy } = useServerForm({
    defaultValues: {},
    send: async () => {
      setCancelled(false);
      const passkey = await askPasskey(needed.passkey);
      if (passkey === undefined) return setCancelled(true);
      await orBack(() => account.loginWithSecondFactor({ challenge: needed.challenge, passkey }), onBack);
    },
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      <p>{words.passkeyLead}</p>
      {isCancelled && <Notice tone="bad">{words.passkeyNotUsed}</Notice>}
      <FailureNotice error={failure} textOf={passkeyFailure} />
      <div className="sign-in-foot">
        <Button kind="quiet" size="large" onClick={() => onBack(false)}>
          {words.back}
        </Button>
        <Button type="submit" kind="main" size="large" busy={isBusy}>
          {words.usePasskey}
        </Button>
      </div>
    </form>
  );
}

function passkeyFailure(error: unknown): string {
  const isWrong = error instanceof CallError && error.code === 'VALIDATION_ERROR';
  return isWrong ? strings.welcome.secondFactor.passkeyNotUsed : secondStepFailure(error);
}

/** Wrong codes lock the second step for longer than anything else. */
function secondStepFailure(error: unknown): string {
  const reset = error instanceof CallError && error.code === 'RATE_LIMIT_EXCEEDED' ? error.details.reset : undefined;
  const minutes = Math.ceil(((reset ?? 0) - Date.now() / 1000) / 60);
  return minutes > 1 ? strings.welcome.secondFactor.locked({ minutes }) : failureText(error);
}

/** Goes back to the password if the server no longer knows this sign-in. */
async function orBack(signIn: () => Promise<void>, onBack: SecondFactorFormProps['onBack']): Promise<void> {
  try {
    await signIn();
  } catch (error) {
    if (error instanceof CallError && error.code === 'AUTHENTICATION_ERROR') onBack(true);
    else throw error;
  }
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
    send: (values) => orBack(() => account.loginWithSecondFactor({ challenge, ...values }), onBack),
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
      <FailureNotice error={failure} textOf={secondStepFailure} />
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
