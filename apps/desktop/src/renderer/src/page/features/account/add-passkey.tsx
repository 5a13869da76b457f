import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { makePasskey } from './browser-passkeys.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useSecondFactorChanged } from './use-second-factor.ts';
import { deviceOf } from './user-agent.ts';

/** Adds a passkey: password and name, the browser's own dialog, recovery codes. */
export function AddPasskey({ onClose }: { readonly onClose: () => void }) {
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
  const { program, system } = deviceOf(navigator.userAgent);
  return strings.account.sessions.device(program, system);
}
