import { useMutation } from '@tanstack/react-query';
import { Share2, Users } from 'lucide-react';
import { roomStrings } from '../../room-strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';
import { useSheet } from './sheet-store.ts';

const words = roomStrings.sheets;

/** Opens the sheet for everybody in the room. @param share resolves with false if it is too large, which the panel says. */
export function ShareButton({ share }: { readonly share: () => Promise<boolean> }) {
  const sharedId = useSheet((state) => state.sharedId);
  const sharing = useMutation({
    mutationFn: share,
    onSuccess: (isShared) => isShared && notify(words.shared),
    onError: (error) => notify(failureText(error)),
  });
  if (sharedId !== '') {
    return (
      <Badge>
        <Users role="img" aria-label={words.openForAll} />
        <span className="pill-word" aria-hidden="true">
          {words.openForAll}
        </span>
      </Badge>
    );
  }
  return (
    <Button kind="quiet" busy={sharing.isPending} aria-label={words.share} onClick={() => sharing.mutate()}>
      <Share2 />
      <span className="pill-word">{words.share}</span>
    </Button>
  );
}
