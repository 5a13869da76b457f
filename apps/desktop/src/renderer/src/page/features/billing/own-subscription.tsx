import { dateText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PaymentAddress } from './payment-address.tsx';
import { type KnownSubscription, useSubscription } from './subscription-store.ts';
import { useCancel, usePortal } from './use-billing.ts';

/** The state of the user's subscription. */
export function OwnSubscription() {
  const known = useSubscription((state) => state.known);
  const portal = usePortal();
  const { cancel, isCancelling, isGranted } = useCancel();
  const words = strings.pro;
  if (portal.isGranted || isGranted) {
    return (
      <Panel title={words.yours}>
        <p role="status">{words.granted}</p>
      </Panel>
    );
  }
  const isOver = known?.status === 'cancelled' || known?.status === 'expired';
  return (
    <Panel title={words.yours} className="own-subscription">
      <p role="status">{statusText(known)}</p>
      <FailureNotice error={portal.error ?? undefined} />
      {portal.address !== undefined && <PaymentAddress address={portal.address} />}
      <div className="own-subscription-acts">
        <Button size="large" busy={portal.isBusy} onClick={() => portal.open(undefined)}>
          {words.portal}
        </Button>
        {!isOver && (
          <Button size="large" kind="quiet" disabled={isCancelling} onClick={cancel}>
            {words.cancel}
          </Button>
        )}
      </div>
      <p className="muted small-words">
        {words.portalHint} {!isOver && words.cancelHint}
      </p>
    </Panel>
  );
}

function statusText(known: KnownSubscription | undefined): string {
  const words = strings.pro.states;
  return known === undefined ? words.unknown : words[known.status](dateText(known.activeUntil));
}
