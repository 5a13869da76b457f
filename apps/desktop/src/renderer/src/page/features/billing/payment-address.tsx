import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';

/** The address of a payment page, for the user to open in a browser. */
export function PaymentAddress({ address }: { readonly address: string }) {
  const { bridge } = useParts();
  const copy = () =>
    bridge.copyText(address).then(
      () => notify(strings.pro.copied),
      (error: unknown) => notify(failureText(error)),
    );
  return (
    <div className="notice payment-address" role="status">
      <p>{strings.pro.openElsewhere}</p>
      <code>{address}</code>
      <Button onClick={() => void copy()}>{strings.pro.copy}</Button>
    </div>
  );
}
