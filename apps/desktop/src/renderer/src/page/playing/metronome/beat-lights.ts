import { localNowUs } from '../../../contract/local-time.ts';
import type { BeatMessage, TimedBeat } from '../../../contract/messages.ts';

/** The beat that is on. */
export interface CurrentBeat {
  /** From 1, and less while the metronome counts in; undefined while it stands still. */
  readonly bar: number | undefined;
  /** From 1 within its bar. */
  readonly beat: number;
  /** How many beats were counted before it, or in all while the metronome stands still. */
  readonly count: number;
  readonly beatsPerBar: number;
}

/**
 * Shows each beat when it is due, by writing to the DOM: on every attached element `data-beat` is "bar.beat" and
 * `data-beat-us` its time on the service clock, and the child for the current beat has `data-now`: for the current bar where
 * `data-bars` says how many bars there are in an interval. React does not render for a beat.
 */
export class BeatLights {
  readonly #elements = new Set<HTMLElement>();
  readonly #listeners = new Set<() => void>();
  #waiting: TimedBeat[] = [];
  #now: TimedBeat | undefined;
  #stopsAtUs = Number.POSITIVE_INFINITY;
  #setting = { beatsPerBar: 4, beatsBefore: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  get current(): CurrentBeat {
    const { beatsPerBar, beatsBefore: count } = this.#setting;
    return { bar: undefined, beat: 1, count, ...this.#now, beatsPerBar };
  }

  /** Attaches an element that has one child per beat or bar; the returned function detaches it. */
  attach(element: HTMLElement): () => void {
    this.#elements.add(element);
    show(element, this.#now);
    return () => {
      this.#elements.delete(element);
    };
  }

  /** Calls a function at each beat, and when the metronome stops; the returned function ends that. */
  listen(onBeat: () => void): () => void {
    this.#listeners.add(onBeat);
    return () => {
      this.#listeners.delete(onBeat);
    };
  }

  /** Takes beats shortly before they are due. */
  receive({ reset, beats }: BeatMessage): void {
    if (reset === undefined) this.#waiting.push(...beats);
    else {
      this.#waiting = [...beats];
      this.#stopsAtUs = reset.stopsAtUs ?? Number.POSITIVE_INFINITY;
      this.#setting = reset;
    }
    this.#showDue();
  }

  readonly #showDue = (): void => {
    clearTimeout(this.#timer);
    const nowUs = localNowUs();
    const due = this.#waiting.findLastIndex(({ atUs }) => atUs <= nowUs);
    if (due >= 0) {
      this.#set(this.#waiting[due]);
      this.#waiting.splice(0, due + 1);
    }
    const nextUs = this.#waiting[0]?.atUs ?? this.#stopsAtUs;
    if (nextUs <= nowUs) this.#set(undefined);
    else if (Number.isFinite(nextUs)) this.#timer = setTimeout(this.#showDue, Math.ceil((nextUs - nowUs) / 1000));
  };

  #set(beat: TimedBeat | undefined): void {
    this.#now = beat;
    for (const element of this.#elements) show(element, beat);
    for (const onBeat of this.#listeners) onBeat();
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
  const { bars } = element.dataset;
  const light = element.children[bars === undefined ? now.beat - 1 : (now.bar - 1) % Number(bars)];
  if (light instanceof HTMLElement) light.dataset['now'] = now.bar < 1 ? 'count-in' : '';
}
