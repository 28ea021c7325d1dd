import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

/** Returns the warnings for an update with this line in `set` and a note. */
async function reported(line: string, payload: object, operation = 'updateCustomer', type?: string) {
  const event = {
    id: 'e1',
    source: 'website',
    receivedAt: '2026-03-01T12:00:00.000Z',
    ...(type && { type }),
  };
  const text = `source: website\ndestination: salon\noperation: ${operation}\nset:\n  id: nr\n  note: text\n  ${line}\n`;
  const evaluation = await evaluateYaml(text, { payload: { nr: 7, text: 'x', ...payload }, event });
  return codesOf(evaluation);
}

const changed = { event: 'contact.updated' };
const byAbsence = ['mapping/set-by-absence'];

describe('an update that sets a value because the event lacks another one', () => {
  it.each([
    ['additionalFields: {f: optin = "ja"}', changed],
    ['additionalFields: {f: $exists(optin) and optin = "ja"}', { type: 'CONTACT_UPDATE' }],
    ['additionalFields: {f: $exists(optin)}', { meta: { action: 'change' } }],
    ['additionalFields: {f: \'optin = "ja" ? true : false\'}', { aktion: 'Kunde geändert' }],
    ['additionalFields: {f: \'plan = "gold" ? "Goldkarte" : "keine"\'}', changed],
    ['additionalFields: {f: \'"newsletter" in topics\'}', { topic: 'customers/update' }],
    ['additionalFields: {f: {from: a, default: none}}', changed],
    ['additionalFields: {f: {from: a, whenMissing: clear}}', changed],
    ['additionalFields: {f: \'kind = "private" ? "Private" : "Public"\'}', {}],
    ['additionalFields: {f: \'kind = "private" ? "Private" : "Public"\'}', { kind: '' }],
    ['additionalFields: {f: \'kind = "private" ? "Private" : "Public"\'}', { kind: null }],
    ['additionalFields: {f: \'a = "cut" ? "Cut" : a = "dye" ? "Dye" : "Style"\'}', { a: ' ' }],
    ['additionalFields: {f: \'allergic = "Ja" ? which : "none"\'}', { which: 'Nuts' }],
    ['additionalFields: {f: \'allergic = "Ja" ? which : "none"\'}', { allergic: '', which: 'Nuts' }],
    ['additionalFields: {f: \'pain = "high" ? 1 : pain = "low" ? 3 : 5\'}', { pain: '' }],
    ['additionalFields: {f: \'$contains(hair, "straight") ? "A" : "B"\'}', {}],
    ['additionalFields: {f: \'$contains(hair, "straight") ? "A" : "B"\'}', { hair: '' }],
    ['customerStatus: \'plan = "gold" ? "VIP" : "Neukunde"\'', { plan: '' }],
    ['customerStatus: \'regular = "ja" ? "Stammkunde" : "Neukunde"\'', { regular: null }],
    ['additionalFields: {f: stage = "won"}', { propertyName: 'email', propertyValue: 'a@example.com' }],
    ['customerStatus: \'plan = "gold" ? "VIP" : "Neukunde"\'', {}],
    ['customerStatus: \'plan = "gold" ? "VIP" : "Neukunde"\'', changed],
    ['customerStatus: \'$exists(plan) ? "Stammkunde" : "Neukunde"\'', {}],
    ['customerStatus: \'plan ? "Stammkunde" : "Neukunde"\'', {}],
    ['customerStatus: \'plan ?? "Neukunde"\'', {}],
    ['customerStatus: \'deal.plan = "gold" and paid ? "VIP" : "Neukunde"\'', {}],
    ['customerStatus: {from: \'plan = "gold" ? "VIP" : "Neukunde"\', as: choice}', {}],
  ])('is reported: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual(byAbsence);
  });

  it('is reported for an event whose type says that it is partial', async () => {
    expect(
      await reported('additionalFields: {f: optin = "ja"}', {}, 'updateCustomer', 'contact.propertyChange'),
    ).toEqual(byAbsence);
  });

  it.each([
    ['additionalFields: {f: optin = "ja"}', {}],
    ['additionalFields: {f: optin = "ja"}', { event: 'form.submitted' }],
    ['additionalFields: {f: optin = "ja"}', { ...changed, optin: 'nein' }],
    ['additionalFields: {f: optin = "ja"}', { ...changed, optin: '' }],
    ['additionalFields: {f: {from: optin, as: boolean}}', changed],
    ['additionalFields: {f: {from: optin = "ja", because: the CRM leaves it out for a no}}', changed],
    ['additionalFields: {f: \'$exists(optin) ? optin = "ja"\'}', changed],
    ['additionalFields: {f: \'plan = "gold" ? "Goldkarte"\'}', changed],
    ['additionalFields: {f: optin}', changed],
    ['additionalFields: {f: {value: Website}}', changed],
    ['customerStatus: \'plan = "gold" ? "VIP"\'', changed],
    ['customerStatus: \'plan = "gold" ? "VIP" : ""\'', {}],
    ['customerStatus: plan', {}],
    ['customerStatus: \'$exists(plan) ? "Stammkunde" : "Neukunde"\'', { plan: '' }],
    ['additionalFields: {f: {from: a, default: none}}', {}],
    ['additionalFields: {f: {from: a, default: none}}', { ...changed, a: '' }],
    ['additionalFields: {f: {from: a, default: none, because: as agreed}}', changed],
    ['additionalFields: {f: {from: a, whenEmpty: clear}}', changed],
    ['additionalFields: {f: {from: a, whenMissing: clear}}', { ...changed, a: 'x' }],
    ['additionalFields: {f: \'kind = "private" ? "Private" : "Public"\'}', { kind: 'AOK' }],
    ['additionalFields: {f: \'box = "on" ? "with" : "without"\'}', {}],
    ['additionalFields: {f: \'box = "on" ? "with" : "without"\'}', { box: '' }],
    ['additionalFields: {f: \'allergic = "Ja" ? which : "none"\'}', { allergic: 'Nein', which: '' }],
    ['additionalFields: {f: \'mobile = "" ? "Landline " & phone : "Mobile"\'}', { phone: '030 123' }],
    ['additionalFields: {f: \'allergic = "Ja" ? which : "none"\'}', {}],
    ['additionalFields: {f: \'$contains(hair, "straight") ? "A" : "B"\'}', { hair: 'curly' }],
    ['additionalFields: {f: \'$contains(box, "ja") ? "A" : "B"\'}', {}],
    ["additionalFields: {f: 'visits = 0 ? 1 : 2'}", { visits: 3 }],
    ['additionalFields: {f: \'source ? source : "Website"\'}', {}],
    ['additionalFields: {f: \'a = "" ? "none" : a\'}', { a: '' }],
    ['additionalFields: {f: $boolean(optin)}', changed],
    ['customerStatus: \'plan = "gold" ? "VIP" : "Neukunde"\'', { plan: 'silber' }],
  ])('is not reported if nothing is set, or if it is intended: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual([]);
  });
});
