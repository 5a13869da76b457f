import { serviceLimits } from '@roomtone/protocol';
import type { SheetEntry } from '@roomtone/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileMusic, Music, ScreenShareOff, Share2, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { dateText, isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { removeUnlessUndone, usePendingRemovals } from '../../ui/pending-removal-store.ts';
import { focusPopoverOf } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { kilobytes } from './kilobytes.ts';
import { useSetList } from './set-list-store.ts';

const words = roomStrings.sheets.kept;
const most = serviceLimits.sheet.ofRoom;

/** Everything that is done with the sheets and files that a room keeps. */
export interface KeptSheetActs {
  list(): Promise<readonly SheetEntry[]>;
  openHere(sheetId: string): Promise<void>;
  openForAll(sheetId: string): Promise<void>;
  closeForAll(): Promise<void>;
  delete(sheetId: string): Promise<void>;
}

interface KeptSheetsProps {
  readonly roomId: string;
  readonly acts: KeptSheetActs;
  /** The user keeps them. */
  readonly mayKeep: boolean;
  /** One has been opened. */
  readonly onOpen: () => void;
}

/** The sheets and files that the room keeps: everybody inside opens them; its owner and moderators also for all, and delete them. */
export function KeptSheets({ roomId, acts, mayKeep, onOpen }: KeptSheetsProps) {
  const queries = useQueryClient();
  const key = ['sheets', roomId];
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => acts.list(), staleTime: 0 });
  const leaving = usePendingRemovals((state) => state.keys);
  const sheetId = useSetList((state) => state.sheetId);
  const acting = useMutation({ mutationFn: (act: () => Promise<void>) => act(), onSuccess: onOpen });
  // Somebody else may just have opened a new one.
  useEffect(() => {
    if (sheetId !== '') void refetch();
  }, [sheetId, refetch]);
  if (error !== null) {
    return (
      <div className="kept-sheets-list">
        <FailureNotice error={error} />
        <Button onClick={() => void refetch()}>{strings.ui.again}</Button>
      </div>
    );
  }
  if (data === undefined) return <Skeleton lines={3} />;
  const shown = data.filter((each) => !leaving.has(removalOf(each)));
  const remove = (sheet: SheetEntry) =>
    removeUnlessUndone([removalOf(sheet)], words.deleted({ title: isolated(sheet.name) }), async () => {
      await acts.delete(sheet.sheetId);
      await queries.invalidateQueries({ queryKey: key });
    });
  return (
    <section className="kept-sheets-list" aria-label={words.inRoom}>
      <h3>
        {words.inRoom}
        {shown.length > 0 && (
          <span className="muted kept-sheets-count">{words.count({ sheets: shown.length, most })}</span>
        )}
      </h3>
      {shown.length === 0 && <p className="muted">{mayKeep ? words.empty : words.emptyForOthers}</p>}
      <ul>
        {shown.map((sheet) => (
          <KeptSheet
            key={sheet.sheetId}
            sheet={sheet}
            isOpen={sheet.sheetId === sheetId}
            act={(act) => acting.mutate(act)}
            acts={acts}
            {...(mayKeep && { onDelete: () => remove(sheet) })}
          />
        ))}
      </ul>
      <FailureNotice error={acting.error ?? undefined} />
    </section>
  );
}

function removalOf({ sheetId }: SheetEntry): string {
  return `sheet ${sheetId}`;
}

interface KeptSheetProps {
  readonly sheet: SheetEntry;
  /** It is open for everybody. */
  readonly isOpen: boolean;
  readonly act: (act: () => Promise<void>) => void;
  readonly acts: KeptSheetActs;
  /** For those who keep the sheets. */
  readonly onDelete?: () => void;
}

function KeptSheet({ sheet, isOpen, act, acts, onDelete }: KeptSheetProps) {
  const { sheetId, name, kind, bytes, addedAt, addedByDisplayName } = sheet;
  const isListed = useSetList(({ entries }) =>
    entries.some((entry) => entry.sheetId === sheetId || entry.fileId === sheetId),
  );
  const isFile = kind === 'midi';
  const facts = [
    addedByDisplayName === '' ? words.somebody : isolated(addedByDisplayName),
    dateText(addedAt),
    roomStrings.sheets.size({ kilobytes: kilobytes(bytes) }),
    ...(isFile ? [words.midi] : []),
    ...(isListed ? [words.onSetList] : []),
  ];
  return (
    <li aria-current={isOpen ? 'true' : undefined}>
      <button
        type="button"
        className="kept-sheet"
        aria-label={words.openHere({ title: name })}
        onClick={() => act(() => acts.openHere(sheetId))}
      >
        {isFile ? <Music /> : <FileMusic />}
        <span className="kept-sheet-text">
          <bdi>{name}</bdi>
          <span className="muted kept-sheet-facts">{facts.join(' · ')}</span>
        </span>
      </button>
      {isOpen && onDelete === undefined && <Badge>{roomStrings.sheets.openForAll}</Badge>}
      {onDelete !== undefined && !isFile && (
        <IconButton
          label={isOpen ? words.closeForAll({ title: name }) : words.openForAll({ title: name })}
          onClick={() => act(() => (isOpen ? acts.closeForAll() : acts.openForAll(sheetId)))}
        >
          {isOpen ? <ScreenShareOff /> : <Share2 />}
        </IconButton>
      )}
      {onDelete !== undefined && (
        <IconButton
          label={words.delete({ title: name })}
          onClick={({ currentTarget }) => {
            focusPopoverOf(currentTarget);
            onDelete();
          }}
        >
          <Trash2 />
        </IconButton>
      )}
    </li>
  );
}
