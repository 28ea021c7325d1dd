import { describe, expect, it } from 'vitest';
import { dropSuperseded, hasContent } from '../../src/deliver/drop-superseded.ts';
import type { Call, UpdateCustomer } from '../../src/inbox/call.ts';
import { requestView } from '../../src/inbox/request-view.ts';

const value = (text: string) => ({ text, origin: 'data' as const });

function update(parts: { note?: string; status?: string; fields?: Record<string, string> }): UpdateCustomer {
  return {
    operation: 'updateCustomer',
    id: value('1001'),
    ...(parts.note !== undefined && { note: { set: value(parts.note) } }),
    ...(parts.status !== undefined && { customerStatus: value(parts.status) }),
    additionalFields: Object.entries(parts.fields ?? {}).map(([key, text]) => ({
      key,
      change: { set: value(text) },
    })),
  };
}

describe('a late call', () => {
  it('is not changed if nothing newer was delivered', () => {
    const call = update({ note: 'a', status: 'VIP', fields: { allergies: 'Nuts' } });
    expect(dropSuperseded(call, [])).toEqual({ call, diagnostics: [] });
  });

  it('omits just the values that newer calls have set since, and reports that', () => {
    const late = update({
      note: 'old',
      status: 'Neukunde',
      fields: { allergies: 'old', 'lead.source': 'old' },
    });
    const { call, diagnostics } = dropSuperseded(late, [
      update({ note: 'new', fields: { 'lead.source': 'new' } }),
    ]);
    expect(requestView(call)).toEqual({
      operation: 'updateCustomer',
      id: '1001',
      customerStatus: 'Neukunde',
      additionalFields: { allergies: 'old' },
    });
    expect(diagnostics.map(each => [each.code, each.path])).toEqual([
      ['delivery/superseded', 'additionalFields.lead.source'],
      ['delivery/superseded', 'note'],
    ]);
  });

  it('has nothing left if newer calls have set everything', () => {
    const late = update({ status: 'Neukunde', fields: { allergies: 'old' } });
    const { call } = dropSuperseded(late, [update({ status: 'VIP' }), update({ fields: { allergies: '' } })]);
    expect(hasContent(call)).toBe(false);
  });

  it('keeps the effects of a booking itself', () => {
    const booking: Call = {
      operation: 'persistCustomerData',
      appointmentId: value('apt'),
      customer: { number: value('1001') },
      consents: { privacy: value('true') },
      customerStatus: value('Neukunde'),
      additionalFields: [{ key: 'allergies', change: { set: value('old') } }],
    };
    const { call } = dropSuperseded(booking, [update({ status: 'VIP', fields: { allergies: 'new' } })]);
    expect(hasContent(call)).toBe(true);
    expect(requestView(call)).toEqual({
      operation: 'persistCustomerData',
      appointmentId: 'apt',
      customerId: '1001',
      privacy: 'true',
    });
  });

  it('treats keys as opaque texts', () => {
    const late = update({ fields: { constructor: 'a', 'a.b': 'c' } });
    expect(dropSuperseded(late, [update({ fields: { a: 'x' } })]).call).toEqual(late);
  });
});
