import type { LibraryRow } from '../../../../../shared/library/library.ts';
import { shownTitle } from '../../../../../shared/library/library-index.ts';
import { libraryLimits } from '../../../../../shared/library/library-limits.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useLibraryParts } from './library-parts.ts';

/** Changes a file's tags. */
export function TagsDialog({ row, onClose }: { readonly row: LibraryRow; readonly onClose: () => void }) {
  const { library } = useLibraryParts();
  const words = strings.library;
  return (
    <Dialog title={words.tagsOf({ name: isolated(shownTitle(row)) })} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('tags'));
          void library.mark({ id: row.id, tags: tagsIn(text) });
          onClose();
        }}
      >
        <TextField
          label={words.tags}
          hint={words.tagsHint}
          name="tags"
          defaultValue={row.tags.join(', ')}
          autoComplete="off"
          maxLength={libraryLimits.tagsOfFile * (libraryLimits.tagCharacters + 2)}
        />
        <FormActions act={words.saveTags} isBusy={false} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => [...tag.trim()].slice(0, libraryLimits.tagCharacters).join('').trim());
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, libraryLimits.tagsOfFile);
}
