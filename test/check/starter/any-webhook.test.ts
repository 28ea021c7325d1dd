import fc from 'fast-check';
import { expect, it } from 'vitest';
import { namedFields } from '../../../src/check/starter/named-fields.ts';
import { writeStarterMapping } from '../../../src/check/starter/starter-mapping.ts';
import { parseMapping } from '../../../src/mapping/parse/parse-mapping.ts';
import { readTest } from '../../../src/mapping/tests/read-test.ts';
import { runMappingTests } from '../../../src/mapping/tests/run-tests.ts';
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

/** Names of fields, names with a special meaning in YAML or JSONata, and random ones. */
const key = fc.oneof(
  fc.constantFrom(
    'allergies',
    'dob',
    'interests',
    'newsletter',
    'hair type',
    'lead.source',
    'iban',
    'website',
  ),
  fc.constantFrom(
    'customer_number',
    'contact_id',
    'id',
    'email',
    'name',
    'value',
    'key',
    'stage',
    'propertyName',
  ),
  fc.constantFrom(
    'null',
    'true',
    'and',
    '- a',
    '#',
    'a: b',
    '"',
    "'",
    '`',
    '\\',
    '{x}',
    '$',
    '%',
    '&',
    '1',
    '__proto__',
  ),
  fc.string({ maxLength: 8 }),
);
const scalar = fc.oneof(
  fc.constantFrom(
    'Farbe',
    'Farbe;Pflege',
    'lockig',
    'yes',
    '1988-03-14',
    '14.03.1988',
    'https://example.com',
    '1001',
  ),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '"',
    ': #',
    '{a}',
    '\n',
    '🎂',
    'a@example.com',
    1001,
    0,
    -1.5,
    true,
    false,
    null,
  ),
  fc.string({ maxLength: 12 }),
);
const { payload } = fc.letrec(tie => ({
  payload: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('payload'), { maxLength: 3 }), tie('map')),
  map: fc.dictionary(key, tie('payload'), { maxKeys: 6 }),
}));

it('makes a mapping of any webhook that can be read, is not refused, and passes its own test', async () => {
  const source = senderSource('zapier');
  await fc.assert(
    fc.asyncProperty(fc.dictionary(key, payload, { maxKeys: 8 }), async body => {
      const bytes = Buffer.from(JSON.stringify(body));
      const sample = { path: 'samples/any.json', headers: {}, query: {}, bytes, origin: 'captured' } as const;
      const written = await writeStarterMapping({
        source,
        sender: 'Any',
        destination: 'salon',
        catalog,
        fields,
        sample,
      });
      if (written.kind === 'unreadable') return;
      const { mapping, diagnostics } = parseMapping('any.yaml', written.text, { readFile: () => bytes });
      expect(diagnostics.filter(each => each.severity === 'error')).toEqual([]);
      if (!mapping) throw new Error('no mapping');
      const results = await runMappingTests(mapping, { people: 'any', read: test => readTest(source, test) });
      expect(results.flatMap(each => each.differences)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

it('comments out a rule that fails for one of several events', async () => {
  const body = [
    { customer_number: 1001, dob: '1990-12-10', allergies: 'Nuts' },
    { customer_number: 1002, dob: 'in spring', allergies: 'Pollen' },
  ];
  const bytes = Buffer.from(JSON.stringify(body));
  const sample = { path: 'samples/any.json', headers: {}, query: {}, bytes, origin: 'captured' } as const;
  const source = senderSource('n8n');
  const written = await writeStarterMapping({
    source,
    sender: 'n8n',
    destination: 'salon',
    catalog,
    fields,
    sample,
  });
  if (written.kind === 'unreadable') throw new Error(written.reason);
  expect(written.text).toContain('\n    allergies: allergies # Allergien\n');
  expect(written.text).toContain('\n    # birthdate: {from: dob, as: date, format: dd.MM.yyyy}\n');
  expect(written.text).toMatch(/- id: "1001"\n.*\n.*Nuts\n.*- id: "1002"\n.*\n.*Pollen\n/);
});
