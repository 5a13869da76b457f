import { type InputHTMLAttributes, useId } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** What the server says is wrong with it. */
  readonly error?: string | undefined;
  /** Words that help before anything is wrong. */
  readonly hint?: string | undefined;
}

/** A labelled input with its error below. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : noteId}
      />
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? 'field-label' : 'field-error'} role={error && 'alert'}>
          {note}
        </p>
      )}
    </div>
  );
}
