import { forEachEvent } from '@roomtone/protocol';
import { ChannelSettings } from '../../../contract/channel-settings.ts';
import type { ScoreEvent } from './score.ts';

/**
 * The programs, controllers, pitch bends and pressures in effect after these events, as raw MIDI, so that playback can
 * start here and sound right. Notes that began earlier are left out.
 */
export function chasedState(events: Iterable<ScoreEvent>): Uint8Array[] {
  const settings = new ChannelSettings();
  for (const { data } of events) forEachEvent(data, (status, first, second) => settings.take(status, first, second));
  return settings.messages().map((bytes) => Uint8Array.from(bytes));
}
