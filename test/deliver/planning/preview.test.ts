import { expect, it, onTestFinished } from 'vitest';
import { startHarness } from '../harness.ts';

const mapping = `source: crm
destination: salon
when: kind = "lead"
onInvalid: drop
operation: updateCustomer
set:
  id: customer
  note: note
  additionalFields:
    interests: topic
`;

async function harnessWith(mappings: Record<string, string>) {
  const harness = await startHarness({ mappings });
  onTestFinished(() => harness.close());
  await harness.run();
  return harness;
}

it('shows the call without values that the check drops, with a diagnostic, exactly as it is sent', async () => {
  const harness = await harnessWith({ intake: mapping });
  const payload = { kind: 'lead', customer: 1001, note: 'Window seat', topic: 'Piercing' };
  const { calls } = await harness.bridge.preview({ source: 'crm', payload });
  expect(calls).toMatchObject([
    {
      status: 'queued',
      request: { id: '1001', note: 'Window seat' },
      http: { body: '{"note":"Window seat"}' },
      diagnostics: [{ code: 'mapping/dropped-value', path: 'additionalFields.interests' }],
    },
  ]);
  await harness.send(payload);
  await harness.run();
  expect(harness.sandbox.calls().at(-1)).toMatchObject({ operation: 'updateCustomer' });
  expect(harness.sandbox.customer(1001)).toMatchObject({ note: 'Window seat' });
});

it('explains on request the result of each mapping, including those whose `when` is false', async () => {
  const harness = await harnessWith({ intake: mapping, other: mapping.replace('"lead"', '"sale"') });
  const request = { source: 'crm', payload: { kind: 'lead', customer: 1001, topic: 'Farbe' } };
  expect(await harness.bridge.preview(request)).not.toHaveProperty('why');
  const { calls, why, diagnostics } = await harness.bridge.preview({ ...request, why: true });
  expect({ calls, diagnostics }).toEqual(await harness.bridge.preview(request));
  expect(why).toMatchObject([
    {
      mapping: 'intake',
      wanted: true,
      parts: [
        { part: 'when', condition: { operator: '=', holds: true } },
        { part: 'id', outcome: { kind: 'used', text: '1001' } },
        { part: 'note', outcome: { kind: 'left-out' } },
        {
          part: 'additionalFields.interests',
          steps: [
            { step: 'from', output: 'Farbe' },
            { step: 'check', words: 'fits' },
          ],
          outcome: { kind: 'used', text: 'Farbe' },
        },
      ],
    },
    {
      mapping: 'other',
      wanted: false,
      parts: [
        {
          part: 'when',
          condition: {
            operator: '=',
            holds: false,
            parts: [
              { source: 'kind', value: 'lead' },
              { source: '"sale"', value: 'sale' },
            ],
          },
        },
      ],
    },
  ]);
});

it('shows a stored event with all data that its expressions see', async () => {
  const harness = await harnessWith({ intake: mapping.replace('note: note', 'note: $event.id') });
  const id = await harness.send({ kind: 'lead', customer: 1001 });
  const stored = await harness.store.contents(id);
  if (!stored) throw new Error('it is not stored');
  const { calls } = await harness.bridge.preview({ source: 'crm', payload: {}, stored });
  expect(calls).toMatchObject([{ request: { note: id } }]);
});

it('has the warnings of `check` as far as they apply to this payload, without values of a stored event', async () => {
  const ticked = mapping
    .replace('note: note', `note: 'optin ? "yes" : "no"'`)
    .replace('onInvalid: drop\n', '');
  const harness = await harnessWith({ intake: ticked, other: mapping.replace('kind = "lead"', 'kind = 5') });
  const payload = { kind: 'lead', customer: 1001, optin: 'nein' };
  const given = await harness.bridge.preview({ source: 'crm', payload });
  expect(given.calls.map(each => each.diagnostics.map(({ code, path }) => [code, path]))).toEqual([
    [['check/text-as-condition', 'note']],
  ]);
  expect(given.calls[0]?.diagnostics[0]?.message).toContain('optin is "nein" in this payload');
  expect(given.diagnostics.map(({ code, path }) => [code, path])).toEqual([['check/never-equal', 'when']]);
  const id = await harness.send(payload);
  const stored = await harness.store.contents(id);
  if (!stored) throw new Error('it is not stored');
  const { calls } = await harness.bridge.preview({ source: 'crm', payload: {}, stored });
  const [warning] = calls.flatMap(each => each.diagnostics);
  expect(warning?.message).toContain('optin is an answer in words in this event');
  expect(JSON.stringify(warning)).not.toContain('"nein"');
  const quiet = await harness.bridge.preview({ source: 'crm', payload: { ...payload, optin: true } });
  expect(quiet.calls.flatMap(each => each.diagnostics)).toEqual([]);
});

it('warns of a status from the payload that the account is not known to have', async () => {
  const harness = await harnessWith({
    intake: mapping.replace('  note: note', '  customerStatus: stage'),
  });
  const codesFor = async (stage: string) => {
    const payload = { kind: 'lead', customer: 1001, stage };
    const { calls } = await harness.bridge.preview({ source: 'crm', payload });
    return calls.flatMap(({ status, diagnostics }) => [status, ...diagnostics.map(({ code }) => code)]);
  };
  expect(await codesFor('regularly')).toEqual(['queued', 'check/unconfirmed-status']);
  await harness.send({ kind: 'lead', customer: 1001, stage: 'VIP' });
  await harness.run();
  // The account accepted it.
  expect(await codesFor('VIP')).toEqual(['queued']);
});

it('explains that a link stands for nobody because two people share it', async () => {
  const byAddress = mapping
    .replace('when: kind = "lead"', 'link: email')
    .replace('    interests: topic\n', '');
  const numbers = byAddress
    .replace('  additionalFields:\n', '')
    .replace('link:', 'when: $exists(customer)\nlink:');
  const wishes = numbers.replace('$exists(customer)', '$exists(wish)').replace('id: customer', 'id: $linked');
  const harness = await harnessWith({ numbers, wishes: wishes.replace('note: note', 'note: wish') });
  for (const customer of [1001, 1002])
    await harness.send({ customer, email: 'family@example.com', note: `of ${customer}` });
  await harness.run();
  const payload = { email: 'family@example.com', wish: 'A quiet place' };
  const { calls, why } = await harness.bridge.preview({ source: 'crm', payload, why: true });
  expect(calls).toMatchObject([{ status: 'failed', diagnostics: [{ code: 'mapping/shared-link' }] }]);
  const [id] = why?.find(each => each.mapping === 'wishes')?.parts.filter(({ part }) => part === 'id') ?? [];
  expect(id?.outcome).toMatchObject({
    kind: 'wrong',
    code: 'mapping/shared-link',
    why: expect.stringContaining('two people seem to share the link'),
    advice: expect.stringContaining('links import'),
  });
});

it('reports a value of another kind, unit or currency than its field, as the event does', async () => {
  const harness = await startHarness({ mappings: {} });
  onTestFinished(() => harness.close());
  for (const [keyName, name] of [
    ['revenue', 'Umsatz (€)'],
    ['height', 'Größe (cm)'],
  ])
    harness.sandbox.control('fields', { action: 'add', keyName, name, type: 'text' });
  const rules = (revenue: string, height: string) =>
    mapping.replace('    interests: topic\n', `    revenue: ${revenue}\n    height: ${height}\n`);
  await harness.use({ wrong: rules('orderCount', 'price_chf'), right: rules('total_eur', 'height_cm') });
  await harness.run();
  const payload = {
    kind: 'lead',
    customer: 1001,
    orderCount: 3,
    price_chf: 80,
    total_eur: 80,
    height_cm: 178,
  };
  const { calls } = await harness.bridge.preview({ source: 'crm', payload });
  const told = (name: string, diagnostics: readonly { code: string; path?: string }[] = []) =>
    diagnostics.filter(({ code }) => code === 'mapping/other-name').map(({ path }) => `${name} ${path}`);
  const wrong = ['wrong additionalFields.revenue', 'wrong additionalFields.height'];
  expect(calls.flatMap(each => told(each.mapping, each.diagnostics))).toEqual(wrong);
  const id = await harness.send(payload);
  await harness.run();
  const event = await harness.event(id);
  expect(event?.calls.flatMap(each => told(each.mapping, each.diagnostics))).toEqual(wrong);
});
