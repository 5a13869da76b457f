import { limits } from '@roomtone/protocol';
import type { ProfileView } from '@roomtone/sdk';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Picture } from '../../app/identity/picture.tsx';
import { Link } from '../../app/link.tsx';
import { pathTo } from '../../app/router.ts';
import { roomStrings } from '../../room-strings.ts';
import { dateText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AvatarDialog } from './avatar-dialog.tsx';

/** The avatar, and a button to change it. */
export function PicturePanel({ profile }: { readonly profile: ProfileView }) {
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const words = strings.account.picture;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(undefined);
    try {
      const read = await createImageBitmap(file);
      if (read.width * read.height > limits.avatar.pixels) setProblem(words.tooLarge);
      else setPicture(read);
    } catch {
      setProblem(words.unreadable);
    }
  };
  return (
    <Panel title={words.title} className="identity">
      <div className="identity-head">
        <Picture name={profile.displayName} path={profile.avatarUrl} size="large" />
        <div>
          <Link className="row-name" href={pathTo('profile', { name: profile.username })}>
            <bdi>{profile.displayName}</bdi>
          </Link>
          <p className="muted">{profile.userTag}</p>
          <p className="badges">
            {profile.roles.map((role) => (
              <Badge key={role}>{roomStrings.roles[role as keyof typeof roomStrings.roles] ?? role}</Badge>
            ))}
          </p>
        </div>
      </div>
      {/* The button beside it is visible and focusable instead. */}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        aria-label={words.choose}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          // Allows choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <ImageUp />
        {words.choose}
      </Button>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <p className="muted small-words">{strings.account.since({ date: dateText(profile.createdAt) })}</p>
      {picture !== undefined && <AvatarDialog picture={picture} onClose={() => setPicture(undefined)} />}
    </Panel>
  );
}
