import { expect, it } from 'vitest';
import type { SourceConfig } from '../../../src/config/config.ts';
import { aSignedDelivery, take } from './a-delivery.ts';

/** Tests of a tool whose user writes the body: JSON, a form, a list, and an id in a header. */
export function takesWhatIsWrittenThere(source: SourceConfig): void {
  it('has an id if a header contains one', async () => {
    const request = aSignedDelivery(source, '{"contact_id":"c-77"}', { 'Idempotency-Key': 'run-17' });
    expect(await take(source, request)).toMatchObject([{ id: ['run-17'] }]);
  });

  it('is also read as a form', async () => {
    const head = { 'content-type': 'application/x-www-form-urlencoded' };
    const [event] = await take(source, aSignedDelivery(source, 'contact_id=c-77&tags=Farbe', head));
    expect(event).toMatchObject({ payload: { contact_id: 'c-77', tags: 'Farbe' } });
  });

  it('may send several events as a list', async () => {
    const list = '[{"contact_id":"c-77"},{"contact_id":"c-78"}]';
    const events = await take(source, aSignedDelivery(source, list));
    expect(events).toMatchObject([{ payload: { contact_id: 'c-77' } }, { payload: { contact_id: 'c-78' } }]);
    expect(await take(source, aSignedDelivery(source, '[{"contact_id":"c-79"}]'))).toHaveLength(1);
    expect(await take(source, aSignedDelivery(source, '[]'))).toEqual([]);
  });
}
