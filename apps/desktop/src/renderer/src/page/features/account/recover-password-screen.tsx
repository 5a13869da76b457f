import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useServerForm } from '../../ui/use-server-form.ts';
import { LinkPage, ToStart } from './link-page.tsx';
import { useLinkToken } from './link-token.ts';

/** Asks for a link to a new password or, opened by that link, for the new password. */
export function RecoverPasswordScreen() {
  const token = useLinkToken();
  return <RecoverPassword key={token} token={token} />;
}

function RecoverPassword({ token }: { readonly token: string }) {
  const [step, setStep] = useState<'ask' | 'choose' | 'done'>(token === '' ? 'ask' : 'choose');
  const words = roomStrings.recovery;
  switch (step) {
    case 'ask':
      return (
        <LinkPage title={words.title} lead={words.lead}>
          <AskForLink />
        </LinkPage>
      );
    case 'choose':
      return (
        <LinkPage title={words.chooseTitle} lead={words.chooseLead}>
          <ChoosePassword token={token} onDone={() => setStep('done')} onAskAgain={() => setStep('ask')} />
        </LinkPage>
      );
    case 'done':
      return (
        <LinkPage title={words.doneTitle} lead={words.doneLead}>
          <ToStart>{strings.welcome.signIn}</ToStart>
        </LinkPage>
      );
  }
}

function AskForLink() {
  const { client } = useParts();
  const [sentTo, setSentTo] = useState<string>();
  const words = roomStrings.recovery;
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    defaultValues: { email: '' },
    send: async ({ email }) => {
      await client.api.mailLinks.requestPasswordRecovery(email.trim());
      setSentTo(email.trim());
    },
  });
  if (sentTo !== undefined) return <Notice>{words.sent({ email: sentTo })}</Notice>;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        {...register('email')}
        type="email"
        label={strings.welcome.email}
        error={errorOf('email')}
        autoComplete="email"
      />
      <FailureNotice error={failure} />
      <div className="form-actions">
        <Button type="submit" kind="main" size="large" busy={isBusy}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}

interface ChoosePasswordProps {
  readonly token: string;
  readonly onDone: () => void;
  readonly onAskAgain: () => void;
}

function ChoosePassword({ token, onDone, onAskAgain }: ChoosePasswordProps) {
  const { client, account } = useParts();
  const words = roomStrings.recovery;
  const { register, submit, errorOf, failure, isBusy } = useServerForm({
    // The token is no field, but what is wrong with it has a place.
    defaultValues: { newPassword: '', endBots: false, token },
    send: async ({ newPassword, endBots }) => {
      await client.api.mailLinks.recoverPassword({ token, newPassword, endBots });
      // The user signed in here has lost the session, or is not the one whose password this was.
      account.logout();
      onDone();
    },
  });
  const hasEnded = errorOf('token') !== undefined;
  if (hasEnded) {
    return (
      <>
        <Notice tone="bad">{words.ended}</Notice>
        <Button kind="main" size="large" onClick={onAskAgain}>
          {words.again}
        </Button>
      </>
    );
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        {...register('newPassword')}
        type="password"
        label={strings.account.password.next}
        hint={strings.welcome.passwordHint}
        error={errorOf('newPassword')}
        autoComplete="new-password"
      />
      <Checkbox {...register('endBots')}>{strings.account.password.endBots}</Checkbox>
      <FailureNotice error={failure} />
      <div className="form-actions">
        <Button type="submit" kind="main" size="large" busy={isBusy}>
          {words.change}
        </Button>
      </div>
    </form>
  );
}
