import { FolderOpen, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParts } from '../app-parts.ts';
import { usePlayback } from '../playback/playback-store.ts';
import { strings } from '../strings.ts';
import { useLibrary } from './library-store.ts';
import { TakeRow } from './take-row.tsx';
import './library.css';

/** The recordings this browser keeps, and what was left behind unsaved. */
export function LibraryDialog() {
  const isOpen = useLibrary((state) => state.isOpen);
  return isOpen ? <OpenLibrary /> : null;
}

function OpenLibrary() {
  const { library, recorder } = useParts();
  const { status, takes } = useLibrary();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const words = strings.recording;
  const kept = takes.filter((take) => take.kind === 'kept');
  const leftBehind = takes.filter((take) => take.kind === 'rolling' && take.id !== recorder.rollingId);
  return (
    <dialog ref={dialog} className="dialog library" aria-label={words.library} onClose={() => library.close()}>
      <div className="dialog-head">
        <h2>{words.library}</h2>
        <OpenFile />
        <button
          type="button"
          className="icon-button"
          aria-label={strings.newRoom.close}
          onClick={() => dialog.current?.close()}
        >
          <X />
        </button>
      </div>
      {status === 'failed' && <p className="notice">{words.keepsNothing}</p>}
      {status === 'ready' && kept.length === 0 && <p className="muted library-empty">{words.empty}</p>}
      <ul aria-label={words.library}>
        {kept.map((take) => (
          <TakeRow key={take.id} take={take} />
        ))}
      </ul>
      {leftBehind.length > 0 && (
        <section className="left-behind">
          <h3>{words.leftBehind}</h3>
          <p className="muted">{words.leftBehindHint}</p>
          <ul aria-label={words.leftBehind}>
            {leftBehind.map((take) => (
              <TakeRow key={take.id} take={take} />
            ))}
          </ul>
        </section>
      )}
    </dialog>
  );
}

/** For those who cannot drop one on the window. */
function OpenFile() {
  const { library, player } = useParts();
  return (
    <label className="button open-file">
      <FolderOpen />
      {strings.recording.openFile}
      <input
        type="file"
        className="visually-hidden"
        accept=".mid,.midi,audio/midi"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file === undefined) return;
          library.close();
          player.open(file).catch(() => usePlayback.setState({ failure: strings.playback.unreadable }));
        }}
      />
    </label>
  );
}
