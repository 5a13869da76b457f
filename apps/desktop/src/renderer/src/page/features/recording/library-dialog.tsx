import { FolderOpen } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLibrary } from './library-store.ts';
import { useRecordingParts } from './recording-parts.ts';
import { TakeRow } from './take-row.tsx';
import './library.css';

/** The recordings in this browser, and recent playing that was never saved. */
export function LibraryDialog() {
  const isOpen = useLibrary((state) => state.isOpen);
  return isOpen ? <OpenLibrary /> : null;
}

function OpenLibrary() {
  const { library, recorder } = useRecordingParts();
  const { status, takes } = useLibrary();
  const words = strings.recording;
  const kept = takes.filter((take) => take.kind === 'kept');
  const unsaved = takes.filter((take) => take.kind === 'rolling' && take.id !== recorder.rollingId);
  return (
    <Dialog className="library" title={words.library} onClose={() => library.close()} actions={<OpenFile />}>
      {status === 'failed' && <Notice>{words.keepsNothing}</Notice>}
      {status === 'ready' && kept.length === 0 && <p className="muted library-empty">{words.empty}</p>}
      <ul aria-label={words.library}>
        {kept.map((take) => (
          <TakeRow key={take.id} take={take} />
        ))}
      </ul>
      {unsaved.length > 0 && (
        <section className="left-behind">
          <h3>{words.leftBehind}</h3>
          <p className="muted">{words.leftBehindHint}</p>
          <ul aria-label={words.leftBehind}>
            {unsaved.map((take) => (
              <TakeRow key={take.id} take={take} />
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

/** Opens a file for users who cannot drop one on the window. */
function OpenFile() {
  const { library } = useRecordingParts();
  return (
    <FileButton accept=".mid,.midi,audio/midi" onFile={(file) => library.openFile(file)}>
      <FolderOpen />
      {strings.recording.openFile}
    </FileButton>
  );
}
