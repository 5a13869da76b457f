import type { ProfileView } from '@roomtone/sdk';
import { useMutation } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { notify } from '../../ui/toast-store.ts';

/** Tells if the user's email is verified, and sends a link that does it; nothing on a server that sends no mails. */
export function EmailState({ profile }: { readonly profile: ProfileView }) {
  const { client } = useParts();
  const server = useServerView();
  const words = strings.account.email;
  const ask = useMutation({
    mutationFn: () => client.api.mailLinks.requestEmailVerification(),
    onSuccess: () => notify(words.sent(profile.email)),
  });
  if (server?.recovery !== 'email' || profile.email === '') return null;
  if (profile.emailVerified) {
    return (
      <p className="email-state">
        <Badge tone="good">{words.verified}</Badge>
      </p>
    );
  }
  return (
    <>
      <p className="email-state">
        <Badge>{words.notVerified}</Badge>
        <Button busy={ask.isPending} onClick={() => ask.mutate()}>
          {words.verify}
        </Button>
      </p>
      <FailureNotice error={ask.error ?? undefined} />
    </>
  );
}
