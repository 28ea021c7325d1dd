import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fieldbridge, openSandbox, plainFolder } from '../command-line.ts';

const phone = (q: string, last: number) => ({ q, a: `0151 2345678${last}` });

/** A form whose sample asks the same question twice, which no rule can read. */
const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    emergency: {answer: Notfall, as: phone, country: DE, because: as agreed}
tests:
  - name: a form
    payload: ${JSON.stringify({ customer: 1001, list: [phone('Notfall', 1), phone('Notfall', 2), phone('Mobil', 1)] })}
    expect: [{id: "1001"}]
`;

it('an event is planned although a sample cannot be read for a doubt', async () => {
  const sandbox = await openSandbox();
  sandbox.control('fields', { action: 'add', keyName: 'emergency', name: 'Notfall Telefon', type: 'text' });
  const directory = plainFolder(sandbox, { 'mappings/notes.yaml': mapping });
  const config = join(directory, 'config.yaml');
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace(/^( +)verify:/m, '$1answers: {each: list, label: q, value: a}\n$&'));
  const event = { customer: 1001, list: [phone('Notfall', 1), phone('Mobil', 3)] };
  writeFileSync(join(directory, 'event.json'), JSON.stringify(event));
  const { status, out } = await fieldbridge(['preview', 'notes', 'event.json', '--json'], { directory });
  expect(status).toBe(0);
  expect(JSON.parse(out).calls).toMatchObject([
    { status: 'queued', request: { additionalFields: { emergency: '+4915123456781' } } },
  ]);
});
