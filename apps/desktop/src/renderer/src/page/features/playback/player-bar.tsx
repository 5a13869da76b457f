import { textEncodings } from '@roomtone/smf';
import { ListMusic, MicVocal, Pause, Play, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { listText, percent } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { clockText } from '../../ui/clock-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Range } from '../../ui/range.tsx';
import { Select } from '../../ui/select.tsx';
import { FollowedLyrics } from './followed-lyrics.tsx';
import { Lyrics } from './lyrics.tsx';
import { speeds } from './playback.ts';
import { usePlaybackParts } from './playback-parts.ts';
import { usePlayback } from './playback-store.ts';
import { LoopButton, PracticePanel, PracticeSummary } from './practice-panel.tsx';
import './player-bar.css';

interface PlayerBarProps {
  /** True if there may be somebody else to play to. */
  readonly hasAudience: boolean;
  /** Opens another file. */
  readonly otherFile: ReactNode;
}

/** Controls of the loaded file: play, position, tempo, tracks and audience. */
export function PlayerBar({ hasAudience, otherFile }: PlayerBarProps) {
  const { player } = usePlaybackParts();
  const file = usePlayback((state) => state.file);
  const isPlaying = usePlayback((state) => state.isPlaying);
  const lyrics = usePlayback((state) => state.lyrics);
  const showsLyrics = usePlayback((state) => state.showsLyrics);
  const repairs = usePlayback((state) => state.repairs);
  if (file === undefined) return <FollowedLyrics />;
  const words = strings.playback;
  return (
    <div>
      <section className="player-bar" aria-label={words.title}>
        <IconButton
          label={isPlaying ? words.pause : words.play}
          onClick={() => (isPlaying ? player.pause() : player.play())}
        >
          {isPlaying ? <Pause /> : <Play />}
        </IconButton>
        <p className="player-bar-name">
          <bdi>{file.name}</bdi>
        </p>
        <Progress lengthUs={file.lengthUs} isPlaying={isPlaying} />
        <Speed />
        <LoopButton />
        <PracticePanel hasAudience={hasAudience} />
        <Tracks />
        {lyrics.length > 0 && (
          <IconButton
            label={words.lyrics}
            aria-pressed={showsLyrics}
            onClick={() => usePlayback.setState({ showsLyrics: !showsLyrics })}
          >
            <MicVocal />
          </IconButton>
        )}
        {hasAudience && <Audience />}
        <span className="player-bar-other">{otherFile}</span>
        <IconButton label={words.close} onClick={() => player.close()}>
          <X />
        </IconButton>
      </section>
      {repairs.length > 0 && (
        <p className="player-bar-line muted" role="status">
          {words.mended({ repairs: listText(repairs.map((repair) => words.repairs[repair])) })}
        </p>
      )}
      <PracticeSummary />
      {lyrics.length > 0 && showsLyrics && <Lyrics lyrics={lyrics} positionUs={() => player.positionUs} />}
    </div>
  );
}

/** Written without rendering while the file plays. */
function Progress({ lengthUs, isPlaying }: { readonly lengthUs: number; readonly isPlaying: boolean }) {
  const { player } = usePlaybackParts();
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
      <Range
        ref={slider}
        className="player-bar-progress"
        aria-label={strings.playback.position}
        min={0}
        max={Math.max(1, lengthUs / 1_000)}
        step="any"
        defaultValue={0}
        onChange={(positionMs) => {
          player.seek(positionMs * 1_000);
          write();
        }}
      />
      <span className="player-bar-time muted">{clockText(lengthUs / 1_000)}</span>
    </>
  );
}

function Speed() {
  const { player } = usePlaybackParts();
  const speed = usePlayback((state) => state.speed);
  const id = useId();
  return (
    <div className="player-bar-speed">
      <label htmlFor={id} className="muted">
        {strings.playback.tempo}
      </label>
      <Range
        id={id}
        min={speeds.slowest}
        max={speeds.fastest}
        step={0.05}
        value={speed}
        onChange={(chosen) => player.setSpeed(chosen)}
      />
      <span className="player-bar-percent">{percent(speed)}</span>
    </div>
  );
}

function Tracks() {
  const { player } = usePlaybackParts();
  const tracks = usePlayback((state) => state.tracks);
  const on = tracks.filter(({ isOn }) => isOn).length;
  const all = tracks.length;
  const text = on === all ? strings.playback.tracks({ all }) : strings.playback.tracksOn({ on, all });
  return (
    <Popover
      label={strings.playback.whichTracks}
      isTitled
      align="end"
      className="playback-tracks"
      trigger={
        <Button kind="quiet" aria-label={text}>
          <ListMusic />
          <span className="pill-word">{text}</span>
        </Button>
      }
    >
      {tracks.map(({ name, noteCount, isOn }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tracks have no other identity, and never change their order
        <Checkbox key={index} checked={isOn} onChange={() => player.setTrack(index, !isOn)}>
          <bdi className="playback-track-name">{name || strings.playback.track({ number: index + 1 })}</bdi>
          <span className="muted">{strings.playback.notes({ count: noteCount })}</span>
        </Checkbox>
      ))}
      <TextEncodings />
    </Popover>
  );
}

/** The encoding of names and lyrics; a sheet and a recording have none. */
function TextEncodings() {
  const { player } = usePlaybackParts();
  const encoding = usePlayback((state) => state.encoding);
  if (encoding === undefined) return null;
  return (
    <Select
      label={strings.playback.encoding}
      value={encoding}
      options={textEncodings.map((value) => ({ value, name: strings.playback.encodings[value] }))}
      onChange={(event) => {
        const chosen = textEncodings.find((each) => each === event.target.value);
        if (chosen !== undefined) player.chooseEncoding(chosen).catch(() => {});
      }}
    />
  );
}

function Audience() {
  const { player } = usePlaybackParts();
  const audience = usePlayback((state) => state.audience);
  return (
    <Checkbox
      checked={audience === 'room'}
      onChange={(event) => player.setAudience(event.currentTarget.checked ? 'room' : 'self')}
    >
      {strings.playback.roomHears}
    </Checkbox>
  );
}
