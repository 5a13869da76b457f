// Runs a band in a process of its own, on the other end of the link: answers each call that comes by message.
import { Band, type BandOptions, type Deliveries } from './band.ts';
import { StallLog } from './stall-log.ts';

export type BandCall =
  | { readonly join: BandOptions }
  | { readonly play: { readonly seconds: number; readonly perSecond: number } };

let band: Band | undefined;
let serverPid = 0;

process.on('message', async (call: BandCall) => {
  if ('join' in call) {
    band = await Band.join(call.join);
    serverPid = call.join.serverPid;
    process.send?.('joined');
  } else if (band !== undefined) process.send?.(await play(band, call.play));
});

async function play(
  playing: Band,
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<Deliveries> {
  const stalls = new StallLog(serverPid);
  const deliveries = await playing.play(seconds, perSecond);
  stalls.stop();
  return { ...deliveries, lateInStalls: stalls.touching(deliveries.lateUs) };
}
