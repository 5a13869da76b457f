import { Download, Pencil, Play, Save, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { clockText } from '../../ui/clock-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRecordingParts } from './recording-parts.ts';
import type { Take } from './take.ts';

const longestName = 120;

/** One recording: what it is, and what one can do with it. */
export function TakeRow({ take }: { readonly take: Take }) {
  const { library } = useRecordingParts();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const words = strings.recording;
  if (mode === 'renaming') {
    return (
      <li className="take">
        <form
          className="take-rename"
          onSubmit={(event) => {
            event.preventDefault();
            void library
              .rename(take, String(new FormData(event.currentTarget).get('name')))
              .then(() => setMode('shown'));
          }}
        >
          <TextField
            layout="bare"
            label={words.name}
            name="name"
            defaultValue={take.name}
            maxLength={longestName}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              // Not the whole window.
              event.stopPropagation();
              setMode('shown');
            }}
            ref={selectAll}
          />
          <Button kind="quiet" onClick={() => setMode('shown')}>
            {strings.ui.cancel}
          </Button>
          <Button type="submit">{words.rename}</Button>
        </form>
      </li>
    );
  }
  return (
    <li className="take">
      <button
        type="button"
        className="take-play"
        aria-label={words.play(take.name)}
        onClick={() => void library.play(take)}
      >
        <Play />
      </button>
      <div className="take-text">
        <p className="take-name">
          <bdi>{take.name}</bdi>
        </p>
        <p className="muted">
          {clockText((take.endUs - take.startUs) / 1_000)} · {words.players(take.players.map(({ name }) => name))}
        </p>
      </div>
      {mode === 'deleting' ? (
        <div className="take-actions">
          <Button onClick={() => setMode('shown')}>{words.keep}</Button>
          <Button kind="danger" onClick={() => void library.delete(take)}>
            {words.delete}
          </Button>
        </div>
      ) : (
        <div className="take-actions">
          {take.kind === 'rolling' && (
            <Act label={words.saveTake(take.name)} icon={<Save />} act={() => void library.keep(take)} />
          )}
          <Act label={words.export(take.name)} icon={<Download />} act={() => void library.export(take)} />
          <Act label={words.renameTake(take.name)} icon={<Pencil />} act={() => setMode('renaming')} />
          <Act label={words.deleteTake(take.name)} icon={<Trash2 />} act={() => setMode('deleting')} />
        </div>
      )}
    </li>
  );
}

function Act({ label, icon, act }: { readonly label: string; readonly icon: ReactNode; readonly act: () => void }) {
  return (
    <IconButton label={label} onClick={act}>
      {icon}
    </IconButton>
  );
}

/** Whoever asks to rename wants to type now. */
function selectAll(input: HTMLInputElement | null): void {
  input?.select();
}
