import { type KeyboardView, wholeKeyboard } from '../piano/keyboard-view.ts';
import { keyOf } from '../piano/piano-keys.ts';
import { glowCore, glowMargin, PatternPaint } from './pattern-paint.ts';
import { type Pattern, patternOf } from './player-appearance.ts';

interface Bar {
  readonly note: number;
  readonly participant: number;
  readonly startUs: number;
  /** Infinity while the key is down. */
  endUs: number;
}

/** The time a note takes to rise from the keys to the top of the stage. */
const riseUs = 6_500_000;
/** Older bars are far up and faint; dropping them bounds the work per frame. */
const maxBars = 1_500;
/** A bar's width as a part of its key's. */
const barWidth = 0.74;
const shortestPx = 5;
/** With reduced motion: a bar's height, and how long it fades. */
const reducedMotionPx = 72;
const fadeUs = 900_000;
const radiusPx = 4;

/** The notes that rise from the keys, drawn on a canvas above the piano. */
export class RisingNotes {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #paint: PatternPaint | undefined;
  /** True for reduced motion: bars stay on their keys, and fade when the key is released. */
  hasReducedMotion = false;
  #bars: Bar[] = [];
  #width = 0;
  #height = 0;
  #view = wholeKeyboard;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#paint = this.#context === null ? undefined : new PatternPaint(this.#context);
  }

  /** True if anything is visible. */
  get active(): boolean {
    return this.#bars.length > 0;
  }

  /** Sets the canvas's size in CSS px. */
  resize(width: number, height: number): void {
    const scale = Math.min(2, window.devicePixelRatio);
    this.#width = width;
    this.#height = height;
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    this.#context?.setTransform(scale, 0, 0, scale, 0, 0);
  }

  /** Sets the visible part of the keyboard. */
  setView(view: KeyboardView): void {
    this.#view = view;
  }

  start(participant: number, note: number, atUs: number): void {
    this.end(participant, note, atUs);
    this.#bars.push({ note, participant, startUs: atUs, endUs: Number.POSITIVE_INFINITY });
    if (this.#bars.length > maxBars) this.#bars.splice(this.#oldestEnded(atUs), 1);
  }

  end(participant: number, note: number, atUs: number): void {
    for (let index = this.#bars.length - 1; index >= 0; index--) {
      const bar = this.#bars[index];
      if (bar?.note !== note || bar.participant !== participant || bar.endUs !== Number.POSITIVE_INFINITY) continue;
      bar.endUs = atUs;
      return;
    }
  }

  /** Ends the notes that a participant, or everybody, holds. */
  endAll(participant: number | 'everybody', atUs: number): void {
    for (const bar of this.#bars) {
      if (participant !== 'everybody' && bar.participant !== participant) continue;
      bar.endUs = Math.min(bar.endUs, atUs);
    }
  }

  /** Removes all bars. */
  clear(): void {
    this.#bars = [];
  }

  draw(nowUs: number, colorOf: (participant: number) => string): void {
    const context = this.#context;
    if (context === null) return;
    context.clearRect(0, 0, this.#width, this.#height);
    this.#dropOld(nowUs);
    // Halos are below all bars, so that no halo dims a neighbour.
    for (const bar of this.#bars) if (bar.endUs > nowUs) this.#drawGlow(context, bar, nowUs, colorOf(bar.participant));
    for (const bar of this.#bars) this.#drawBar(context, bar, nowUs, colorOf(bar.participant));
  }

  /** Held notes stay visible, no matter how much else is played. */
  #oldestEnded(nowUs: number): number {
    return Math.max(
      0,
      this.#bars.findIndex(({ endUs }) => endUs <= nowUs),
    );
  }

  /** Drops bars that left the stage, in place, so that a frame creates no garbage. */
  #dropOld(nowUs: number): void {
    const stayUs = this.hasReducedMotion ? fadeUs : riseUs;
    let kept = 0;
    for (const bar of this.#bars) {
      if (nowUs - bar.endUs < stayUs) this.#bars[kept++] = bar;
    }
    this.#bars.length = kept;
  }

  #drawBar(context: CanvasRenderingContext2D, bar: Bar, nowUs: number, color: string): void {
    const place = this.#place(bar, nowUs);
    if (place === undefined || this.#paint === undefined) return;
    const { x, y, width, height } = place;
    const pattern: Pattern = patternOf(bar.participant);
    const risen = bar.endUs > nowUs ? 0 : (nowUs - bar.endUs) / (this.hasReducedMotion ? fadeUs : riseUs);
    context.globalAlpha = risen === 0 ? 1 : 0.06 + 0.86 * (1 - risen) ** 1.5;
    context.translate(x, y);
    context.fillStyle = this.#paint.fill(color, pattern, height);
    context.beginPath();
    context.roundRect(0, 0, width, height, Math.min(radiusPx, width / 2, height / 2));
    context.fill();
    if (pattern === 'core' && width > 5 && height > 8) {
      context.globalAlpha *= 0.5;
      context.fillStyle = '#000';
      context.beginPath();
      context.roundRect(width / 2 - width * 0.16, 3.5, width * 0.32, height - 7, width * 0.16);
      context.fill();
    }
    context.translate(-x, -y);
    context.globalAlpha = 1;
  }

  #drawGlow(context: CanvasRenderingContext2D, bar: Bar, nowUs: number, color: string): void {
    const place = this.#place(bar, nowUs);
    const glow = place && this.#paint?.glow(color);
    if (place === undefined || glow === undefined) return;
    const cap = glowMargin + glowCore.height / 2 - 1;
    const x = place.x - glowMargin;
    const width = place.width + 2 * glowMargin;
    const top = place.y - glowMargin;
    const bottom = place.y + place.height + glowMargin;
    const capHeight = Math.min(cap, (bottom - top) / 2);
    context.globalAlpha = 0.75;
    context.drawImage(glow, 0, 0, glow.width, cap, x, top, width, capHeight);
    context.drawImage(glow, 0, cap, glow.width, 2, x, top + capHeight, width, bottom - top - 2 * capHeight);
    context.drawImage(glow, 0, glow.height - cap, glow.width, cap, x, bottom - capHeight, width, capHeight);
    context.globalAlpha = 1;
  }

  #place(bar: Bar, nowUs: number): { x: number; y: number; width: number; height: number } | undefined {
    const key = keyOf(bar.note);
    if (key === undefined) return undefined;
    const pxPerUs = this.#height / riseUs;
    // A black key is narrow enough already.
    const pxPerKeyboard = this.#width / this.#view.width;
    const width = key.width * pxPerKeyboard * (key.black ? 1.1 : barWidth);
    const x = (key.left + key.width / 2 - this.#view.left) * pxPerKeyboard - width / 2;
    if (x > this.#width || x + width < 0) return undefined;
    if (this.hasReducedMotion) return { x, y: this.#height - reducedMotionPx, width, height: reducedMotionPx };
    const bottom = this.#height - Math.max(0, nowUs - bar.endUs) * pxPerUs;
    const height = Math.max(shortestPx, (Math.min(nowUs, bar.endUs) - bar.startUs) * pxPerUs);
    return { x, y: bottom - height, width, height };
  }
}
