import { localNowUs } from '../../../contract/local-time.ts';
import type { BeatMessage, TimedBeat } from '../../../contract/messages.ts';

/**
 * Shows each beat as it falls, straight in the DOM: on every attached element `data-beat` is "bar.beat" and `data-beat-us`
 * its moment on the service clock, and of its children the beat's one has `data-now`. React never hears of a beat.
 */
export class BeatLights {
  readonly #elements = new Set<HTMLElement>();
  #waiting: TimedBeat[] = [];
  #now: TimedBeat | undefined;
  #stopsAtUs = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes an element with a child a beat; returns what gives it back. */
  attach(element: HTMLElement): () => void {
    this.#elements.add(element);
    show(element, this.#now);
    return () => {
      this.#elements.delete(element);
    };
  }

  /** Takes in what falls soon. */
  receive({ reset, beats }: BeatMessage): void {
    if (reset === undefined) this.#waiting.push(...beats);
    else {
      this.#waiting = [...beats];
      this.#stopsAtUs = reset.stopsAtUs ?? Number.POSITIVE_INFINITY;
    }
    this.#fall();
  }

  readonly #fall = (): void => {
    clearTimeout(this.#timer);
    const nowUs = localNowUs();
    const due = this.#waiting.findLastIndex(({ atUs }) => atUs <= nowUs);
    if (due >= 0) {
      this.#set(this.#waiting[due]);
      this.#waiting.splice(0, due + 1);
    }
    const nextUs = this.#waiting[0]?.atUs ?? this.#stopsAtUs;
    if (nextUs <= nowUs) this.#set(undefined);
    else if (Number.isFinite(nextUs)) this.#timer = setTimeout(this.#fall, Math.ceil((nextUs - nowUs) / 1000));
  };

  #set(beat: TimedBeat | undefined): void {
    this.#now = beat;
    for (const element of this.#elements) show(element, beat);
  }
}

function show(element: HTMLElement, now: TimedBeat | undefined): void {
  for (const lit of element.querySelectorAll<HTMLElement>('[data-now]')) delete lit.dataset['now'];
  if (now === undefined) {
    delete element.dataset['beat'];
    delete element.dataset['beatUs'];
    return;
  }
  element.dataset['beat'] = `${now.bar}.${now.beat}`;
  element.dataset['beatUs'] = String(now.serviceUs);
  const light = element.children[now.beat - 1];
  if (light instanceof HTMLElement) light.dataset['now'] = now.bar < 1 ? 'count-in' : '';
}
