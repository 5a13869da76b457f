import { X } from 'lucide-react';
import { useEffect } from 'react';
import { shownName } from '../../../../../shared/device-names.ts';
import { type Assignment, type LearnedAction, learnedActions } from '../../../contract/midi-learn.ts';
import { noteName } from '../../playing/input/midi-description.ts';
import { useLearned, useLearning } from '../../playing/input/midi-learn.ts';
import { useMidi } from '../../playing/input/midi-store.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

const words = strings.settings.learn;

/** Lists the pads, knobs and pedals that do something in Roomtone, and adds more. */
export function LearnSettings() {
  const { learn } = usePlayingParts();
  const assignments = useLearned((state) => state.assignments);
  useEffect(() => () => learn.learn(undefined), [learn]);
  return (
    <section className="settings-group" aria-labelledby="learn-title">
      <h3 id="learn-title">{words.title}</h3>
      <p className="muted">{words.hint}</p>
      <ul className="rows learned">
        {learnedActions.map((action) => (
          <Action key={action} action={action} assignments={assignments.filter((each) => each.action === action)} />
        ))}
      </ul>
    </section>
  );
}

interface ActionProps {
  readonly action: LearnedAction;
  readonly assignments: readonly Assignment[];
}

function Action({ action, assignments }: ActionProps) {
  const { learn } = usePlayingParts();
  const inputs = useMidi((state) => state.inputs);
  const isLearning = useLearning((state) => state.action === action);
  const name = words.actions[action];
  return (
    <li>
      <div className="row-words">
        <span className="row-name">{name}</span>
        {assignments.map((assignment) => (
          <span key={assignment.device} className="learned-control">
            <span className="muted">{describe(assignment, inputs)}</span>
            <IconButton
              label={words.remove(name, shownName(assignment.device))}
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
          aria-label={isLearning ? words.cancelFor(name) : words.learnFor(name)}
          onClick={() => learn.learn(isLearning ? undefined : action)}
        >
          {isLearning ? words.cancel : words.learn}
        </Button>
      </div>
    </li>
  );
}

function describe({ device, kind, channel, number }: Assignment, inputs: readonly string[]): string {
  const name = shownName(device);
  const control = {
    note: () => words.note(noteName(number)),
    controller: () => strings.midi.controller(number),
    program: () => words.program(number + 1),
  }[kind]();
  const where = inputs.includes(device) ? name : strings.devices.away(name);
  return `${control} · ${words.channel(channel + 1)} · ${where}`;
}
