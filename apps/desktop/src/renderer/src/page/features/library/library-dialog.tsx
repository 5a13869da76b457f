import { LibraryBig } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { useLibraryDialog } from './library-store.ts';
import { LibraryView } from './library-view.tsx';

/** Opens the library over a room. @param label what it does there. */
export function LibraryButton({ label }: { readonly label: string }) {
  return (
    <IconButton label={label} onClick={() => useLibraryDialog.setState({ isOpen: true })}>
      <LibraryBig />
    </IconButton>
  );
}

/** Opens the library from a menu. */
export function LibraryItem() {
  return (
    <MenuItem icon={<LibraryBig />} movesFocus onSelect={() => useLibraryDialog.setState({ isOpen: true })}>
      {strings.library.title}
    </MenuItem>
  );
}

/** The library over a room. @param hasAudience true if there may be somebody else to play to. */
export function LibraryDialog({ hasAudience }: { readonly hasAudience: boolean }) {
  const isOpen = useLibraryDialog((state) => state.isOpen);
  if (!isOpen) return null;
  return (
    <Dialog
      className="library-dialog"
      title={strings.library.title}
      onClose={() => useLibraryDialog.setState({ isOpen: false })}
    >
      <LibraryView hasAudience={hasAudience} />
    </Dialog>
  );
}
