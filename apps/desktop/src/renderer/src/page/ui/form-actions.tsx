import { strings } from '../strings.ts';
import { Button, type ButtonProps } from './button.tsx';

interface FormActionsProps {
  /** The label of the submit button. */
  readonly act: string;
  readonly kind?: ButtonProps['kind'];
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** The bottom of a form in a dialog: cancel and submit. */
export function FormActions({ act, kind = 'main', isBusy, onCancel }: FormActionsProps) {
  return (
    <div className="form-actions">
      <Button kind="quiet" size="large" onClick={onCancel}>
        {strings.ui.cancel}
      </Button>
      <Button type="submit" kind={kind} size="large" busy={isBusy}>
        {act}
      </Button>
    </div>
  );
}
