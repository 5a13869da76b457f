import { Ellipsis, GraduationCap, Play, Tags, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import type { LibraryRow } from '../../../../../shared/library/library.ts';
import { shownTitle } from '../../../../../shared/library/library-index.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useLibraryParts } from './library-parts.ts';
import { TagsDialog } from './tags-dialog.tsx';

interface RowMenuProps {
  readonly row: LibraryRow;
  readonly tabIndex: number;
  readonly hasAudience: boolean;
}

/** Everything that can be done with a file. */
export function RowMenu({ row, tabIndex, hasAudience }: RowMenuProps) {
  const { library } = useLibraryParts();
  const [isTagging, setTagging] = useState(false);
  const words = strings.library;
  const { removeFile } = library.port;
  const isPlayable = row.problem === null;
  const canRemove = removeFile !== undefined && row.isKept;
  if (!isPlayable && !canRemove) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={words.more({ name: shownTitle(row) })} tabIndex={tabIndex}>
            <Ellipsis />
          </IconButton>
        }
      >
        {isPlayable && (
          <>
            <MenuItem icon={<Play />} movesFocus onSelect={() => void library.play(row, 'self')}>
              {words.playForSelf}
            </MenuItem>
            {hasAudience && (
              <MenuItem icon={<Users />} movesFocus onSelect={() => void library.play(row, 'room')}>
                {words.forEveryone}
              </MenuItem>
            )}
            <MenuItem icon={<GraduationCap />} movesFocus onSelect={() => void library.play(row, 'practice')}>
              {words.practice}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Tags />} movesFocus onSelect={() => setTagging(true)}>
              {words.editTags}
            </MenuItem>
          </>
        )}
        {canRemove && (
          <MenuItem icon={<Trash2 />} danger onSelect={() => void removeFile(row.id)}>
            {words.remove}
          </MenuItem>
        )}
      </Menu>
      {isTagging && <TagsDialog row={row} onClose={() => setTagging(false)} />}
    </>
  );
}
