import type { LibraryMark, LibraryPage, LibraryQuery, LibraryRow } from '../../../../../shared/library/library.ts';
import { shownTitle } from '../../../../../shared/library/library-index.ts';
import type { LibraryPort } from '../../app/library/library-port.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { notify } from '../../ui/toast-store.ts';
import { useLibraryDialog, useLibraryStatus } from './library-store.ts';

/** self: the user alone hears it. room: everybody in the room. practice: the file leaves out what the user plays. */
export type PlayHow = 'self' | 'room' | 'practice';

/** Plays files of the library, and changes what is in it. */
export class LibraryController {
  readonly port: LibraryPort;
  readonly #play: (file: File, how: PlayHow) => void;

  /** @param play plays a file in the current room, or in the practice room. */
  constructor(port: LibraryPort, play: (file: File, how: PlayHow) => void) {
    this.port = port;
    this.#play = play;
  }

  /** Keeps the store's status current until the returned function is called. */
  watch(): () => void {
    return this.port.watch((status) => useLibraryStatus.setState({ status }));
  }

  query(query: LibraryQuery): Promise<LibraryPage> {
    return this.port.query(query);
  }

  async play(row: LibraryRow, how: PlayHow): Promise<void> {
    const title = shownTitle(row);
    const file = await this.port.read(row.id).catch(() => null);
    if (file === null) {
      notify(strings.library.gone({ name: isolated(title) }));
      return;
    }
    useLibraryDialog.setState({ isOpen: false });
    void this.mark({ id: row.id, isPlayed: true });
    this.#play(new File([file.bytes], `${title}.mid`, { type: 'audio/midi' }), how);
  }

  /** The status says if it could not be stored. */
  async mark(mark: LibraryMark): Promise<void> {
    await this.port.mark(mark).catch(() => {});
  }
}
