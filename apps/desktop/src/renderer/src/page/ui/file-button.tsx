import type { ReactNode } from 'react';
import './file-button.css';

interface FileButtonProps {
  /** As the `accept` attribute of an input. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** Names it where its words may be hidden. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A button that opens a file. */
export function FileButton({ accept, onFile, label, children }: FileButtonProps) {
  return (
    <label className="button file-button">
      {children}
      <input
        type="file"
        className="visually-hidden"
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          // Allows choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
