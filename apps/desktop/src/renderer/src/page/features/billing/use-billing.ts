import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../../contract/call-error.ts';
import { useParts } from '../../app/app-parts.ts';
import { pathTo } from '../../app/router.ts';
import { useServerView } from '../../app/servers/use-server-view.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { doUnlessUndone, notify } from '../../ui/toast-store.ts';
import { useSubscription } from './subscription-store.ts';

/** The products; none unless the host has set up payments. */
export function useProducts() {
  const { client } = useParts();
  const payments = useServerView()?.payments;
  const read = async () => (payments === 'on' ? await client.api.billing.products() : { products: [] });
  return useQuery({
    queryKey: ['products', payments],
    queryFn: payments === undefined ? skipToken : read,
    staleTime: 60_000,
  });
}

/** Opens a page of the payment provider; `address` is set if the user has to open it. */
function usePaymentPage<Argument>(ask: (argument: Argument) => Promise<string>) {
  const { payments } = useParts().bridge;
  const [address, setAddress] = useState<string>();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: ask,
    onSuccess: async (url) => {
      if (!(await payments.open(url))) setAddress(url);
    },
  });
  // In a browser the page is about to be left, so its button stays disabled. In the app it stays open.
  return { open: mutate, address, error, isBusy: isPending || (isSuccess && payments.leavesPage) };
}

export function useCheckout() {
  const { client, bridge } = useParts();
  const { returnUrl } = bridge.payments;
  return usePaymentPage(async (productId: string) => {
    const { checkoutUrl } = await client.api.billing.checkout({
      productId: productId,
      successUrl: returnUrl(pathTo('afterCheckout', { outcome: 'thanks' })),
      cancelUrl: returnUrl(pathTo('afterCheckout', { outcome: 'not-paid' })),
    });
    return checkoutUrl;
  });
}

export function usePortal() {
  const { client, bridge } = useParts();
  const page = usePaymentPage(async () => {
    const { portalUrl } = await client.api.billing.portal({ returnUrl: bridge.payments.returnUrl(pathTo('pro')) });
    return portalUrl;
  });
  return { ...page, isGranted: hasNoSubscription(page.error) };
}

/** Cancels the subscription unless that is undone in time; `isCancelling` until then. */
export function useCancel() {
  const { client } = useParts();
  const [isCancelling, setCancelling] = useState(false);
  const [isGranted, setGranted] = useState(false);
  const cancel = () => {
    setCancelling(true);
    const act = async () => {
      try {
        const { activeUntil } = await client.api.billing.cancel();
        useSubscription.setState({ known: { status: 'cancelled', activeUntil } });
      } catch (error) {
        if (hasNoSubscription(error)) setGranted(true);
        else notify(failureText(error));
      }
      setCancelling(false);
    };
    doUnlessUndone(
      strings.pro.cancelling,
      () => void act(),
      () => setCancelling(false),
    );
  };
  return { cancel, isCancelling, isGranted };
}

/** True if a call failed because there is no subscription. */
function hasNoSubscription(error: unknown): boolean {
  return error instanceof CallError && error.problem === undefined && error.code === 'RESOURCE_NOT_FOUND';
}
