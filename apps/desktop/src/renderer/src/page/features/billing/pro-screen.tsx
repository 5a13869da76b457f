import { useParts } from '../../app/app-parts.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Panel, ScreenHead } from '../../ui/panel.tsx';
import { useTitle } from '../../ui/use-title.ts';
import './pro.css';
import { limits } from '@roomtone/protocol';
import type { Product } from '@roomtone/sdk';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dateText, figure, priceText } from '../../strings/formats.ts';
import { Choice, Choices } from '../../ui/choice.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast-store.ts';
import { type KnownSubscription, useSubscription } from './subscription-store.ts';
import { useCancel, useCheckout, usePortal, useProducts } from './use-billing.ts';

/** Pro's features and price, and the user's subscription. */
export function ProScreen() {
  const { account } = useParts();
  const status = useAccount((state) => state.status);
  const isPro = useAccount((state) => state.status === 'signed-in' && state.account.roles.includes('pro'));
  useTitle(strings.pro.title);
  return (
    <>
      <ScreenHead title={strings.pro.title} lead={isPro ? strings.pro.leadPro : strings.pro.lead}>
        {status === 'guest' && (
          <Button size="large" onClick={() => account.leaveGuest()}>
            {strings.pro.signIn}
          </Button>
        )}
      </ScreenHead>
      <div className="panels">
        <div>
          <Comparison />
        </div>
        <div>{isPro ? <OwnSubscription /> : <Products isGuest={status === 'guest'} />}</div>
      </div>
    </>
  );
}

/** The state of the user's subscription. */
function OwnSubscription() {
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
  return known === undefined ? words.unknown : words[known.status]({ until: dateText(known.activeUntil) });
}

/** Compares free accounts with Pro, by the limits that the server enforces. */
function Comparison() {
  const words = strings.pro;
  return (
    <Panel title={words.compare}>
      <table className="comparison">
        <thead>
          <tr>
            <td />
            <th scope="col">{words.member}</th>
            <th scope="col">{words.pro}</th>
          </tr>
        </thead>
        <tbody>
          <Line name={words.ownRooms} member={figure(limits.roomsOwned.member)} pro={figure(limits.roomsOwned.pro)} />
          <Line name={words.roomSize} member={figure(limits.maxUsers.member)} pro={figure(limits.maxUsers.pro)} />
          <Line
            name={words.proRooms}
            hint={words.proRoomsHint}
            member={<Minus role="img" aria-label={words.no} />}
            pro={<Check role="img" aria-label={words.yes} />}
          />
        </tbody>
      </table>
      <p className="muted">{words.sameForAll}</p>
    </Panel>
  );
}

interface LineProps {
  readonly name: string;
  readonly hint?: string;
  readonly member: ReactNode;
  readonly pro: ReactNode;
}

function Line({ name, hint, member, pro }: LineProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        {hint !== undefined && <span className="muted">{hint}</span>}
      </th>
      <td>{member}</td>
      <td>{pro}</td>
    </tr>
  );
}

/** The products, each with a button to subscribe. */
function Products({ isGuest }: { readonly isGuest: boolean }) {
  const { data, error, refetch } = useProducts();
  const words = strings.pro;
  if (data?.products.length === 0) {
    return (
      <Panel title={words.off}>
        <p className="muted">{words.offHint}</p>
      </Panel>
    );
  }
  return (
    <Panel title={words.offers} className="products">
      {data === undefined && error === null && <Skeleton lines={4} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <ProductForm products={data.products} isGuest={isGuest} />}
    </Panel>
  );
}

function ProductForm({ products, isGuest }: { readonly products: readonly Product[]; readonly isGuest: boolean }) {
  const [chosen, setChosen] = useState(products[0]?.productId ?? '');
  const { open, address, error, isBusy } = useCheckout();
  const words = strings.pro;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        open(chosen);
      }}
    >
      <Choices legend={<span className="visually-hidden">{words.offers}</span>}>
        {products.map((product) => (
          <Choice
            key={product.productId}
            className="product"
            name="product"
            value={product.productId}
            checked={product.productId === chosen}
            onChange={() => setChosen(product.productId)}
          >
            <bdi>{product.name}</bdi>
            <span className="product-price">
              {priceText(product.price, product.currency)}{' '}
              <span className="muted">{words.interval[product.interval]}</span>
            </span>
            <bdi className="muted">{product.description}</bdi>
          </Choice>
        ))}
      </Choices>
      {isGuest ? (
        <Notice>{words.guest}</Notice>
      ) : (
        <>
          <FailureNotice error={error ?? undefined} />
          {address !== undefined && <PaymentAddress address={address} />}
          <Button type="submit" kind="main" size="large" busy={isBusy}>
            {isBusy ? words.opening : words.subscribe}
          </Button>
          <p className="muted small-words">{words.subscribeHint}</p>
        </>
      )}
    </form>
  );
}

/** The address of a payment page, for the user to open in a browser. */
function PaymentAddress({ address }: { readonly address: string }) {
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
