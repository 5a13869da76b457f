import { limits, serviceLimits } from '@roomtone/protocol';
import type { SetListEntry } from '@roomtone/sdk';
import { useMutation } from '@tanstack/react-query';
import { ArrowUp, ListMusic, Music, Play, SkipForward, Trash2, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { newId } from '../../app/new-id.ts';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusPopoverOf, Popover } from '../../ui/popover.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { kilobytes } from './kilobytes.ts';
import { entryBeside, useSetList } from './set-list-store.ts';
import { useSheet } from './sheet-store.ts';
import { sheetTempo } from './sheet-tempo.ts';

const words = roomStrings.sheets.setList;

/** The actions on a set list and on the current entry. */
export interface SetListActs {
  openEntry(entryId: string): Promise<void>;
  replaceSetList(entries: readonly SetListEntry[]): Promise<void>;
  playFile(): Promise<void>;
  closeForAll(): Promise<void>;
  keepFile(file: File): Promise<string>;
}

/** The part that opens the next entry. */
export interface PieceActs {
  readonly acts: Pick<SetListActs, 'openEntry'>;
  /** The user keeps the set list. */
  readonly mayKeep: boolean;
}

interface SetListProps {
  readonly acts: SetListActs;
  /** The user keeps it. */
  readonly mayKeep: boolean;
}

/** The set list of a room; everybody sees which entry is on. */
export function SetListButton({ acts, mayKeep }: SetListProps) {
  const entries = useSetList((state) => state.entries);
  if (entries.length === 0 && !mayKeep) return null;
  return (
    <Popover
      label={words.title}
      isTitled
      align="end"
      className="set-list"
      trigger={
        <Button aria-label={words.title}>
          <ListMusic />
          <span className="pill-word">{words.title}</span>
        </Button>
      }
    >
      <Entries acts={acts} mayKeep={mayKeep} />
      {mayKeep && <NewEntry acts={acts} />}
    </Popover>
  );
}

/** The current entry, with its file and the way to the next one. */
export function SetListBar({ acts, mayKeep }: SetListProps) {
  const list = useSetList();
  const { entries, entryId, title, hasFile } = list;
  const acting = useMutation({ mutationFn: (act: () => Promise<void>) => act() });
  const on = entries.findIndex((entry) => entry.entryId === entryId);
  const next = entryBeside(list, 1);
  if (entryId === '' || title === '') return null;
  const { note = '', tempo } = entries[on] ?? {};
  return (
    <section className="set-list-bar" aria-label={words.title}>
      <p>
        <bdi>{words.on({ title })}</bdi>
      </p>
      {tempo !== undefined && <p className="muted">{`${tempo / 1000} ${roomStrings.metronome.bpm}`}</p>}
      {note !== '' && (
        <p className="muted set-list-note">
          <bdi>{note}</bdi>
        </p>
      )}
      <FailureNotice error={acting.error ?? undefined} />
      {hasFile && (
        <Button kind="quiet" busy={acting.isPending} onClick={() => acting.mutate(() => acts.playFile())}>
          <Play />
          {words.playFile}
        </Button>
      )}
      {mayKeep && next !== undefined && (
        <Button kind="quiet" busy={acting.isPending} onClick={() => acting.mutate(() => acts.openEntry(next.entryId))}>
          <SkipForward />
          {words.next}
        </Button>
      )}
      {mayKeep && (
        <IconButton
          label={roomStrings.sheets.kept.closeForAll({ title })}
          onClick={() => acting.mutate(() => acts.closeForAll())}
        >
          <X />
        </IconButton>
      )}
    </section>
  );
}

function Entries({ acts, mayKeep }: SetListProps) {
  const entries = useSetList((state) => state.entries);
  const entryId = useSetList((state) => state.entryId);
  const acting = useMutation({ mutationFn: (act: () => Promise<void>) => act() });
  if (entries.length === 0) return <p className="muted">{words.empty}</p>;
  const replace = (list: readonly SetListEntry[]) => acting.mutate(() => acts.replaceSetList(list));
  return (
    <>
      <ol className="set-list-entries">
        {entries.map((entry, index) => (
          <li key={entry.entryId} aria-current={entry.entryId === entryId ? 'true' : undefined}>
            <bdi className="set-list-title">{entry.title}</bdi>
            {entry.tempo !== undefined && <span className="muted">{entry.tempo / 1000}</span>}
            {mayKeep && (
              <>
                <IconButton
                  label={words.earlier({ title: entry.title })}
                  disabled={index === 0}
                  onClick={({ currentTarget }) => {
                    // The first entry's button is disabled, and would take the focus with it.
                    if (index === 1) focusPopoverOf(currentTarget);
                    replace(moved(entries, index));
                  }}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={words.remove({ title: entry.title })}
                  onClick={({ currentTarget }) => {
                    focusPopoverOf(currentTarget);
                    replace(entries.filter((each) => each !== entry));
                  }}
                >
                  <Trash2 />
                </IconButton>
                <IconButton
                  label={words.open({ title: entry.title })}
                  onClick={() => acting.mutate(() => acts.openEntry(entry.entryId))}
                >
                  <Play />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ol>
      <FailureNotice error={acting.error ?? undefined} />
    </>
  );
}

function moved(entries: readonly SetListEntry[], index: number): readonly SetListEntry[] {
  const list = [...entries];
  list.splice(index - 1, 0, ...list.splice(index, 1));
  return list;
}

function NewEntry({ acts }: Pick<SetListProps, 'acts'>) {
  const entries = useSetList((state) => state.entries);
  const sharedId = useSheet((state) => state.sharedId);
  const opened = useSheet((state) => (state.sharedId === '' ? '' : (state.sheet?.sheet.title ?? '')));
  const played = useSheet((state) => (state.sharedId === '' ? undefined : state.sheet?.played));
  const ofSheet = sheetTempo(played);
  const [withSheet, setWithSheet] = useState(true);
  const [file, setFile] = useState<File>();
  const [tooLarge, setTooLarge] = useState<number>();
  const choose = (chosen: File) => {
    const isTooLarge = chosen.size > serviceLimits.sheet.bytes;
    setTooLarge(isTooLarge ? chosen.size : undefined);
    setFile(isTooLarge ? undefined : chosen);
  };
  const adding = useMutation({
    mutationFn: async (entry: SetListEntry) => {
      const fileId = file === undefined ? undefined : await acts.keepFile(file);
      await acts.replaceSetList([...entries, { ...entry, ...(fileId !== undefined && { fileId }) }]);
      setFile(undefined);
      setTooLarge(undefined);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const [bpm, beatsPerBar] = [Number(text('bpm')), Number(text('beats'))];
    const entry: SetListEntry = {
      entryId: newId().slice(0, 32),
      title: text('title'),
      ...(withSheet && sharedId !== '' && { sheetId: sharedId }),
      ...(bpm > 0 && { tempo: Math.round(bpm * 1000) }),
      ...(beatsPerBar > 0 && { beatsPerBar }),
      ...(text('note') !== '' && { note: text('note') }),
    };
    adding.mutate(entry, { onSuccess: () => form.reset() });
  };
  const { tempo, beatsPerBar } = limits.metronome;
  return (
    <form className="set-list-form" onSubmit={submit}>
      <TextField
        label={words.entryTitle}
        name="title"
        required
        maxLength={serviceLimits.setList.title.max}
        key={opened}
        defaultValue={opened}
      />
      <div className="set-list-figures">
        <TextField
          label={words.tempo}
          name="bpm"
          type="number"
          min={tempo.min / 1000}
          max={tempo.max / 1000}
          step="any"
          key={`bpm ${sharedId}`}
          defaultValue={ofSheet?.bpm}
        />
        <TextField
          label={words.beats}
          name="beats"
          type="number"
          min={beatsPerBar.min}
          max={beatsPerBar.max}
          key={`beats ${sharedId}`}
          defaultValue={ofSheet?.beatsPerBar}
        />
      </div>
      <TextField label={words.note} name="note" maxLength={serviceLimits.setList.note.max} />
      {sharedId !== '' && (
        <Checkbox checked={withSheet} onChange={(event) => setWithSheet(event.currentTarget.checked)}>
          {words.withSheet}
        </Checkbox>
      )}
      <div className="set-list-file">
        <FileButton accept=".mid,.midi,audio/midi" onFile={choose}>
          <Music />
          <bdi>{file?.name ?? words.file}</bdi>
        </FileButton>
        {file !== undefined && (
          <IconButton label={words.noFile} onClick={() => setFile(undefined)}>
            <X />
          </IconButton>
        )}
      </div>
      {tooLarge !== undefined && (
        <Notice tone="bad">
          {words.fileTooLarge({ kilobytes: kilobytes(tooLarge), most: kilobytes(serviceLimits.sheet.bytes) })}
        </Notice>
      )}
      <FailureNotice error={adding.error ?? undefined} />
      <Button type="submit" busy={adding.isPending}>
        {words.add}
      </Button>
    </form>
  );
}
