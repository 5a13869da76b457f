import { type Pattern, shaded } from './player-appearance.ts';

const tileSize = 10;
/** The brightness of a pattern's second tone, as a part of the first. */
const dark = 0.68;

type Fill = CanvasPattern | string;

/** Creates and caches the fills of players' bars on a canvas. */
export class PatternPaint {
  readonly #context: CanvasRenderingContext2D;
  readonly #fills = new Map<string, Fill>();
  readonly #glows = new Map<string, HTMLCanvasElement>();

  constructor(context: CanvasRenderingContext2D) {
    this.#context = context;
  }

  /** The fill of a bar `height` px high whose top left corner is the context's origin. */
  fill(color: string, pattern: Pattern, height: number): Fill | CanvasGradient {
    if (pattern === 'graded') {
      const gradient = this.#context.createLinearGradient(0, 0, 0, Math.max(height, 24));
      gradient.addColorStop(0, color);
      gradient.addColorStop(1, shaded(color, 0.58));
      return gradient;
    }
    const name = `${color} ${pattern}`;
    let fill = this.#fills.get(name);
    if (fill === undefined) {
      fill = pattern === 'plain' || pattern === 'core' ? color : this.#tile(color, pattern);
      this.#fills.set(name, fill);
    }
    return fill;
  }

  /** A soft halo to draw around a sounding bar; `glowMargin` px larger on every side. */
  glow(color: string): HTMLCanvasElement {
    let glow = this.#glows.get(color);
    if (glow === undefined) {
      glow = makeGlow(color);
      this.#glows.set(color, glow);
    }
    return glow;
  }

  #tile(color: string, pattern: keyof typeof draw): Fill {
    const tile = document.createElement('canvas');
    tile.width = tileSize * 2;
    tile.height = tileSize * 2;
    const context = tile.getContext('2d');
    if (context === null) return color;
    // Twice the displayed resolution, for sharp displays.
    context.scale(2, 2);
    context.fillStyle = color;
    context.fillRect(0, 0, tileSize, tileSize);
    context.fillStyle = shaded(color, dark);
    context.strokeStyle = shaded(color, dark);
    draw[pattern](context);
    const fill = this.#context.createPattern(tile, 'repeat');
    fill?.setTransform(new DOMMatrix().scale(0.5));
    return fill ?? color;
  }
}

/** The halo's extent beyond the bar. */
export const glowMargin = 16;
/** Inner size of the halo's picture, which is cut into caps and a middle that is stretched. */
export const glowCore = { width: 16, height: 32 };

const draw: Readonly<
  Record<Exclude<Pattern, 'plain' | 'core' | 'graded'>, (context: CanvasRenderingContext2D) => void>
> = {
  hatch: (context) => stripes(context, 1),
  backhatch: (context) => stripes(context, -1),
  dots: (context) => {
    for (const [x, y] of [
      [2.5, 2.5],
      [7.5, 7.5],
    ] as const) {
      context.beginPath();
      context.arc(x, y, 1.7, 0, 2 * Math.PI);
      context.fill();
    }
  },
  bars: (context) => {
    context.fillRect(0, 0, tileSize, 2);
    context.fillRect(0, 5, tileSize, 2);
  },
  checks: (context) => {
    context.fillRect(0, 0, 5, 5);
    context.fillRect(5, 5, 5, 5);
  },
};

function stripes(context: CanvasRenderingContext2D, direction: 1 | -1): void {
  context.lineWidth = 3.4;
  context.beginPath();
  for (const shift of [-1, 0, 1]) {
    const x = shift * tileSize;
    context.moveTo(x - 2, direction > 0 ? tileSize + 2 : -2);
    context.lineTo(x + tileSize + 2, direction > 0 ? -2 : tileSize + 2);
  }
  context.stroke();
}

function makeGlow(color: string): HTMLCanvasElement {
  const glow = document.createElement('canvas');
  glow.width = glowCore.width + 2 * glowMargin;
  glow.height = glowCore.height + 2 * glowMargin;
  const context = glow.getContext('2d');
  if (context === null) return glow;
  // The shape itself is drawn outside the picture, so that only its shadow is in it.
  const away = 1000;
  context.shadowColor = color;
  context.shadowBlur = glowMargin;
  context.shadowOffsetX = away;
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(glowMargin - away, glowMargin, glowCore.width, glowCore.height, 4);
  context.fill();
  return glow;
}
