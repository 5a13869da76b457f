import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import { profileKey } from '../../app/identity/use-profile.ts';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { LinkPage, ToStart } from './link-page.tsx';
import { useLinkToken } from './link-token.ts';

/** Verifies an email by the link in a mail. It needs a click, because programs that check mails open links, too. */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  return <VerifyEmail key={token} token={token} />;
}

function VerifyEmail({ token }: { readonly token: string }) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = roomStrings.verification;
  const verify = useMutation({
    mutationFn: () => client.api.mailLinks.verifyEmail(token),
    onSuccess: () => queries.invalidateQueries({ queryKey: profileKey }),
  });
  if (verify.isSuccess) {
    return (
      <LinkPage title={words.doneTitle} lead={words.doneLead}>
        <ToStart>{words.toStart}</ToStart>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={words.title} lead={words.lead}>
      <FailureNotice error={verify.error ?? undefined} textOf={verificationFailure} />
      <Button kind="main" size="large" busy={verify.isPending} onClick={() => verify.mutate()}>
        {words.confirm}
      </Button>
    </LinkPage>
  );
}

function verificationFailure(error: unknown): string {
  const hasEnded = error instanceof CallError && error.code === 'VALIDATION_ERROR';
  return hasEnded ? roomStrings.verification.ended : failureText(error);
}
