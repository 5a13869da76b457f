import { FolderOpen } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRecordingParts } from './recording-parts.ts';
import { useRecordings } from './recordings-store.ts';
import { TakeRow } from './take-row.tsx';
import './recordings.css';

/** The recordings in this browser, and recent playing that was never saved. */
export function RecordingsDialog() {
  const isOpen = useRecordings((state) => state.isOpen);
  return isOpen ? <OpenRecordings /> : null;
}

function OpenRecordings() {
  const { recordings, recorder } = useRecordingParts();
  const { status, takes } = useRecordings();
  const words = strings.recording;
  const kept = takes.filter((take) => take.kind === 'kept');
  const unsaved = takes.filter((take) => take.kind === 'rolling' && take.id !== recorder.rollingId);
  return (
    <Dialog className="recordings" title={words.recordings} onClose={() => recordings.close()} actions={<OpenFile />}>
      {status === 'failed' && <Notice>{words.keepsNothing}</Notice>}
      {status === 'ready' && kept.length === 0 && <p className="muted recordings-empty">{words.empty}</p>}
      <ul aria-label={words.recordings}>
        {kept.map((take) => (
          <TakeRow key={take.id} take={take} />
        ))}
      </ul>
      {unsaved.length > 0 && (
        <section className="left-behind">
          <h3>{words.notSaved}</h3>
          <p className="muted">{words.notSavedHint}</p>
          <ul aria-label={words.notSaved}>
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
  const { recordings } = useRecordingParts();
  return (
    <FileButton accept=".mid,.midi,.kar,.rmi,audio/midi" onFile={(file) => recordings.openFile(file)}>
      <FolderOpen />
      {strings.recording.openFile}
    </FileButton>
  );
}
