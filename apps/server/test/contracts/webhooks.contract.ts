import { beforeEach, expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import type { NewDelivery, WebhookRecord } from '../../src/ports/webhook-storage.ts';

const webhook = (name: string, over: Partial<WebhookRecord> = {}): WebhookRecord => ({
  webhookId: name,
  url: `https://${name}.example.org/hook`,
  secret: 'sealed',
  events: ['room.created', 'chat.message'],
  roomId: undefined,
  active: true,
  createdAt: 1_000,
  ...over,
});
const delivery = (deliveryId: string, webhookId: string, createdAt = 5_000): NewDelivery => ({
  deliveryId,
  webhookId,
  event: 'room.created',
  body: '{"type":"room.created"}',
  createdAt,
});
const delivered = { at: 6_000, state: 'delivered', nextAttemptAt: undefined, status: 204, error: '' } as const;

/** The part of the contract about webhooks and their deliveries (S40). */
export function webhooksContract(open: () => Promise<Storage>): void {
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
    return () => storage.close();
  });
  const idsOf = async (webhookId: string) =>
    (await storage.deliveriesOf(webhookId, 10)).map(({ deliveryId }) => deliveryId);

  test('S40.1: webhooks are added up to a quota, changed and removed with their deliveries', async () => {
    expect(await storage.addWebhook(webhook('b', { createdAt: 2_000, roomId: 'loft' }), 2)).toBe(true);
    expect(await storage.addWebhook(webhook('a'), 2)).toBe(true);
    expect(await storage.addWebhook(webhook('c'), 2)).toBe(false);
    expect(await storage.webhooks()).toEqual([
      { ...webhook('a'), waiting: 0 },
      { ...webhook('b', { createdAt: 2_000, roomId: 'loft' }), waiting: 0 },
    ]);
    expect(await storage.changeWebhook('a', {})).toBe(true);
    const change = { url: 'https://other.example.org/', events: ['room.left'], roomId: 'shed', active: false } as const;
    expect(await storage.changeWebhook('a', change)).toBe(true);
    expect(await storage.changeWebhook('b', { roomId: null })).toBe(true);
    expect(await storage.changeWebhook('none', {})).toBe(false);
    expect(await storage.webhooks()).toMatchObject([change, { roomId: undefined }]);
    await storage.addDeliveries([delivery('d1', 'a')], 10);
    expect(await storage.removeWebhook('a')).toBe(true);
    expect(await storage.removeWebhook('a')).toBe(false);
    expect(await idsOf('a')).toEqual([]);
  });

  test('S40.5: so many deliveries of one webhook wait, and further ones are not added', async () => {
    for (const name of ['a', 'b']) await storage.addWebhook(webhook(name), 10);
    const all = ['d1', 'd2', 'd3'].flatMap((id) => [delivery(id, 'a'), delivery(`${id}-b`, 'b'), delivery(id, 'gone')]);
    expect(await storage.addDeliveries(all, 2)).toBe(4);
    expect(await idsOf('a')).toEqual(['d2', 'd1']);
    expect((await storage.webhooks()).map(({ waiting }) => waiting)).toEqual([2, 2]);
    await storage.deliveryAttempted('d1', delivered, 10);
    expect(await storage.addDeliveries([delivery('d4', 'a'), delivery('d5', 'a')], 2)).toBe(1);
  });

  test('S40.7: a delivery that is due is taken by one process, and again once its time is over', async () => {
    for (const name of ['a', 'b']) await storage.addWebhook(webhook(name, { active: name === 'a' }), 10);
    await storage.addDeliveries(
      [delivery('d2', 'a'), delivery('d1', 'a'), delivery('d3', 'b'), delivery('d4', 'a', 9_000)],
      10,
    );
    expect(await storage.webhooksWithDeliveriesDue(4_999)).toEqual([]);
    expect(await storage.webhooksWithDeliveriesDue(5_000)).toEqual(['a']);
    const taken = await storage.takeDeliveries('a', 5_000, 8_000, 1);
    expect(taken).toEqual([
      { ...delivery('d1', 'a'), state: 'waiting', attempts: 0, dueSince: 5_000, nextAttemptAt: 5_000, error: '' },
    ]);
    expect((await storage.takeDeliveries('a', 5_000, 8_000, 10)).map(({ deliveryId }) => deliveryId)).toEqual(['d2']);
    expect(await storage.takeDeliveries('a', 7_999, 9_000, 10)).toEqual([]);
    expect(await storage.takeDeliveries('a', 8_000, 9_500, 10)).toHaveLength(2);
  });

  test('S40.8: attempts are recorded, the newest that are over are kept, and a delivery can be repeated', async () => {
    await storage.addWebhook(webhook('a'), 10);
    await storage.addDeliveries(
      ['d1', 'd2', 'd3', 'd4'].map((id) => delivery(id, 'a')),
      10,
    );
    const failed = { at: 6_000, state: 'waiting', nextAttemptAt: 11_000, status: 500, error: '' } as const;
    await storage.deliveryAttempted('d1', failed, 2);
    await storage.deliveryAttempted('d1', { ...failed, at: 11_000, status: undefined, error: 'timeout' }, 2);
    expect((await storage.deliveriesOf('a', 10)).at(-1)).toEqual({
      ...delivery('d1', 'a'),
      ...{
        state: 'waiting',
        attempts: 2,
        dueSince: 5_000,
        lastAttemptAt: 11_000,
        nextAttemptAt: 11_000,
        error: 'timeout',
      },
    });
    for (const id of ['d2', 'd3', 'd4']) await storage.deliveryAttempted(id, delivered, 2);
    expect(await idsOf('a')).toEqual(['d4', 'd3', 'd1']);
    expect(await storage.repeatDelivery('a', 'd3', 20_000)).toBe(true);
    expect(await storage.repeatDelivery('b', 'd3', 20_000)).toBe(false);
    expect(await storage.repeatDelivery('a', 'd2', 20_000)).toBe(false);
    expect((await storage.deliveriesOf('a', 2)).at(-1)).toMatchObject({
      ...{ state: 'waiting', attempts: 0, dueSince: 20_000, nextAttemptAt: 20_000 },
    });
  });
}
