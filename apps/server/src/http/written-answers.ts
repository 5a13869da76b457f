import type { FastifyReply } from 'fastify';
import type { RoomRecord } from '../ports.ts';

/** A page as storage gave it; the same object as long as it is remembered. */
interface Page {
  readonly rooms: readonly RoomRecord[];
}

interface Written<View> {
  readonly view: View;
  readonly text: string;
  /** How many were inside each room of the page. */
  readonly occupancies: readonly number[];
}

/** Pages of rooms as they were written out last: what is the same again is not written again. */
export class WrittenLists<View> {
  readonly #written = new WeakMap<Page, Written<View>>();

  /** The view of a page, made anew when it or the number inside one of its rooms has changed; `reply` sends its text. */
  view(page: Page, occupancy: (roomId: string) => number, reply: FastifyReply, make: () => View): View {
    let written = this.#written.get(page);
    if (!page.rooms.every(({ roomId }, index) => occupancy(roomId) === written?.occupancies[index]))
      written = undefined;
    if (written === undefined) {
      const view = make();
      const occupancies = page.rooms.map(({ roomId }) => occupancy(roomId));
      written = { view, text: String(reply.serialize(view)), occupancies };
      this.#written.set(page, written);
    }
    const { view, text } = written;
    reply.header('content-type', 'application/json; charset=utf-8').serializer(() => text);
    return view;
  }
}
