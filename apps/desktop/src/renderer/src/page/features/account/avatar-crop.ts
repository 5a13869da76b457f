/** The square that is cut from a picture: its centre and side, in the picture's pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The square's side is at least the picture's shorter side divided by this. */
export const maxZoom = 8;

/** The largest square, centred. */
export function wholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, side: Math.min(width, height) };
}

/** Moves the square by this many pixels of the picture, but not outside it. */
export function moved(crop: Crop, dx: number, dy: number, size: Size): Crop {
  return inside({ ...crop, x: crop.x + dx, y: crop.y + dy }, size);
}

/** @param zoom 1 for the largest square, to `maxZoom`. */
export function zoomed(crop: Crop, zoom: number, size: Size): Crop {
  const side = Math.min(size.width, size.height) / Math.min(maxZoom, Math.max(1, zoom));
  return inside({ ...crop, side }, size);
}

export function zoomOf(crop: Crop, { width, height }: Size): number {
  return Math.min(width, height) / crop.side;
}

function inside({ x, y, side }: Crop, { width, height }: Size): Crop {
  const half = side / 2;
  return { x: within(x, half, width - half), y: within(y, half, height - half), side };
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
