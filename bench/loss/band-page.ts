// Runs a band in a page of a browser: its half of `band-browser.ts`.
import { Band, type BandOptions, type Deliveries } from './band.ts';

let band: Band | undefined;

const calls = {
  async join(options: BandOptions): Promise<void> {
    band = await Band.join(options);
  },
  async play(seconds: number, perSecond: number): Promise<Deliveries> {
    if (band === undefined) throw new Error('nobody has joined');
    return band.play(seconds, perSecond);
  },
};

declare global {
  var pageBand: typeof calls;
}

globalThis.pageBand = calls;
