import type { FastifyReply } from 'fastify';

interface Written<View> {
  readonly view: View;
  readonly text: string;
  readonly beside: readonly unknown[];
}

/** Answers as they were written out last, by what storage gave for them: what is the same again is not written again. */
export class WrittenAnswers<View> {
  readonly #written = new WeakMap<object, Written<View>>();

  /**
   * The view, made anew when `source` or something beside it has changed; `reply` sends its text.
   * @param source what storage gave: the same object as long as it is remembered.
   * @param beside all that the view shows of anything else.
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
