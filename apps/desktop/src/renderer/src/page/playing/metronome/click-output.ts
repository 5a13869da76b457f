import workletUrl from '../../../audio-thread/click/click-worklet.ts?worker&url';
import type { ClickMessage } from '../../../contract/click-messages.ts';
import type { TimeAnchor } from '../../../contract/time-mapping.ts';
import { clickGain, useClick } from './click-store.ts';

/**
 * Plays the metronome's click next to the instrument. It is not part of the performance, but passes the instrument's
 * limiter, so that a click and a chord are not too loud together.
 */
export class ClickOutput {
  readonly #sendBeatsTo: (port: MessagePort) => void;
  #post: (message: ClickMessage, transfer?: Transferable[]) => void = () => {};

  /** @param sendBeatsTo gives the connection worker the port on which beats reach the click. */
  constructor(sendBeatsTo: (port: MessagePort) => void) {
    this.#sendBeatsTo = sendBeatsTo;
    useClick.subscribe((state) => this.#post({ kind: 'gain', gain: clickGain(state) }));
  }

  /** Starts the click in an audio context, which replaces an earlier one. @param instrument the node whose output the click joins. */
  async start(instrument: AudioNode): Promise<void> {
    if (instrument.context.audioWorklet === undefined) {
      const { PageClick } = await import('../page-audio/page-click.ts');
      const click = new PageClick(instrument);
      this.#post = (message) => click.receive(message);
    } else await this.#clickInAudioThread(instrument);
    this.#post({ kind: 'gain', gain: clickGain(useClick.getState()) });
    const beats = new MessageChannel();
    this.#post({ kind: 'beats-port', port: beats.port1 }, [beats.port1]);
    this.#sendBeatsTo(beats.port2);
  }

  /** Sets how local time maps to frames. */
  setTime(anchor: TimeAnchor): void {
    this.#post({ kind: 'time', anchor });
  }

  async #clickInAudioThread(instrument: AudioNode): Promise<void> {
    const { context } = instrument;
    await context.audioWorklet.addModule(workletUrl);
    const node = new AudioWorkletNode(context, 'roomtone-click', { numberOfInputs: 0, outputChannelCount: [2] });
    node.connect(instrument);
    this.#post = (message, transfer = []) => node.port.postMessage(message, transfer);
  }
}
