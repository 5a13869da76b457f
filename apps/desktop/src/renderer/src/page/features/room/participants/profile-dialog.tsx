import type { Participant } from '@roomtone/sdk';
import { useParts } from '../../../app/app-parts.ts';
import { shownInstrument } from '../../../playing/sounds/instrument-names.ts';
import { agoText, figure } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { QualityText } from './quality-indicator.tsx';
import { usePerson } from './use-person.ts';
import './profile.css';

interface ProfileDialogProps {
  readonly participant: Participant;
  readonly onClose: () => void;
}

/** A participant's public profile, without leaving the room. */
export function ProfileDialog({ participant, onClose }: ProfileDialogProps) {
  const { bridge } = useParts();
  const { userId, username, color, participantId, instrument, avatarUrl } = participant;
  const { data: person, error, refetch } = usePerson(userId);
  const words = strings.people;
  return (
    <Dialog title={username} onClose={onClose} className="profile">
      <div className="person-head">
        <Avatar
          name={username}
          color={color}
          src={avatarUrl === '' ? undefined : `${bridge.baseUrl}${avatarUrl}`}
          size="large"
        />
        <div>
          <bdi>{shownInstrument(instrument)}</bdi>
          <p className="muted">
            <QualityText number={participantId} />
          </p>
          {person?.isPro && <Badge>{words.pro}</Badge>}
        </div>
      </div>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && (
        <dl className="profile-figures">
          {[
            [words.notesPlayed, person && figure(person.publicStats.totalNotes)],
            [words.timePlayed, person && words.playedFor(person.publicStats.timePlayed)],
            [words.lastSeen, person && agoText(person.lastSeen)],
          ].map(([name, value]) => (
            <div key={name}>
              <dt className="muted">{name}</dt>
              <dd>{value ?? <Skeleton />}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
