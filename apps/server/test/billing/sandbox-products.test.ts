import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { periodEnd } from '../../src/adapters/payments/sandbox.ts';
import { openSandboxProducts } from '../../src/adapters/payments/sandbox-products.ts';
import { checkoutPage } from '../../src/http/pages/billing-sandbox-views.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const never = (issue: string) => {
  throw new Error(issue);
};

function productFile(): { readonly directory: string; readonly path: string } {
  const directory = temporaryDirectory();
  return { directory, path: join(directory, 'sandbox-products.json') };
}

describe('the product file', () => {
  test('S19.11: it is created with a monthly and a yearly product, for its owner to edit', async () => {
    const { directory, path } = productFile();
    const products = await (await openSandboxProducts(directory, never)).list();
    expect(products.map(({ interval }) => interval)).toEqual(['month', 'year']);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('\n  "products": [');
  });

  test('S19.11: the host’s edits are kept and take effect immediately', async () => {
    const { directory, path } = productFile();
    const products = await openSandboxProducts(directory, never);
    const edited = readFileSync(path, 'utf8').replaceAll('"eur"', '"jpy"').replace('900', '1200');
    writeFileSync(path, edited);
    expect((await products.list())[0]).toMatchObject({ price: 1200, currency: 'jpy' });
    expect((await (await openSandboxProducts(directory, never)).list())[0]).toMatchObject({ price: 1200 });
  });

  test('S19.11: a broken edit is reported, and the products stay the same', async () => {
    const { directory, path } = productFile();
    const onBrokenEdit = vi.fn();
    const products = await openSandboxProducts(directory, onBrokenEdit);
    const before = await products.list();
    writeFileSync(path, '{"products": [');
    expect(await products.list()).toEqual(before);
    expect(onBrokenEdit).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('is not valid JSON'));
  });

  test('S19.11: an unusable file is refused at the start, with its path and the problem', async () => {
    const { directory, path } = productFile();
    await openSandboxProducts(directory, never);
    const good = readFileSync(path, 'utf8');
    const bad: readonly (readonly [string, RegExp])[] = [
      ['[]', /must be object/],
      ['{"products": []}', /\/products/],
      [good.replace('900', '9.5'), /\/products\/0\/price/],
      [good.replace('"eur"', '"EUR"'), /\/products\/0\/currency/],
      [good.replace('"month"', '"week"'), /\/products\/0\/interval/],
      [good.replace('"name"', '"title"'), /\/products\/0/],
      [good.replace('pro-yearly', 'pro-monthly'), /"pro-monthly" is there twice/],
    ];
    for (const [text, issue] of bad) {
      writeFileSync(path, text);
      await expect(openSandboxProducts(directory, never)).rejects.toThrow(issue);
      await expect(openSandboxProducts(directory, never)).rejects.toThrow(path);
    }
  });
});

test('S19.14: a period ends on the same day of the month, or on the last day of a shorter month', () => {
  const end = (start: string, interval: 'month' | 'year') =>
    new Date(periodEnd(Date.parse(start), interval)).toISOString();
  expect(end('2026-01-15T10:20:30.400Z', 'month')).toBe('2026-02-15T10:20:30.400Z');
  expect(end('2026-01-31T00:00:00.000Z', 'month')).toBe('2026-02-28T00:00:00.000Z');
  expect(end('2026-12-31T23:59:59.999Z', 'month')).toBe('2027-01-31T23:59:59.999Z');
  expect(end('2028-02-29T12:00:00.000Z', 'year')).toBe('2029-02-28T12:00:00.000Z');
});

test('S19.12: text that the host writes into the file is shown as text, not markup', () => {
  const evil = '<img src=x onerror="alert(1)">&\'';
  const { body } = checkoutPage({
    sessionId: 'cs_1',
    userId: 'ada',
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    successUrl: 'https://a.test/',
    cancelUrl: 'https://a.test/',
    product: {
      productId: 'p',
      name: evil,
      description: evil,
      price: 1200,
      currency: 'jpy',
      interval: 'month',
      features: [evil],
    },
  });
  expect(body.markup).not.toContain('<img');
  expect(body.markup.split('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;&#39;')).toHaveLength(4);
  expect(body.markup).toContain('¥1,200 per month');
});
