import { useParts } from '../app-parts.ts';
import { useAudio } from '../performance/audio-store.ts';
import { useMix } from '../performance/mix-store.ts';
import { instrumentNamed } from '../performance/sounds/general-midi.ts';
import { useSounds } from '../performance/sounds/sound-store.ts';
import { strings } from '../strings.ts';
import { Slider } from '../ui/slider.tsx';
import './people/mix.css';
import './sound-panel.css';

export const soundPanelId = 'sound-panel';
const words = strings.sound;

/** Where sound leaves, what it is made of, and what it costs. Opens from the status line. */
export function SoundPanel() {
  const { room } = useParts();
  const isSimple = useAudio((state) => state.status === 'simple');
  const amount = useMix((state) => state.room);
  return (
    <section id={soundPanelId} className="popover sound-panel" popover="auto" aria-label={words.title}>
      <h2 className="panel-title">{words.title}</h2>
      {isSimple ? <WhySimple /> : null}
      <Output />
      {!isSimple && (
        <>
          <Slider
            label={words.room}
            min={0}
            max={1}
            step={0.01}
            value={amount}
            text={strings.mix.percent(amount)}
            onChange={(value) => room.hearAround({ room: value })}
          />
          <Bank />
        </>
      )}
      <Figures />
      <p className="muted">{words.credits}</p>
    </section>
  );
}

function WhySimple() {
  return (
    <p>
      {words.simple} <a href={httpsAddress()}>{words.openByHttps}</a>
    </p>
  );
}

/** This very page by https; a server that speaks it there shows the same room. */
export function httpsAddress(): string {
  return `https://${location.host}${location.pathname}${location.search}${location.hash}`;
}

function Output() {
  const { engine } = useParts();
  const outputs = useAudio((state) => state.outputs);
  const output = useAudio((state) => state.output);
  const canChoose = useAudio((state) => state.canChooseOutput);
  if (!canChoose) return null;
  return (
    <div className="sound-output">
      <span>{words.output}</span>
      {outputs.length === 0 ? (
        <button
          type="button"
          className="button"
          title={words.chooseOutputHint}
          onClick={() => void engine.output.list()}
        >
          {words.chooseOutput}
        </button>
      ) : (
        <select
          aria-label={words.output}
          value={output}
          onChange={(event) => void engine.output.choose(event.currentTarget.value)}
        >
          <option value="">{words.systemOutput}</option>
          {outputs.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function Bank() {
  const { engine } = useParts();
  const ownBank = useSounds((state) => state.ownBank);
  const problem = useSounds((state) => state.bankProblem);
  const failed = useSounds((state) => state.failed);
  return (
    <div className="sound-bank">
      <p>
        {words.bank} <span className="muted">{ownBank ?? words.roomtoneBank}</span>
      </p>
      <p className="sound-bank-choice">
        <label className="button">
          {words.loadBank}
          <input
            type="file"
            accept=".sf2,.sf3"
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file !== undefined) void engine.sounds.playOwnBank(file);
              // The same file may be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </label>
        {ownBank !== undefined && (
          <button type="button" className="button quiet" onClick={() => void engine.sounds.playRoomtoneBank()}>
            {words.dropBank}
          </button>
        )}
      </p>
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem === 'unreadable' ? words.bankUnreadable : words.bankNotKept}
        </p>
      )}
      {failed.size > 0 && <p className="muted">{words.missing([...failed].map(instrumentNamed).join(', '))}</p>}
    </div>
  );
}

function Figures() {
  const latencyMs = useAudio((state) => state.latencyMs);
  return (
    <dl>
      <dt>{words.latency}</dt>
      <dd>{latencyMs > 0 ? strings.status.latency(latencyMs) : words.unknown}</dd>
    </dl>
  );
}
