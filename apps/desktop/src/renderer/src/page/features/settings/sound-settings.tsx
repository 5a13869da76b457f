import { useEffect } from 'react';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { audioBuffers, type BufferChoice, useAudio, useAudioBuffer } from '../../playing/sound/audio-store.ts';
import { OutputSelect } from '../../playing/sound/output-select.tsx';
import { strings } from '../../strings.ts';
import { Select } from '../../ui/select.tsx';

const words = strings.settings;

/** The output device, and the latency with what it came to. */
export function SoundSettings() {
  const { engine } = usePlayingParts();
  const canChoose = useAudio((state) => state.canChooseOutput);
  const isStarting = useAudio((state) => state.status === 'starting');
  const buffer = useAudioBuffer((state) => state.buffer);
  useEffect(() => void engine.output.refresh(), [engine]);
  return (
    <>
      {canChoose ? <OutputSelect /> : <p className="muted">{words.noOutputChoice}</p>}
      <Select
        label={words.buffer}
        hint={words.bufferHint}
        value={buffer}
        disabled={isStarting}
        options={audioBuffers.map((value) => ({ value, name: words.buffers[value] }))}
        // The select has no other values.
        onChange={(event) => void engine.setBuffer(event.currentTarget.value as BufferChoice)}
      />
      <Measured />
      <p className="muted">{words.volumes}</p>
    </>
  );
}

function Measured() {
  const latencyMs = useAudio((state) => state.latencyMs);
  const dropouts = useAudio((state) => state.dropouts);
  return (
    <p role="status" className="measured">
      {latencyMs > 0
        ? words.measured({ ms: latencyMs, dropouts: words.dropouts({ count: dropouts }) })
        : words.notMeasured}
    </p>
  );
}
