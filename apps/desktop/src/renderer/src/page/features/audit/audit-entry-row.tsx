import type { AuditEntry } from '@roomtone/sdk';
import { momentText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { detailTexts } from './detail-texts.ts';

/** One entry: what happened, to whom, by whom, from where, and when. */
export function AuditEntryRow({ entry }: { readonly entry: AuditEntry }) {
  const words = strings.audit;
  const { kind, username, userId, byUsername, address, happenedAt } = entry;
  const more = detailTexts(entry);
  return (
    <li className="audit-entry">
      <span className="row-words">
        <span>
          <span className="row-name">{words.kinds[kind]}</span>
          {(username !== '' || userId !== '') && <bdi className="audit-who">{username || userId}</bdi>}
        </span>
        {more.length > 0 && <bdi className="muted">{more.join(' · ')}</bdi>}
      </span>
      <span className="audit-where muted">
        {byUsername !== '' && <bdi>{words.by(byUsername)}</bdi>}
        {address !== '' && <span>{address}</span>}
        <time dateTime={new Date(happenedAt).toISOString()}>{momentText(happenedAt)}</time>
      </span>
    </li>
  );
}
