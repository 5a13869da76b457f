import { FileMusic } from 'lucide-react';
import { useState } from 'react';
import { sheetFileTypes } from '../../../../../shared/sheet-file.ts';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { KeptSheets } from './kept-sheets.tsx';
import { useSheetParts } from './sheet-parts.ts';

const words = roomStrings.sheets;

/** Opens a sheet of the user's own. */
export function SheetButton() {
  const { sheets } = useSheetParts();
  return (
    <FileButton label={words.title} accept={sheetFileTypes} onFile={(file) => void sheets.open(file)}>
      <FileMusic />
      <span className="pill-word">{words.title}</span>
    </FileButton>
  );
}

interface RoomSheetsButtonProps {
  readonly roomId: string;
  /** The user keeps the room's sheets. */
  readonly mayKeep: boolean;
}

/** Opens a sheet of the user's own, or one that the room keeps. */
export function RoomSheetsButton({ roomId, mayKeep }: RoomSheetsButtonProps) {
  const { sheets, ofRoom } = useSheetParts();
  const [isOpen, setOpen] = useState(false);
  const open = (file: File) => {
    setOpen(false);
    void sheets.open(file);
  };
  return (
    <Popover
      label={words.title}
      isTitled
      align="end"
      className="kept-sheets"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className="sheets-button" aria-label={words.title}>
          <FileMusic />
          <span className="pill-word">{words.title}</span>
        </Button>
      }
    >
      <FileButton accept={sheetFileTypes} onFile={open}>
        {words.kept.openFile}
      </FileButton>
      <KeptSheets roomId={roomId} acts={ofRoom} mayKeep={mayKeep} onOpen={() => setOpen(false)} />
    </Popover>
  );
}
