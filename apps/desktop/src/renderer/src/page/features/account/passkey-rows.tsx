import type { PasskeyEntry, SecondFactorView } from '@roomtone/sdk';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { agoText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toast-store.ts';
import { AddPasskey } from './add-passkey.tsx';
import { hasPasskeys } from './browser-passkeys.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { useSecondFactorChanged } from './use-second-factor.ts';

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
          {lastUsed > createdAt ? words.used(agoText(lastUsed)) : words.added(agoText(createdAt))}
        </span>
      </span>
      <Button kind="quiet" aria-label={words.removeOne(name)} onClick={() => setRemoving(true)}>
        {strings.account.secondFactor.remove}
      </Button>
      {isRemoving && (
        <ConfirmPassword
          title={words.removeOne(name)}
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
