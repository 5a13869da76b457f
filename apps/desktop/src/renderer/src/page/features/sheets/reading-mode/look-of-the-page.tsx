import { ALargeSmall, ZoomIn, ZoomOut } from 'lucide-react';
import { roomStrings } from '../../../room-strings.ts';
import { percent } from '../../../strings/formats.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useTheme } from '../../../ui/theme.ts';
import { ChordControls } from '../chord-page.tsx';
import { NoteControls } from '../note-controls.tsx';
import type { Sheet } from '../reading/sheet.ts';
import { papers, readingSizes, sizeAfter, useReadingChoices } from './reading-mode-store.ts';

const words = roomStrings.reading;

/** The size of the notes, the paper and how pages turn; beside it, what of the sheet is shown. */
export function LookOfThePage({ sheet }: { readonly sheet: Sheet }) {
  const { size, paper, byHalf, fillsScreen } = useReadingChoices();
  const theme = useTheme((state) => state.theme);
  const isCoarse = matchMedia('(pointer: coarse)').matches;
  const resize = (by: number) => useReadingChoices.setState({ size: sizeAfter(size, by) });
  return (
    <>
      <Popover
        label={words.look}
        isTitled
        align="end"
        className="look-of-the-page"
        trigger={
          <IconButton label={words.look}>
            <ALargeSmall />
          </IconButton>
        }
      >
        <div className="reading-size">
          <span>{words.size}</span>
          <IconButton
            label={roomStrings.sheets.smaller}
            disabled={size <= readingSizes.least}
            onClick={() => resize(-readingSizes.step)}
          >
            <ZoomOut />
          </IconButton>
          <output>{percent(size / readingSizes.usual)}</output>
          <IconButton
            label={roomStrings.sheets.larger}
            disabled={size >= readingSizes.most}
            onClick={() => resize(readingSizes.step)}
          >
            <ZoomIn />
          </IconButton>
        </div>
        <Select
          layout="row"
          label={words.paper}
          value={paper ?? theme}
          options={papers.map((value) => ({ value, name: words.papers[value] }))}
          onChange={(event) =>
            useReadingChoices.setState({ paper: papers.find((each) => each === event.currentTarget.value) })
          }
        />
        <Switch
          label={words.halfTurns}
          hint={words.halfTurnsHint}
          checked={byHalf}
          onChange={(event) => useReadingChoices.setState({ byHalf: event.currentTarget.checked })}
        />
        <Switch
          label={words.fullScreen}
          checked={fillsScreen ?? isCoarse}
          onChange={(event) => useReadingChoices.setState({ fillsScreen: event.currentTarget.checked })}
        />
        <p className="muted">{words.touchHint}</p>
      </Popover>
      {sheet.kind === 'chords' ? <ChordControls sheet={sheet} /> : <NoteControls sheet={sheet} />}
    </>
  );
}
