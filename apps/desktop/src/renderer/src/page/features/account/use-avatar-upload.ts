import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { profileKey } from '../../app/identity/use-profile.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';

/** Uploads the user's avatar. @param onDone is called after the upload. */
export function useAvatarUpload(onDone: () => void) {
  const { client } = useParts();
  const queries = useQueryClient();
  const [part, setPart] = useState<number | null>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (picture: Blob) => client.call('uploadAvatar', { picture }, setPart),
    onMutate: () => setPart(null),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: profileKey });
      notify(strings.account.picture.changed);
      onDone();
    },
  });
  const failure = error === null ? undefined : failureText(error);
  return { upload: mutate, part, failure, isBusy: isPending };
}
