import type { PageView } from './page-view.ts';

/** In px within the drawing. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A note that was drawn. */
export interface DrawnNote {
  /** The MIDI key. */
  readonly key: number;
  readonly elements: readonly Element[];
}

/** A page of a sheet that was drawn. */
export interface Drawing {
  /** The first measure on it, and the first one after it, as written. */
  readonly from: number;
  readonly to: number;
  /** By the index of the measure as written. */
  readonly boxes: ReadonlyMap<number, Box>;
  notesOf(measure: number): readonly DrawnNote[];
}

/** Draws pages of one sheet into an element. */
export interface Renderer {
  /** Draws the page with a measure. The element keeps no earlier page. */
  draw(measure: number, zoom: number, view: PageView): Promise<Drawing>;
}
