import { X } from 'lucide-react';
import { useEffect } from 'react';
import { shownName } from '../../../../../shared/device-names.ts';
import {
  type Assignment,
  actionNames,
  isLearnable,
  type KeyAssignment,
  keysOf,
  type LearnedAction,
} from '../../../contract/midi-learn.ts';
import { noteName } from '../../playing/input/midi-description.ts';
import { useLearned, useLearning } from '../../playing/input/midi-learn.ts';
import { useMidi } from '../../playing/input/midi-store.ts';
import { useKeyLabels } from '../../playing/piano/key-labels.ts';
import { keyName } from '../../playing/piano/key-name.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

const words = roomStrings.controls;

/** Lists the pads, knobs, pedals and keys that do something in Roomtone, and adds more. */
export function LearnSettings() {
  const { learn } = usePlayingParts();
  const { assignments, keys } = useLearned();
  useEffect(() => () => learn.learn(undefined), [learn]);
  useEffect(() => learnKeys((code) => learn.learnedKey(code)), [learn]);
  return (
    <section className="settings-group" aria-labelledby="learn-title">
      <h3 id="learn-title">{words.title}</h3>
      <p className="muted">{words.hint}</p>
      <ul className="rows learned">
        {actionNames.map((action) => (
          <Action
            key={action}
            action={action}
            assignments={assignments.filter((each) => each.action === action)}
            learnedKey={keys.find((each) => each.action === action)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ActionProps {
  readonly action: LearnedAction;
  readonly assignments: readonly Assignment[];
  readonly learnedKey: KeyAssignment | undefined;
}

function Action({ action, assignments, learnedKey }: ActionProps) {
  const { learn } = usePlayingParts();
  const inputs = useMidi((state) => state.inputs);
  const isLearning = useLearning((state) => state.action === action);
  const labels = useKeyLabels();
  const nameOf = (code: string) => keyName(code, labels);
  const name = words.actions[action];
  return (
    <li>
      <div className="row-words">
        <span className="row-name">{name}</span>
        {keysOf(action).keys.map((code) => (
          <span key={code} className="muted">
            {words.key({ name: nameOf(code) })}
          </span>
        ))}
        {learnedKey !== undefined && (
          <span className="learned-control">
            <span className="muted">{words.key({ name: nameOf(learnedKey.code) })}</span>
            <IconButton
              label={words.removeKey({ action: name, key: nameOf(learnedKey.code) })}
              onClick={() => learn.removeKey(learnedKey)}
            >
              <X />
            </IconButton>
          </span>
        )}
        {assignments.map((assignment) => (
          <span key={assignment.device} className="learned-control">
            <span className="muted">{describe(assignment, inputs)}</span>
            <IconButton
              label={words.remove({ action: name, device: shownName(assignment.device) })}
              onClick={() => learn.remove(assignment)}
            >
              <X />
            </IconButton>
          </span>
        ))}
      </div>
      <div className="row-acts">
        {isLearning && <span role="status">{words.press}</span>}
        <Button
          aria-label={isLearning ? words.cancelFor({ action: name }) : words.learnFor({ action: name })}
          onClick={() => learn.learn(isLearning ? undefined : action)}
        >
          {isLearning ? words.cancel : words.learn}
        </Button>
      </div>
    </li>
  );
}

/** Takes the next key, unless it only moves the focus or leaves. Returns a function that stops it. */
function learnKeys(take: (code: string) => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (useLearning.getState().action === undefined || event.repeat || !isLearnable(event.code)) return;
    // Else the button that was pressed last is pressed again.
    event.preventDefault();
    event.stopImmediatePropagation();
    take(event.code);
  };
  window.addEventListener('keydown', press, { capture: true });
  return () => window.removeEventListener('keydown', press, { capture: true });
}

function describe({ device, kind, channel, number }: Assignment, inputs: readonly string[]): string {
  const name = shownName(device);
  const control = {
    note: () => words.note({ name: noteName(number) }),
    controller: () => strings.midi.controller({ number }),
    program: () => words.program({ number: number + 1 }),
  }[kind]();
  const where = inputs.includes(device) ? name : roomStrings.devices.away({ device: name });
  return `${control} · ${words.channel({ channel: channel + 1 })} · ${where}`;
}
