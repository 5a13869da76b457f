import type { FastifyReply } from 'fastify';

interface Written<View> {
  readonly view: View;
  readonly text: string;
  readonly beside: readonly unknown[];
}

/** The serialized text of recent answers, by the object from storage that they show. */
export class WrittenAnswers<View> {
  readonly #written = new WeakMap<object, Written<View>>();

  /**
   * Returns the view and makes `reply` send its text. Makes both again if `source` or a value in `beside` has changed.
   * @param source the object from storage, which is the same one for as long as it is remembered.
   * @param beside everything else that the view shows.
   */
  view(source: object, beside: readonly unknown[], reply: FastifyReply, make: () => View): View {
    let written = this.#written.get(source);
    if (written === undefined || !isSame(written.beside, beside)) {
      const view = make();
      written = { view, text: String(reply.serialize(view)), beside };
      this.#written.set(source, written);
    }
    const { view, text } = written;
    reply.header('content-type', 'application/json; charset=utf-8').serializer(() => text);
    return view;
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
