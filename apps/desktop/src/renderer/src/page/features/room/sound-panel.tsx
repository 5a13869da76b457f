import { openSettings } from '../../app/settings-store.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { useAudio } from '../../playing/sound/audio-store.ts';
import { useMix } from '../../playing/sound/mix-store.ts';
import { OutputSelect } from '../../playing/sound/output-select.tsx';
import { instrumentName } from '../../playing/sounds/instrument-names.ts';
import { useSounds } from '../../playing/sounds/sound-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { percent } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Slider } from '../../ui/slider.tsx';
import { lateSoundMs } from './late-sound.ts';
import { useRoomParts } from './room-parts.ts';
import './sound-panel.css';

const words = roomStrings.sound;

/** Output device, instrument, sound bank, latency and load. */
export function SoundPanel() {
  const { room } = useRoomParts();
  const isSimple = useAudio((state) => state.status === 'simple');
  const amount = useMix((state) => state.room);
  const master = useMix((state) => state.master);
  return (
    <>
      {isSimple ? <SimpleSoundHint /> : null}
      <Slider
        label={roomStrings.mix.master}
        min={0}
        max={1}
        step={0.01}
        neutral={1}
        value={master}
        text={percent(master)}
        onChange={(value) => room.setOwnMix({ master: value })}
      />
      <OutputSelect />
      {!isSimple && (
        <>
          <Slider
            label={words.room}
            min={0}
            max={1}
            step={0.01}
            value={amount}
            text={percent(amount)}
            onChange={(value) => room.setOwnMix({ room: value })}
          />
          <Bank />
        </>
      )}
      <Figures />
      <Button onClick={() => openSettings('sound')}>{strings.settings.more}</Button>
      <p className="muted">{words.credits}</p>
    </>
  );
}

function SimpleSoundHint() {
  return (
    <p>
      {words.simple} <a href={httpsAddress()}>{words.openByHttps}</a>
    </p>
  );
}

/** This page's address with https, where a server that supports it shows the same room. */
export function httpsAddress(): string {
  return `https://${location.host}${location.pathname}${location.search}${location.hash}`;
}

function Bank() {
  const { engine } = usePlayingParts();
  const ownBank = useSounds((state) => state.ownBank);
  const problem = useSounds((state) => state.bankProblem);
  const failed = useSounds((state) => state.failed);
  return (
    <div className="sound-bank">
      <p>
        {words.bank} <span className="muted">{ownBank ?? words.roomtoneBank}</span>
      </p>
      <p className="sound-bank-choice">
        <FileButton accept=".sf2,.sf3" onFile={(file) => void engine.sounds.playOwnBank(file)}>
          {words.loadBank}
        </FileButton>
        {ownBank !== undefined && (
          <Button kind="quiet" onClick={() => void engine.sounds.playRoomtoneBank()}>
            {words.dropBank}
          </Button>
        )}
      </p>
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem === 'unreadable' ? words.bankUnreadable : words.bankNotKept}
        </p>
      )}
      {failed.size > 0 && (
        <p className="muted">{words.missing({ names: [...failed].map(instrumentName).join(', ') })}</p>
      )}
    </div>
  );
}

function Figures() {
  const latencyMs = useAudio((state) => state.latencyMs);
  const voices = useAudio((state) => state.voices);
  const load = useAudio((state) => state.load);
  const dropouts = useAudio((state) => state.dropouts);
  return (
    <>
      <dl>
        <dt>{words.latency}</dt>
        <dd>{latencyMs > 0 ? strings.status.latency({ ms: latencyMs }) : words.unknown}</dd>
        <dt>{words.load}</dt>
        <dd className="load">{words.loadOf({ part: load, voices })}</dd>
        {dropouts > 0 && (
          <>
            <dt>{words.dropouts}</dt>
            <dd>{dropouts}</dd>
          </>
        )}
      </dl>
      {latencyMs > lateSoundMs && <p>{words.lateHint}</p>}
    </>
  );
}
