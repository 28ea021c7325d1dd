import { describe, expect, it } from 'vitest';
import { mappingInput } from '../../src/deliver/planning/mapping-input.ts';
import { type Captured, captureEvent } from '../../src/history/capture/capture-event.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { type SenderEvent, senderEvents } from './sender-events.ts';

const events = await senderEvents();

/** Captures an event with this payload, with a mapping of these lines. */
async function captured(head: string, set: readonly string[], payload: unknown, linked?: string) {
  const [first] = events;
  if (!first) throw new Error('there are no samples');
  const text = `source: x
destination: salon
operation: updateCustomer
${head}
set:
${set.map(line => `  ${line}`).join('\n')}
`;
  const { mapping, diagnostics } = parseMapping('mappings/x.yaml', text, { readFile: () => Buffer.alloc(0) });
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  const body = Buffer.from(JSON.stringify(payload));
  const reading = { kind: 'json', charset: 'utf-8' } as const;
  const { payload: _, ...event } = { ...first.archived.event, body, reading };
  const archived = { event, ownStatus: undefined, calls: [] };
  const made = await captureEvent(archived, {
    mapping,
    source: undefined,
    catalog: null,
    destinations: [],
    name: 'x',
    linked,
  });
  if ('reason' in made) throw new Error(`${made.reason} ${JSON.stringify(made.diagnostics)}`);
  return written(made);
}

function written({ test, place }: Captured): string {
  return `${'body' in place ? place.body : JSON.stringify(place.event)}\n${JSON.stringify(test)}`;
}

const note = 'note: {value: x}';

describe('an id of a person', () => {
  it.each([
    ['link: contact.ref', { contact: { ref: 'anna-berg' } }, 'anna-berg'],
    ['link: $substringAfter(contact.ref, ":")', { contact: { ref: 'person:anna-berg' } }, 'anna-berg'],
    ['link: $keys(people)[0]', { people: { 'anna-berg': { x: 1 } } }, 'anna-berg'],
    ['link: fields[key = "kunde"].type', { fields: [{ key: 'kunde', type: 'anna-berg' }] }, 'anna-berg'],
    ['link: user.id', { user: { id: 42 } }, '42'],
    ['link: user.id', { user: { id: '42' } }, '42'],
    ['link: user.created_at', { user: { created_at: 1767225600 } }, '1767225600'],
    ['when: who != "anna-berg2"\nlink: who', { who: 'anna-berg2x' }, 'anna-berg2x'],
  ])('is not kept if link reads it: %s', async (head, payload, secret) => {
    expect(await captured(head, ['id: {value: 1}', note], payload)).not.toContain(secret);
  });

  it.each([
    ['id: number', { number: 7 }, '7'],
    ['id: customer.type', { customer: { type: 'A1001' } }, '1001'],
    ['id: $string(nr)', { nr: '55' }, '55'],
  ])('is not kept if %s reads it', async (id, payload, secret) => {
    const text = await captured(
      '',
      [id.replace('customer.type', '$substring(customer.type, 1)'), note],
      payload,
    );
    expect(text).not.toContain(secret);
  });

  it('is not kept if it is the number for the link', async () => {
    const text = await captured('link: who', ['id: $linked', note], { who: 'anna-berg', number: 42 }, '42');
    expect(text).not.toContain('42');
    expect(text).not.toContain('anna-berg');
  });

  it('does not remove similar values in other places', async () => {
    const payload = { user: { id: 7 }, visits: 7, kind: 'note' };
    const text = await captured('link: user.id', ['id: {value: 1}', note], payload);
    expect(text).toMatch(/"visits": 7,\s+"kind": "note"/);
    expect(text).not.toMatch(/"id": 7\b/);
  });

  it('is kept in no sample of any sender', async () => {
    const found: string[] = [];
    for (const each of events) {
      const id = await linkOf(each);
      const made = await captureEvent(each.archived, {
        ...each,
        catalog: null,
        destinations: [],
        name: 'x',
        linked: undefined,
      });
      if ('reason' in made || id === undefined || id.length < 3) continue;
      if (written(made).includes(id)) found.push(`${each.title}: ${id}`);
    }
    expect(found).toEqual([]);
  });
});

async function linkOf({ mapping, source, archived }: SenderEvent): Promise<string | undefined> {
  const { payload, event, ...bindings } = mappingInput(archived.event, source);
  const id = await mapping.link?.value.evaluate({ input: payload, bindings: { ...bindings, event } });
  return id === undefined || id === null ? undefined : String(id);
}
