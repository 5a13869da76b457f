import { UserRound } from 'lucide-react';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { type WrittenPitch, writtenPitches } from './page-view.ts';
import type { NoteSheet } from './reading/sheet.ts';
import { useSheetParts } from './sheet-parts.ts';
import { useSheet } from './sheet-store.ts';
import { chooseView } from './view-choices.ts';

const words = roomStrings.sheets.part;
const pitches = Object.keys(writtenPitches) as WrittenPitch[];

/** The parts that this player reads of the sheet: the tune, their part, and how their instrument is written. */
export function NoteControls({ sheet }: { readonly sheet: NoteSheet }) {
  const { sheets } = useSheetParts();
  const staves = useSheet((state) => state.staves);
  const pitch = useSheet((state) => state.pitch);
  const { tunes, tune, kind } = sheet;
  const chosen = pitches.find((name) => writtenPitches[name] === pitch) ?? 'printed';
  return (
    <Popover
      label={words.title}
      isTitled
      align="end"
      className="note-controls"
      trigger={
        <Button kind="quiet" aria-label={words.title}>
          <UserRound />
          <span className="pill-word">{staves === undefined ? words.title : words.count({ staves: staves.size })}</span>
        </Button>
      }
    >
      {tunes.length > 1 && (
        <Select
          label={words.tune}
          value={tune}
          options={tunes.map((title, value) => ({ value, name: title || words.tuneNumber({ number: value + 1 }) }))}
          onChange={(event) => void sheets.chooseTune(Number(event.target.value))}
        />
      )}
      <Select
        label={words.pitch}
        value={chosen}
        options={(['printed', ...pitches] as const).map((value) => ({ value, name: words.pitches[value] }))}
        onChange={(event) => {
          const name = event.target.value as WrittenPitch | 'printed';
          chooseView({ pitch: name === 'printed' ? name : writtenPitches[name] });
        }}
      />
      {kind === 'musicxml' && sheet.staves.length > 1 && <Staves sheet={sheet} />}
    </Popover>
  );
}

/** The staves of each part; at least one is shown. */
function Staves({ sheet }: { readonly sheet: NoteSheet }) {
  const shown = useSheet((state) => state.staves);
  const all = sheet.staves.map((_, staff) => staff);
  const toggle = (staff: number, isShown: boolean) => {
    const next = new Set(all.filter((each) => (each === staff ? isShown : (shown?.has(each) ?? true))));
    if (next.size > 0) chooseView({ staves: next.size === all.length ? undefined : next });
  };
  return (
    <fieldset className="note-controls-staves">
      <legend className="field-label">{words.staves}</legend>
      {sheet.parts.flatMap(({ name, firstStaff, staves }, index) =>
        Array.from({ length: staves }, (_, offset) => {
          const staff = firstStaff + offset;
          const partName = name || words.partNumber({ number: index + 1 });
          return (
            <div key={staff} className="note-controls-staff">
              <Checkbox checked={shown?.has(staff) ?? true} onChange={(event) => toggle(staff, event.target.checked)}>
                <bdi>{staves === 1 ? partName : words.staff({ part: partName, number: offset + 1 })}</bdi>
              </Checkbox>
              {sheet.staves.length > 2 && (
                <Button kind="quiet" onClick={() => chooseView({ staves: new Set([staff]) })}>
                  {words.only}
                </Button>
              )}
            </div>
          );
        }),
      )}
      {shown !== undefined && (
        <Button kind="quiet" onClick={() => chooseView({ staves: undefined })}>
          {words.all}
        </Button>
      )}
    </fieldset>
  );
}
