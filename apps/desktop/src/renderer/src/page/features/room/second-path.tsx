import type { DatagramQuality } from '@roomtone/sdk';
import { roomStrings } from '../../room-strings.ts';
import { percent } from '../../strings/formats.ts';

const words = roomStrings.timing;

interface SecondPathProps {
  /** Undefined until it is known. */
  readonly datagrams: DatagramQuality | undefined;
  /** How often a datagram was faster, where that is known. */
  readonly sooner?: number;
}

/** How a player's notes travel: whether datagrams bring them, too, how many of those were lost, and what was repaired. */
export function SecondPath({ datagrams, sooner }: SecondPathProps) {
  const { secondPath } = words;
  return (
    <>
      <div>
        <dt>{secondPath.name}</dt>
        <dd>{datagrams === undefined ? words.unknown : secondPath.states[datagrams.state]}</dd>
      </div>
      {datagrams !== undefined && datagrams.state !== 'none' && (
        <>
          <div>
            <dt>{secondPath.lost}</dt>
            <dd>{lostShare(datagrams)}</dd>
          </div>
          {sooner !== undefined && (
            <div>
              <dt>{secondPath.faster}</dt>
              <dd>{sooner}</dd>
            </div>
          )}
          <div>
            <dt>{secondPath.repaired}</dt>
            <dd>{datagrams.repaired}</dd>
          </div>
        </>
      )}
    </>
  );
}

function lostShare({ received, lost }: DatagramQuality): string {
  return received === 0 ? words.unknown : percent(lost / (received + lost), 1);
}
