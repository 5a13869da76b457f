import type { QualityReport } from '@roomtone/protocol';
import { noFigures } from '../../domain/quality.ts';
import type { Codec } from '../sockets/codec.ts';
import type { LiveRoom } from './live-room.ts';

/**
 * Sends everybody inside the figures that the others have reported since the last time, outside the reliable stream.
 * Participants without a report of their own share one frame; readers that are too far behind get none.
 */
export function sendQuality(room: LiveRoom, codec: Codec): void {
  const reports = room.quality.take();
  if (reports.length === 0) return;
  const shared = frameOf(codec, reports);
  for (const [number, recipient] of room.recipients) {
    if (recipient.reception !== 'notes') continue;
    const others = reports.filter(({ participant }) => participant !== number);
    if (others.length === reports.length) recipient.deliverUnnumbered(shared, 0);
    else if (others.length > 0) recipient.deliverUnnumbered(frameOf(codec, others), 0);
  }
}

function frameOf(codec: Codec, reports: QualityReport[]): Uint8Array {
  return codec.encode({ kind: 'quality', body: { ...noFigures, reports } });
}
