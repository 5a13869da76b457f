import type { SecondFactorView, TotpSetupView } from '@roomtone/sdk';
import { LifeBuoy, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast-store.ts';
import { ConfirmPassword, PasswordStep } from './confirm-password.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondFactor, useSecondFactorChanged } from './use-second-factor.ts';
import './second-factor.css';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';

/** Sets up, changes and turns off what signing in needs besides the password. */
export function SecondFactorPanel() {
  const { data: status, error, refetch } = useSecondFactor();
  const words = strings.account.secondFactor;
  return (
    <Panel
      title={words.title}
      hint={words.hint}
      action={status?.enabled === true && <Badge tone="good">{words.on}</Badge>}
    >
      {status === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {status === undefined && error === null && <Skeleton lines={2} />}
      {status?.required === true && !status.enabled && <Notice tone="bad">{words.required}</Notice>}
      {status !== undefined && (
        <ul className="rows">
          <AppRow status={status} />
          <PasskeyRows status={status} />
          {status.enabled && <RecoveryRow status={status} />}
        </ul>
      )}
    </Panel>
  );
}

function AppRow({ status }: { readonly status: SecondFactorView }) {
  const { client } = useParts();
  const changed = useSecondFactorChanged();
  const [asking, setAsking] = useState<'set-up' | 'remove'>();
  const words = strings.account.secondFactor;
  const close = () => setAsking(undefined);
  return (
    <li>
      <Smartphone className="muted" />
      <span className="row-words">
        <span className="row-name">{words.app}</span>
        <span className="muted">{status.totp ? words.appIsSet : words.appHint}</span>
      </span>
      <Button onClick={() => setAsking('set-up')}>{status.totp ? words.replaceApp : words.setUpApp}</Button>
      {status.totp && (
        <Button kind="quiet" aria-label={words.removeApp} onClick={() => setAsking('remove')}>
          {words.remove}
        </Button>
      )}
      {asking === 'set-up' && <SetUpApp onClose={close} />}
      {asking === 'remove' && (
        <ConfirmPassword
          title={words.removeApp}
          description={status.passkeys.length > 0 ? words.removeHintOther : words.removeHint}
          act={words.remove}
          kind="danger"
          onClose={close}
          send={async (password) => {
            await client.api.secondFactor.removeTotp(password);
            await changed();
            notify(words.removed);
            close();
          }}
        />
      )}
    </li>
  );
}

function RecoveryRow({ status }: { readonly status: SecondFactorView }) {
  const { client } = useParts();
  const changed = useSecondFactorChanged();
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const words = strings.account.secondFactor;
  const close = () => {
    setAsking(false);
    setCodes(undefined);
  };
  return (
    <li>
      <LifeBuoy className="muted" />
      <span className="row-words">
        <span className="row-name">{words.recoveryCodes}</span>
        <span className="muted">{words.codesLeft({ count: status.recoveryCodes })}</span>
      </span>
      <Button onClick={() => setAsking(true)}>{words.newCodes}</Button>
      {isAsking && codes === undefined && (
        <ConfirmPassword
          title={words.newCodes}
          description={words.newCodesHint}
          act={words.newCodes}
          onClose={close}
          send={async (password) => {
            setCodes((await client.api.secondFactor.replaceRecoveryCodes(password)).recoveryCodes);
            await changed();
          }}
        />
      )}
      {codes !== undefined && (
        <Dialog title={words.recoveryCodes} description={words.saveCodes} onClose={close}>
          <RecoveryCodes codes={codes} onDone={close} />
        </Dialog>
      )}
    </li>
  );
}

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'scan'; readonly setup: TotpSetupView }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

/** Sets up an authenticator app: password, QR code and first code, recovery codes. */
function SetUpApp({ onClose }: { readonly onClose: () => void }) {
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
      () => notify(roomStrings.invite.copyFailed),
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
