import { expect, it, onTestFinished } from 'vitest';
import { accountFields, formMapping, signedForm } from '../../../bench/form-webhook.ts';
import { createMappingSet } from '../../../src/deliver/mappings/mapping-set.ts';
import { type PlanningContext, planEvent } from '../../../src/deliver/planning/plan-event.ts';
import { parseMapping } from '../../../src/mapping/parse/parse-mapping.ts';
import { startCounting } from '../../count-calls.ts';

const sample = `
tests:
  - name: a form
    payload: ${signedForm('event-1000', 1000).body}
    expect: [{id: "1000"}]
`;

const catalog = { version: '1', fields: accountFields, fetchedAt: 0, statuses: [], statusesListedAt: null };

async function callsFor(text: string): Promise<number> {
  const parsed = parseMapping('form.yaml', text, { readFile: () => undefined } as never);
  if (!parsed.mapping) throw new Error(JSON.stringify(parsed));
  const context = {
    mappings: createMappingSet({ mappings: [parsed.mapping], faulty: [] } as never, []),
    source: () => ({ name: 'intake', answers: 'typeform', people: 'crm' }),
    destination: () => ({ config: { name: 'salon', validators: 'enforce' }, catalog }),
    findLink: async () => undefined,
    now: Date.UTC(2026, 2, 2),
  } as unknown as PlanningContext;
  const plan = async (customer: number) => {
    const event = {
      ...{ id: `${customer}`, source: 'intake', receivedAt: context.now, query: {} },
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(signedForm(`event-${customer}`, customer).body),
      reading: { kind: 'json', charset: 'utf-8' },
    };
    const { plan: planned } = await planEvent(event as never, context);
    expect(planned.calls).toMatchObject([{ state: { status: 'queued' }, diagnostics: [] }]);
  };
  const counting = startCounting();
  onTestFinished(() => counting.stop());
  for (let customer = 1001; customer < 1020; customer += 1) await plan(customer);
  return counting.callsOfAsync(() => plan(1020));
}

// Each question about an event costs little alone. All of them together decide how many events a second are planned.

it('plans an event of a form with few calls of functions', async () => {
  expect(await callsFor(formMapping)).toBeLessThan(6_020);
});

it('plans it with hardly more if the mapping has a sample', async () => {
  expect(await callsFor(formMapping + sample)).toBeLessThan(6_870);
});
