import { describe, expect, it } from 'vitest';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, refuses, sample, take } from './a-delivery.ts';
import { expectBasic } from './a-password.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('pipedrive');
const v2 = sample('pipedrive.json');
const v1 = sample('pipedrive-v1.json');
const idOf = async (body: object) =>
  (await take(source, aSignedDelivery(source, JSON.stringify(body))))[0]?.id;

describe('Pipedrive', () => {
  it('is accepted in version 2, with its id, the action, the object and the time', async () => {
    expect(await take(source, aSignedDelivery(source, v2))).toMatchObject([
      {
        id: ['5cf4a1ce-7d2f-4f0b-8f55-93b0e7d6a001', '1384411', '2.0'],
        type: 'change.person',
        occurredAt: '2026-11-20T09:40:00.231Z',
        payload: { data: { first_name: 'Mara' } },
      },
    ]);
  });

  it('is accepted in version 1, with the id of the person and the time in microseconds', async () => {
    expect(await take(source, aSignedDelivery(source, v1))).toMatchObject([
      {
        id: ['11', '1384411', '1795167600595189'],
        type: 'updated.person',
        occurredAt: '2026-11-20T09:40:00.595Z',
        payload: { current: { first_name: 'Mara' } },
      },
    ]);
  });

  it('is accepted only with user name and password', async () => {
    await expectBasic(source, aDelivery(v2));
    await refuses(source, {
      ...aDelivery(v2),
      url: `/hooks/website?token=${encodeURIComponent(secretText)}`,
    });
  });

  it('distinguishes a repeated webhook from another change of the same person', async () => {
    const second = JSON.parse(v2.toString());
    const first = JSON.parse(v1.toString());
    const repeated = { ...second, meta: { ...second.meta, attempt: 3 } };
    expect(await idOf(repeated)).toEqual(await idOf(second));
    expect(await idOf({ ...first, retry: 2 })).toEqual(await idOf(first));
    const later = { ...first, meta: { ...first.meta, timestamp_micro: 1795167600595190 } };
    expect(await idOf(later)).not.toEqual(await idOf(first));
    const { timestamp_micro: _, ...coarse } = first.meta;
    expect(await idOf({ ...first, meta: coarse })).toBeUndefined();
  });

  it('has an event for a deleted person too', async () => {
    const { meta } = JSON.parse(v2.toString());
    const deleted = { data: null, previous: {}, meta: { ...meta, action: 'delete' } };
    const [event] = await take(source, aSignedDelivery(source, JSON.stringify(deleted)));
    expect(event).toMatchObject({ type: 'delete.person', payload: { data: null } });
  });
});
