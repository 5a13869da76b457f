import { Download, FileAudio, FileMusic, MessageCircle, Pencil, Play, Save, Timer, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { canWriteOpus } from '../../playing/sounds/sound-file.ts';
import { listText, momentText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { clockText } from '../../ui/clock-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useRecordingParts } from './recording-parts.ts';
import { useRecordings } from './recordings-store.ts';
import type { Take } from './take.ts';
import { TakeRoll } from './take-roll.tsx';
import { hasTiming } from './take-timing.ts';
import { TimingView } from './timing-view.tsx';

const maxNameLength = 120;

/** One recording with its actions. */
export function TakeRow({ take }: { readonly take: Take }) {
  const { recordings } = useRecordingParts();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const [showsTiming, setShowsTiming] = useState(false);
  const words = strings.recording;
  const renderedPart = useRecordings(({ rendering }) => (rendering?.takeId === take.id ? rendering.part : undefined));
  if (mode === 'renaming') {
    return (
      <li className="take">
        <form
          className="take-rename"
          onSubmit={(event) => {
            event.preventDefault();
            void recordings
              .rename(take, String(new FormData(event.currentTarget).get('name')))
              .then(() => setMode('shown'));
          }}
        >
          <TextField
            layout="bare"
            label={words.name}
            name="name"
            defaultValue={take.name}
            maxLength={maxNameLength}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              // Closes only the field, not the whole dialog.
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
        aria-label={words.play({ name: take.name })}
        onClick={() => void recordings.play(take)}
      >
        <Play />
      </button>
      <div className="take-text">
        <p className="take-name">
          <bdi>{take.name}</bdi>
        </p>
        <p className="muted">
          {clockText((take.endUs - take.startUs) / 1_000)} · {listText(take.players.map(({ name }) => name))} ·{' '}
          {momentText(take.startUs / 1_000)}
        </p>
      </div>
      <TakeRoll take={take} />
      {renderedPart !== undefined && (
        <div className="take-rendering">
          <ProgressBar label={words.rendering({ name: take.name })} value={renderedPart} />
          <Button kind="quiet" onClick={() => recordings.cancelSound()}>
            {strings.ui.cancel}
          </Button>
        </div>
      )}
      {mode === 'deleting' ? (
        <div className="take-actions">
          <Button onClick={() => setMode('shown')}>{words.keep}</Button>
          <Button kind="danger" onClick={() => void recordings.delete(take)}>
            {words.delete}
          </Button>
        </div>
      ) : (
        <div className="take-actions">
          {take.kind === 'rolling' && (
            <ActionButton
              label={words.saveTake({ name: take.name })}
              icon={<Save />}
              act={() => void recordings.keep(take)}
            />
          )}
          <Menu
            trigger={
              <IconButton label={words.export({ name: take.name })}>
                <Download />
              </IconButton>
            }
          >
            <MenuItem icon={<FileMusic />} onSelect={() => void recordings.export(take)}>
              {words.asMidi}
            </MenuItem>
            {canWriteOpus && (
              <MenuItem icon={<FileAudio />} onSelect={() => void recordings.exportSound(take, 'opus')}>
                {words.asOpus}
              </MenuItem>
            )}
            <MenuItem icon={<FileAudio />} onSelect={() => void recordings.exportSound(take, 'wav')}>
              {words.asWav}
            </MenuItem>
            {recordings.canShare && (
              <MenuItem icon={<MessageCircle />} onSelect={() => void recordings.share(take)}>
                {words.shareInChat}
              </MenuItem>
            )}
          </Menu>
          {hasTiming(take) && (
            <IconButton
              label={strings.takeTiming.title({ name: take.name })}
              aria-expanded={showsTiming}
              onClick={() => setShowsTiming(!showsTiming)}
            >
              <Timer />
            </IconButton>
          )}
          <ActionButton
            label={words.renameTake({ name: take.name })}
            icon={<Pencil />}
            act={() => setMode('renaming')}
          />
          <ActionButton
            label={words.deleteTake({ name: take.name })}
            icon={<Trash2 />}
            act={() => setMode('deleting')}
          />
        </div>
      )}
      {showsTiming && <TimingView take={take} />}
    </li>
  );
}

function ActionButton({
  label,
  icon,
  act,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly act: () => void;
}) {
  return (
    <IconButton label={label} onClick={act}>
      {icon}
    </IconButton>
  );
}

/** Renaming usually means typing a new name. */
function selectAll(input: HTMLInputElement | null): void {
  input?.select();
}
