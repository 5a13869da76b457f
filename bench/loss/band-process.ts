// Runs a band in a process of its own, on the other end of the link: answers each call that comes by message.
import { Band, type BandOptions } from './band.ts';

export type BandCall =
  | { readonly join: BandOptions }
  | { readonly play: { readonly seconds: number; readonly perSecond: number } };

let band: Band | undefined;

process.on('message', async (call: BandCall) => {
  if ('join' in call) {
    band = await Band.join(call.join);
    process.send?.('joined');
  } else process.send?.(await band?.play(call.play.seconds, call.play.perSecond));
});
