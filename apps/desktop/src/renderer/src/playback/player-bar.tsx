import { ListMusic, Pause, Play, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParts } from '../app-parts.ts';
import { useRoom } from '../room/room-store.ts';
import { strings } from '../strings.ts';
import { clockText } from '../ui/clock-text.ts';
import { speeds } from './playback.ts';
import { usePlayback } from './playback-store.ts';
import './player-bar.css';

/** The piece on the stand: play, jump, tempo, tracks, and who hears it. */
export function PlayerBar() {
  const { player } = useParts();
  const piece = usePlayback((state) => state.piece);
  const isPlaying = usePlayback((state) => state.isPlaying);
  if (piece === undefined) return null;
  const words = strings.playback;
  return (
    <section className="player-bar" aria-label={words.title}>
      <button
        type="button"
        className="icon-button"
        aria-label={isPlaying ? words.pause : words.play}
        title={isPlaying ? words.pause : words.play}
        onClick={() => (isPlaying ? player.pause() : player.play())}
      >
        {isPlaying ? <Pause /> : <Play />}
      </button>
      <p className="player-bar-name">{piece.name}</p>
      <Progress lengthUs={piece.lengthUs} isPlaying={isPlaying} />
      <Speed />
      <Tracks />
      <Audience />
      <button
        type="button"
        className="icon-button"
        aria-label={words.close}
        title={words.close}
        onClick={() => player.close()}
      >
        <X />
      </button>
    </section>
  );
}

/** Written past React while it plays. */
function Progress({ lengthUs, isPlaying }: { readonly lengthUs: number; readonly isPlaying: boolean }) {
  const { player } = useParts();
  const slider = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  const write = useRef(() => {
    const positionMs = player.positionUs / 1_000;
    const words = clockText(positionMs);
    if (slider.current !== null) {
      slider.current.value = String(positionMs);
      slider.current.setAttribute('aria-valuetext', words);
    }
    if (text.current !== null && text.current.textContent !== words) text.current.textContent = words;
  }).current;
  useEffect(() => {
    write();
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function next() {
      write();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, write]);
  return (
    <>
      <span ref={text} className="player-bar-time" />
      <input
        ref={slider}
        type="range"
        className="slider player-bar-progress"
        aria-label={strings.playback.position}
        min={0}
        max={Math.max(1, lengthUs / 1_000)}
        step="any"
        defaultValue={0}
        onInput={(event) => {
          player.seek(Number(event.currentTarget.value) * 1_000);
          write();
        }}
      />
      <span className="player-bar-time muted">{clockText(lengthUs / 1_000)}</span>
    </>
  );
}

function Speed() {
  const { player } = useParts();
  const speed = usePlayback((state) => state.speed);
  return (
    <label className="player-bar-speed">
      <span className="muted">{strings.playback.tempo}</span>
      <input
        type="range"
        className="slider"
        min={speeds.slowest}
        max={speeds.fastest}
        step={0.05}
        value={speed}
        onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
      />
      <span className="player-bar-percent">{strings.playback.percent(speed)}</span>
    </label>
  );
}

const tracksId = 'playback-tracks';

function Tracks() {
  const { player } = useParts();
  const tracks = usePlayback((state) => state.tracks);
  const on = tracks.filter(({ isOn }) => isOn).length;
  return (
    <>
      <button type="button" className="button quiet" popoverTarget={tracksId}>
        <ListMusic />
        {strings.playback.tracks(on, tracks.length)}
      </button>
      <div id={tracksId} popover="auto" className="popover playback-tracks">
        <fieldset>
          <legend className="panel-title">{strings.playback.whichTracks}</legend>
          {tracks.map(({ name, noteCount, isOn }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tracks have no other identity, and never change their order
            <label key={index} className="check">
              <input type="checkbox" checked={isOn} onChange={() => player.setTrack(index, !isOn)} />
              <span className="playback-track-name">{name || strings.playback.track(index + 1)}</span>
              <span className="muted">{strings.playback.notes(noteCount)}</span>
            </label>
          ))}
        </fieldset>
      </div>
    </>
  );
}

/** Guests, and who is alone, have nobody to play to. */
function Audience() {
  const { player } = useParts();
  const audience = usePlayback((state) => state.audience);
  const mayPlay = useRoom((state) => !state.guest && !state.isAlone);
  if (!mayPlay) return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={audience === 'room'}
        onChange={(event) => player.setAudience(event.currentTarget.checked ? 'room' : 'self')}
      />
      {strings.playback.roomHears}
    </label>
  );
}
