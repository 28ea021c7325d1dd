import { describe, expect, it } from 'vitest';
import { namedFields } from '../../../src/check/starter/named-fields.ts';
import { writeStarterMapping } from '../../../src/check/starter/starter-mapping.ts';
import { salonFields } from '../../../src/sandbox/salon/salon-fields.ts';
import { senderSource } from '../../receive/senders/a-sender.ts';

const fields = namedFields([salonFields()]);
const catalog = {
  version: '1',
  fields: fields.map(({ field }) => field),
  fetchedAt: 0,
  statuses: [],
  statusesListedAt: null,
};

const moment = '2026-03-09T08:15:00Z';

async function linesOf(sender: string, body: unknown): Promise<readonly string[]> {
  const bytes = Buffer.from(JSON.stringify(body));
  const sample = { path: 'samples/any.json', headers: {}, query: {}, bytes, origin: 'captured' } as const;
  const source = senderSource(sender);
  const written = await writeStarterMapping({
    source,
    sender,
    destination: 'salon',
    catalog,
    fields,
    sample,
  });
  if (written.kind === 'unreadable') throw new Error(written.reason);
  return written.text.split('\n').filter(line => line.includes('ignoreOlder'));
}

describe('a first mapping of events that say when the customer was changed', () => {
  it.each([
    { contact_id: 'c-7', allergies: 'Nuts', updated_at: moment },
    { customer_number: 1001, allergies: 'Nuts', dob: '1990-12-10', updated_at: moment },
  ])('skips older ones if the event is the whole record: %j', async body => {
    const [line, ...others] = await linesOf('freshsales', body);
    expect(line).toMatch(/^ignoreOlder: true /);
    expect(others).toEqual([]);
  });

  it.each([
    { contact_id: 'c-7', updated_at: moment, changes: { allergies: 'Nuts' } },
    { contact: { id: 'c-7' }, allergies: 'Nuts', updated_at: moment },
  ])('proposes it in a comment if values are elsewhere: %j', async body => {
    const [line, ...others] = await linesOf('freshsales', body);
    expect(line).toMatch(/^# ignoreOlder: true /);
    expect(others).toEqual([]);
  });

  it.each([
    ['freshsales', { contact_id: 'c-7', allergies: 'Nuts' }],
    ['freshsales', { contact_id: 'c-7', allergies: 'Nuts', updated_at: null }],
    ['freshsales', { contact_id: 'c-7', allergies: 'Nuts', created_at: moment }],
    ['zapier', { contact_id: 'c-7', allergies: 'Nuts', updated_at: moment }],
    ['freshsales', { allergies: 'Nuts', updated_at: moment }],
  ])('does not name it without a time of change that the source uses: %s %j', async (sender, body) => {
    expect(await linesOf(sender, body)).toEqual([]);
  });
});
