import { FileMusic } from 'lucide-react';
import { sheetFileTypes } from '../../../../../shared/sheet-file.ts';
import { strings } from '../../strings.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { useSheetParts } from './sheet-parts.ts';

/** Opens a sheet. */
export function SheetButton() {
  const { sheets } = useSheetParts();
  return (
    <FileButton label={strings.sheets.title} accept={sheetFileTypes} onFile={(file) => void sheets.open(file)}>
      <FileMusic />
      <span className="pill-word">{strings.sheets.title}</span>
    </FileButton>
  );
}
