import { type ReactNode, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { Notice } from '../../ui/notice.tsx';

interface ModerationFormProps {
  readonly title: string;
  /** Says what will happen. */
  readonly description: string;
  /** The label of the submit button. */
  readonly act: string;
  /** @throws {CallError} */
  readonly onAct: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A dialog with the fields of one moderation action. */
export function ModerationForm({ title, description, act, onAct, onClose, children }: ModerationFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onAct();
      onClose();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        <FormActions act={act} kind="danger" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
