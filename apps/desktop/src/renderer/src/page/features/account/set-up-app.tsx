import type { TotpSetupView } from '@roomtone/sdk';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { PasswordStep } from './confirm-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondFactorChanged } from './use-second-factor.ts';

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'scan'; readonly setup: TotpSetupView }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

/** Sets up an authenticator app: password, QR code and first code, recovery codes. */
export function SetUpApp({ onClose }: { readonly onClose: () => void }) {
  const { client } = useParts();
  const changed = useSecondFactorChanged();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const words = strings.account.secondFactor;
  const confirmed = async (codes: readonly string[]) => {
    await changed();
    notify(words.appIsReady);
    if (codes.length === 0) onClose();
    else setStep({ name: 'codes', codes });
  };
  const descriptions = { password: words.passwordFirst, scan: words.scan, codes: words.saveCodes };
  return (
    <Dialog
      title={step.name === 'codes' ? words.recoveryCodes : words.setUpTitle}
      description={descriptions[step.name]}
      onClose={onClose}
    >
      {step.name === 'password' && (
        <PasswordStep
          act={words.next}
          onClose={onClose}
          send={async (password) => setStep({ name: 'scan', setup: await client.api.secondFactor.beginTotp(password) })}
        />
      )}
      {step.name === 'scan' && <ScanStep setup={step.setup} onClose={onClose} onConfirmed={confirmed} />}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={onClose} />}
    </Dialog>
  );
}

interface ScanStepProps {
  readonly setup: TotpSetupView;
  readonly onClose: () => void;
  readonly onConfirmed: (codes: readonly string[]) => Promise<void>;
}

function ScanStep({ setup, onClose, onConfirmed }: ScanStepProps) {
  const { client, bridge } = useParts();
  const words = strings.account.secondFactor;
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { code: '' },
    send: async ({ code }) => onConfirmed((await client.api.secondFactor.confirmTotp(code)).recoveryCodes),
  });
  const copy = () =>
    bridge.copyText(setup.secret).then(
      () => notify(words.keyCopied),
      () => notify(strings.invite.copyFailed),
    );
  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="totp-key">
        <QrCode text={setup.uri} label={words.qrCode} />
        <div>
          <p className="muted">{words.keyHint}</p>
          <code>{inGroups(setup.secret)}</code>
          <Button onClick={() => void copy()}>{words.copyKey}</Button>
        </div>
      </div>
      <TextField
        {...register('code')}
        label={words.code}
        hint={words.codeHint}
        error={errorOf('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <FailureNotice error={failure} />
      <FormActions act={words.confirm} isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}

/** Four letters at a time are easy to type. */
function inGroups(secret: string): string {
  return secret.replace(/.{4}(?!$)/g, '$& ');
}
