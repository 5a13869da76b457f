import type { SecondFactorView } from '@roomtone/sdk';
import { LifeBuoy, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast-store.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpApp } from './set-up-app.tsx';
import { useSecondFactor, useSecondFactorChanged } from './use-second-factor.ts';
import './second-factor.css';

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
        <span className="muted">{words.codesLeft(status.recoveryCodes)}</span>
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
