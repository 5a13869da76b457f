import { useMutation } from '@tanstack/react-query';
import { GraduationCap, Repeat, Share2 } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { clockText } from '../../ui/clock-text.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast-store.ts';
import type { OwnPart } from './playback.ts';
import { usePlaybackParts } from './playback-parts.ts';
import { usePlayback } from './playback-store.ts';
import type { Outcome } from './practice-result.ts';
import './practice-panel.css';

const parts: readonly OwnPart[] = ['none', 'right', 'left', 'both'];
const words = strings.playback.practice;

/**
 * Practicing with a file: the user's part, waiting, notes ahead and the metronome; sharing it.
 * @param hasAudience true if there may be somebody to share it with.
 */
export function PracticePanel({ hasAudience }: { readonly hasAudience: boolean }) {
  const { player } = usePlaybackParts();
  const ownPart = usePlayback((state) => state.ownPart);
  const waits = usePlayback((state) => state.waits);
  const showsAhead = usePlayback((state) => state.showsAhead);
  const leadsMetronome = usePlayback((state) => state.leadsMetronome);
  const hasTempo = usePlayback((state) => state.hasTempo);
  const canShare = usePlayback((state) => state.canShare);
  return (
    <Popover
      label={words.title}
      isTitled
      align="end"
      className="practice-panel"
      trigger={
        <Button kind="quiet" aria-label={words.title}>
          <GraduationCap />
          <span className="pill-word">{words.title}</span>
        </Button>
      }
    >
      <Select
        label={words.part}
        value={ownPart}
        options={parts.map((value) => ({ value, name: words.parts[value] }))}
        // The select has no other values.
        onChange={(event) => player.practice(event.target.value as OwnPart, waits)}
      />
      <Switch
        label={words.waits}
        hint={words.waitsHint}
        checked={waits}
        disabled={ownPart === 'none'}
        onChange={(event) => player.practice(ownPart, event.target.checked)}
      />
      <Switch label={words.ahead} checked={showsAhead} onChange={(event) => player.showAhead(event.target.checked)} />
      {hasTempo && (
        <Switch
          label={words.metronome}
          hint={words.metronomeHint}
          checked={leadsMetronome}
          onChange={(event) => player.leadMetronome(event.target.checked)}
        />
      )}
      {hasAudience && canShare && <ShareButton />}
    </Popover>
  );
}

/** Gives everybody in the room the file, by a line of chat. */
function ShareButton() {
  const { player } = usePlaybackParts();
  const sharing = useMutation({ mutationFn: () => player.share(), onSuccess: () => notify(words.shared) });
  return (
    <>
      <Button busy={sharing.isPending} onClick={() => sharing.mutate()}>
        <Share2 />
        {words.share}
      </Button>
      <FailureNotice error={sharing.error ?? undefined} />
    </>
  );
}

const faults = ['early', 'late', 'missed', 'wrong'] as const satisfies Outcome[];

/** How the user played their part, while the file stands. */
export function PracticeSummary() {
  const result = usePlayback((state) => state.result);
  const isPlaying = usePlayback((state) => state.isPlaying);
  if (isPlaying || result.length === 0) return null;
  const count = (outcome: Outcome) => result.filter((note) => note.outcome === outcome).length;
  return (
    <p className="player-bar-line muted" role="status">
      {[
        words.results.right({ right: count('right'), asked: result.length - count('wrong') }),
        ...faults.filter((fault) => count(fault) > 0).map((fault) => words.results[fault]({ count: count(fault) })),
      ].join(' · ')}
    </p>
  );
}

/** Marks the beginning of a loop, then its end, then ends it. */
export function LoopButton() {
  const { player } = usePlaybackParts();
  const loop = usePlayback((state) => state.loop);
  let label: string = words.loopFrom;
  if (loop !== undefined) label = loop.toUs === undefined ? words.loopTo : words.loopOff;
  return (
    <Button
      kind="quiet"
      className="loop-button"
      aria-label={label}
      data-state={loop === undefined ? undefined : loop.toUs === undefined ? 'open' : 'on'}
      onClick={() => player.markLoop()}
    >
      <Repeat />
      <span>{loopText(loop)}</span>
    </Button>
  );
}

function loopText(loop: ReturnType<typeof usePlayback.getState>['loop']): string {
  if (loop === undefined) return words.loop;
  if (loop.fromBar > 0) {
    if (loop.toUs === undefined) return words.loopOpen({ from: loop.fromBar });
    return loop.fromBar === loop.toBar
      ? words.loopBar({ from: loop.fromBar })
      : words.loopBars({ from: loop.fromBar, to: loop.toBar });
  }
  const from = clockText(loop.fromUs / 1_000);
  return loop.toUs === undefined ? `${from} – ?` : `${from} – ${clockText(loop.toUs / 1_000)}`;
}
