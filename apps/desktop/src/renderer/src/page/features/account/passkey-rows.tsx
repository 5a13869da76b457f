import type { PasskeyEntry, SecondFactorView } from '@roomtone/sdk';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { agoText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { hasPasskeys, makePasskey } from './browser-passkeys.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondFactorChanged } from './use-second-factor.ts';
import { deviceName } from './user-agent.ts';

/** The user's passkeys, and a way to another one where the browser has some. */
export function PasskeyRows({ status }: { readonly status: SecondFactorView }) {
  const { bridge } = useParts();
  const [isAdding, setAdding] = useState(false);
  const words = strings.account.passkeys;
  return (
    <>
      {status.passkeys.map((passkey) => (
        <PasskeyRow key={passkey.passkeyId} passkey={passkey} />
      ))}
      {hasPasskeys(bridge) && (
        <li>
          <KeyRound className="muted" />
          <span className="row-words">
            <span className="row-name">{words.title}</span>
            <span className="muted">{words.hint}</span>
          </span>
          <Button onClick={() => setAdding(true)}>{words.add}</Button>
          {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
        </li>
      )}
    </>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: PasskeyEntry }) {
  const { client } = useParts();
  const changed = useSecondFactorChanged();
  const [isRemoving, setRemoving] = useState(false);
  const words = strings.account.passkeys;
  const { name, createdAt, lastUsed } = passkey;
  return (
    <li>
      <KeyRound className="muted" />
      <span className="row-words">
        <span className="row-name">{name}</span>
        <span className="muted">
          {lastUsed > createdAt ? words.used({ ago: agoText(lastUsed) }) : words.added({ ago: agoText(createdAt) })}
        </span>
      </span>
      <Button kind="quiet" aria-label={words.removeOne({ name })} onClick={() => setRemoving(true)}>
        {strings.account.secondFactor.remove}
      </Button>
      {isRemoving && (
        <ConfirmPassword
          title={words.removeOne({ name })}
          description={words.removeHint}
          act={strings.account.secondFactor.remove}
          kind="danger"
          onClose={() => setRemoving(false)}
          send={async (password) => {
            await client.api.secondFactor.removePasskey(passkey.passkeyId, password);
            await changed();
            notify(words.removed);
          }}
        />
      )}
    </li>
  );
}

/** Adds a passkey: password and name, the browser's own dialog, recovery codes. */
function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const { client } = useParts();
  const changed = useSecondFactorChanged();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isCancelled, setCancelled] = useState(false);
  const words = strings.account.passkeys;
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { name: nameOfThisDevice(), password: '' },
    send: async ({ name, password }) => {
      setCancelled(false);
      const { options } = await client.api.secondFactor.beginPasskey(password);
      const made = await makePasskey(options);
      if (made === undefined) return setCancelled(true);
      const { recoveryCodes } = await client.api.secondFactor.addPasskey({ name: name.trim(), ...made });
      await changed();
      notify(words.isReady);
      if (recoveryCodes.length === 0) onClose();
      else setCodes(recoveryCodes);
    },
  });
  if (codes !== undefined) {
    const { recoveryCodes, saveCodes } = strings.account.secondFactor;
    return (
      <Dialog title={recoveryCodes} description={saveCodes} onClose={onClose}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.addTitle} description={words.addHint} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <TextField {...register('name')} label={words.name} hint={words.nameHint} error={errorOf('name')} />
        <TextField
          {...register('password')}
          type="password"
          label={strings.welcome.password}
          error={errorOf('password')}
          autoComplete="current-password"
        />
        {isCancelled && <Notice tone="bad">{words.notMade}</Notice>}
        <FailureNotice error={failure} />
        <FormActions act={words.add} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function nameOfThisDevice(): string {
  return deviceName(navigator.userAgent);
}
