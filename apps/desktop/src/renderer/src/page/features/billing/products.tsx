import type { Product } from '@roomtone/sdk';
import { useState } from 'react';
import { priceText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Choices } from '../../ui/choice.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { PaymentAddress } from './payment-address.tsx';
import { useCheckout, useProducts } from './use-billing.ts';

/** The products, each with a button to subscribe. */
export function Products({ isGuest }: { readonly isGuest: boolean }) {
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
