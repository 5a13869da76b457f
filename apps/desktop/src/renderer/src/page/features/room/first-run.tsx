import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMidi } from '../../playing/input/midi-store.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { useAudio } from '../../playing/sound/audio-store.ts';
import { roomStrings } from '../../room-strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { dismissFirstRun, type FirstStep, finishStep, useFirstRun } from './first-run-store.ts';
import { hearYourself } from './hear-yourself.ts';
import { openRoomDialog } from './room-dialog-store.ts';
import { useRoom } from './room-store.ts';
import './first-run.css';

/** The first steps for people who are new here. Each ticks itself off; the list goes once all are done or it is dismissed. */
export function FirstRun() {
  const { midi, engine } = usePlayingParts();
  const isAlone = useRoom((state) => state.isAlone);
  const isGuest = useRoom((state) => state.guest);
  const canHaveMidi = useMidi((state) => state.status !== 'unsupported' && state.status !== 'absent');
  const { done, isDismissed } = useFirstRun();
  useTicks();
  const acts: Readonly<Record<FirstStep, () => void>> = {
    heard: () => hearYourself(engine, () => finishStep('heard')),
    midi: () => void midi.connect(),
    invited: () => openRoomDialog({ kind: 'invite' }),
  };
  const wanted: readonly FirstStep[] = [
    'heard',
    ...(canHaveMidi ? (['midi'] as const) : []),
    ...(isAlone ? [] : (['invited'] as const)),
  ];
  // The last tick stays in sight until the room is left.
  const [isNeeded] = useState(() => wanted.some((step) => !done.includes(step)));
  if (isGuest || isDismissed || !isNeeded) return null;
  return (
    <section className="first-run" aria-label={roomStrings.firstRun.title}>
      <ol>
        {wanted.map((step, index) => {
          const isDone = done.includes(step);
          return (
            <li key={step} data-done={isDone ? '' : undefined}>
              <button type="button" disabled={isDone} onClick={acts[step]}>
                <i>{isDone ? <Check /> : index + 1}</i>
                {roomStrings.firstRun.steps[step]}
                {isDone && <span className="visually-hidden">{roomStrings.firstRun.done}</span>}
              </button>
            </li>
          );
        })}
      </ol>
      <IconButton label={roomStrings.firstRun.dismiss} onClick={dismissFirstRun}>
        <X />
      </IconButton>
    </section>
  );
}

/** Ticks off what has happened. Inviting is done once the invitation has been seen, or somebody is there. */
function useTicks(): void {
  const { stage } = usePlayingParts();
  const hasSound = useAudio((state) => state.status === 'on' || state.status === 'simple');
  const hasMidi = useMidi((state) => state.status === 'on' && state.inputs.length > 0);
  const hasCompany = useRoom((state) => state.participants.length > 1);
  useEffect(() => (hasSound ? stage.onOwnNote(() => finishStep('heard')) : undefined), [stage, hasSound]);
  useEffect(() => {
    if (hasMidi) finishStep('midi');
    if (hasCompany) finishStep('invited');
  }, [hasMidi, hasCompany]);
}
