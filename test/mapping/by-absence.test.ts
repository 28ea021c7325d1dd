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
    ['additionalFields: {f: haustier != "keine"}', {}],
    ['additionalFields: {f: haustier != "kein Haustier"}', { other: 1 }],
    ['additionalFields: {f: tier != "keine" and tier != "keins"}', {}],
    ['customerStatus: \'plan = "gold" ? "VIP" : "Neukunde"\'', { plan: '' }],
    ['customerStatus: \'regular = "ja" ? "Stammkunde" : "Neukunde"\'', { regular: null }],
    ['additionalFields: {f: $not(pregnant = "nein")}', {}],
    ['additionalFields: {f: $not(pregnant = "nein")}', { pregnant: '' }],
    ['additionalFields: {f: \'pregnant = "ja" ? "pregnant" : "not pregnant"\'}', { pregnant: '' }],
    ['additionalFields: {f: stage = "won"}', { propertyName: 'email', propertyValue: 'a@example.com' }],
    ['customerStatus: \'plan = "gold" ? "VIP" : "Neukunde"\'', {}],
    ['customerStatus: \'plan = "gold" ? "VIP" : "Neukunde"\'', changed],
    ['customerStatus: \'$exists(plan) ? "Stammkunde" : "Neukunde"\'', {}],
    ['customerStatus: \'plan ? "Stammkunde" : "Neukunde"\'', {}],
    ['customerStatus: \'plan ?? "Neukunde"\'', {}],
    ['customerStatus: \'"neu" in box ? "Neukunde" : "Stammkunde"\'', { box: [''] }],
    ['customerStatus: \'"neu" in box ? "Neukunde" : "Stammkunde"\'', { box: '' }],
    ['customerStatus: \'"neu" in box ? "Neukunde" : "Stammkunde"\'', { box: [] }],
    ['customerStatus: \'"neu" in box ? "Neukunde" : "Stammkunde"\'', { box: [null] }],
    ['customerStatus: \'"neu" in box ? "Neukunde" : "Stammkunde"\'', {}],
    ['customerStatus: \'"neu" in $$.box ? "Neukunde" : "Stammkunde"\'', { box: [''] }],
    ['customerStatus: \'$lowercase(plan) = "gold" ? "VIP" : "Neukunde"\'', { plan: '' }],
    ['customerStatus: \'plan ? "Stammkunde" : "Neukunde"\'', { plan: '' }],
    ['customerStatus: \'plan ? "Stammkunde" : "Neukunde"\'', { plan: [''] }],
    ['additionalFields: {f: \'"neu" in box ? "new" : "known"\'}', { box: [''] }],
    ['customerStatus: \'deal.plan = "gold" and paid ? "VIP" : "Neukunde"\'', {}],
    ['customerStatus: {from: \'plan = "gold" ? "VIP" : "Neukunde"\', as: choice}', {}],
  ])('is reported: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual(byAbsence);
  });

  it.each([
    ['additionalFields: {f: \'`Gern Post` = "Ja, gern"\'}', { 'Gern\u00a0Post': 'Ja, gern' }],
    ['additionalFields: {f: \'`Newsletter?` = "Ja"\'}', { newsletter: 'Ja' }],
    ['additionalFields: {f: \'form.optIn = "ja" ? true : false\'}', { form: { opt_in: 'ja' } }],
    ['additionalFields: {f: \'plan = "gold" ? "Goldkarte" : "keine"\'}', { Plan: 'gold' }],
    ['additionalFields: {f: $exists(optin)}', { optIn: true }],
  ])('is reported if the value has nearly the same name: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual(byAbsence);
  });

  it.each([
    ['additionalFields: {f: \'optin = "ja"\'}', { optout: 'ja' }],
    ['additionalFields: {f: \'optin = "ja"\'}', { optin: 'nein', optIn: 'ja' }],
    ['additionalFields: {f: {from: \'optin = "ja"\', because: the form sends both}}', { optIn: 'ja' }],
    ['additionalFields: {f: \'optin = "ja"\'}', {}],
  ])('is not reported for another name, or if the value is there: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual([]);
  });

  it.each([
    ['additionalFields: {f: \'$number(pain) >= 7 ? "strong" : "weak"\'}', {}],
    ['additionalFields: {f: \'pain > 5 ? "strong" : "weak"\'}', {}],
    ['additionalFields: {f: \'5 < pain ? "strong" : "weak"\'}', {}],
    ['additionalFields: {f: \'pain < 5 ? "weak" : "strong"\'}', {}],
    ['additionalFields: {f: \'$number($answers.pain) >= 7 ? "strong" : "weak"\'}', {}],
    ['additionalFields: {f: \'pain >= 7 ? "a" : pain >= 3 ? "b" : "c"\'}', {}],
    ['additionalFields: {f: \'"Pain: " & (pain > 5 ? "strong")\'}', {}],
    ['additionalFields: {f: \'"Pain: " & (pain > 5 ? "strong" : "weak")\'}', {}],
    ['additionalFields: {f: \'name & ": " & (pain > 5 ? "strong")\'}', { name: 'Knee' }],
    ['additionalFields: {f: \'name & (pain > 5 ? " strong" : " weak")\'}', { name: 'Knee' }],
    ['additionalFields: {f: \'$age(born) >= 18 ? "adult" : "child"\'}', {}],
    ['additionalFields: {f: \'$toMillis(day) > $millis() ? "open" : "over"\'}', {}],
    ['additionalFields: {f: \'$length(text2) > 9 ? "long" : "short"\'}', {}],
    ['additionalFields: {f: \'$sum(items.price) > 99 ? "big" : "small"\'}', {}],
    ['additionalFields: {f: \'a > 1 and b > 1 ? "both" : "not both"\'}', { a: 2 }],
    ['additionalFields: {f: \'a > 1 and b > 1 ? "both" : "not both"\'}', { b: 2 }],
    ['additionalFields: {f: \'a + b > 10 ? "x" : "y"\'}', { a: 20 }],
    ['additionalFields: {f: "age >= 18 ? true : false"}', {}],
    ['additionalFields: {f: "points > 100 ? 1 : 2"}', {}],
    ['note: \'visits > 10 ? "regular" : "new"\'', {}],
    ['customerStatus: \'visits > 10 ? "Stammkunde" : "Neukunde"\'', {}],
  ])('is reported if a number is missing: %s of %j', async (line, payload) => {
    const own = line.startsWith('note:') ? `${line.replace('note:', 'additionalFields: {n:')}}` : line;
    expect(await reported(own, payload)).toEqual(byAbsence);
  });

  it.each([
    ['additionalFields: {f: \'pain > 5 ? "strong" : "weak"\'}', { pain: 7 }],
    ['additionalFields: {f: \'pain > 5 ? "strong" : "weak"\'}', { pain: 0 }],
    ['additionalFields: {f: \'pain > 5 ? "strong"\'}', {}],
    ['additionalFields: {f: \'$exists(pain) ? (pain > 5 ? "strong" : "weak")\'}', {}],
    ['additionalFields: {f: \'$exists(pain) ? (pain > 5 ? "strong" : "weak") : "not asked"\'}', {}],
    ['additionalFields: {f: \'pain ? (pain > 5 ? "strong" : "weak") : "none"\'}', {}],
    ['additionalFields: {f: \'$exists(pain) and pain > 5 ? "strong" : "weak"\'}', {}],
    ['additionalFields: {f: pain > 5}', {}],
    ['additionalFields: {f: pets != "keine"}', { pets: 'Hund' }],
    ['additionalFields: {f: pets != "keine"}', { pets: 'keine' }],
    ['additionalFields: {f: pets != "nein"}', {}],
    ['additionalFields: {f: pets != "on"}', {}],
    ['additionalFields: {f: {from: pets != "keine", because: no answer means none}}', {}],
    ['additionalFields: {f: \'$exists(pets) ? pets != "keine"\'}', {}],
    ['additionalFields: {f: {from: \'pain > 5 ? "strong" : "weak"\', because: no answer means none}}', {}],
    ['additionalFields: {f: \'$count(items) > 2 ? "many" : "few"\'}', {}],
    ['additionalFields: {f: \'name & (pain > 5 ? " strong" : "")\'}', { name: 'Knee' }],
    ['additionalFields: {f: \'kind = "a" ? (pain > 5 ? "1" : "2") : "3"\'}', { kind: 'b' }],
    ['additionalFields: {f: \'a > 1 or b > 1 ? "one" : "none"\'}', { a: 2 }],
    ['additionalFields: {f: \'$age(born) >= 18 ? "adult" : "child"\'}', { born: '1990-01-01' }],
    ['additionalFields: {f: \'visits > 10 ? "regular" : ""\'}', {}],
    ["additionalFields: {f: 'a > 1 ? a : b'}", { b: 3 }],
  ])('is not reported if a number is there, or if it is intended: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual([]);
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
    ['additionalFields: {f: {from: a, default: none}}', {}],
    ['additionalFields: {f: {from: a, default: none}}', { ...changed, a: '' }],
    ['additionalFields: {f: {from: a, default: none, because: as agreed}}', changed],
    ['additionalFields: {f: {from: a, whenEmpty: clear}}', changed],
    ['additionalFields: {f: {from: a, whenMissing: clear}}', { ...changed, a: 'x' }],
    ['additionalFields: {f: \'kind = "private" ? "Private" : "Public"\'}', { kind: 'AOK' }],
    ['additionalFields: {f: $not(pregnant = "nein")}', { pregnant: 'ja' }],
    ['additionalFields: {f: $not(pregnant = "nein")}', { pregnant: 'nein' }],
    ['additionalFields: {f: \'pregnant = "ja" ? "pregnant" : "not pregnant"\'}', {}],
    ['additionalFields: {f: \'pregnant = "ja" ? "pregnant" : "not pregnant"\'}', { pregnant: 'nein' }],
    ['additionalFields: {f: {from: $not(pregnant = "nein"), because: only a no excludes it}}', {}],
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
    ['customerStatus: \'"neu" in box ? "Neukunde" : "Stammkunde"\'', { box: ['schon da'] }],
    ['customerStatus: \'"neu" in box ? "Neukunde" : "Stammkunde"\'', { box: ['', 'schon da'] }],
    ['customerStatus: \'$exists(box[$ != ""]) ? ("neu" in box ? "Neukunde" : "Stammkunde")\'', { box: [''] }],
    ['customerStatus: \'$exists(box[$ != ""]) ? ("neu" in box ? "Neukunde" : "Stammkunde")\'', { box: '' }],
    ['customerStatus: \'$exists(box[$ != ""]) ? ("neu" in box ? "Neukunde" : "Stammkunde")\'', {}],
    ['customerStatus: \'plan ? "Stammkunde" : "Neukunde"\'', { plan: ['gold'] }],
    ['customerStatus: {from: \'"neu" in box ? "Neukunde" : "Stammkunde"\', because: no tick}', { box: [''] }],
  ])('is not reported if nothing is set, or if it is intended: %s of %j', async (line, payload) => {
    expect(await reported(line, payload)).toEqual([]);
  });
});

describe('a status from an answer of a form', () => {
  it.each([
    [[''], byAbsence],
    ['', byAbsence],
    [[], byAbsence],
    [['neu'], []],
    [['schon da'], []],
  ])('is reported if nothing is ticked: %j', async (box, codes) => {
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  customerStatus: '"neu" in $answers.box ? "Neukunde" : "Stammkunde"'\n`;
    const answers = { box };
    expect(codesOf(await evaluateYaml(text, { payload: { nr: 7 }, answers }))).toEqual(codes);
  });
});

describe('a destination for an event without the value that the rule reads', () => {
  const sentTo = (destination: string, payload: object) =>
    evaluateYaml(
      `source: website\ndestination: {${destination}}\noperation: updateCustomer\nset:\n  id: nr\n  note: text\n`,
      { payload: { nr: 7, text: 'x', ...payload } },
    );

  it.each([{}, { shop: '' }])('is reported: %j', async payload => {
    const found = await sentTo(`from: 'shop = "Wien" ? "wien" : "dresden"'`, payload);
    expect(found.kind).toBe('call');
    expect(codesOf(found)).toEqual(byAbsence);
    expect(found.kind === 'call' && found.diagnostics[0]?.message).toBe(
      'destination: the event has none of the values that the rule reads, so it goes to "dresden"',
    );
  });

  it.each([
    [`from: 'shop = "Wien" ? "wien" : "dresden"'`, { shop: 'Wien' }],
    [`from: 'shop = "Wien" ? "wien" : "dresden"'`, { shop: 'Dresden' }],
    [`from: 'shop = "Wien" ? "wien" : "dresden"', because: all others are in Dresden`, {}],
    ['from: shop, default: dresden', {}],
  ])('is not reported otherwise: %s of %j', async (destination, payload) => {
    expect(codesOf(await sentTo(destination, payload))).toEqual([]);
  });

  it.each(['wien', 'WIEN', 'Wien, Dresden'])(
    'fails if otherwise would send %j to another account',
    async shop => {
      const table = 'from: shop, values: {Wien: wien}, otherwise: dresden';
      const found = await sentTo(table, { shop });
      expect([found.kind, ...codesOf(found)]).toEqual(['failed', 'mapping/ambiguous-value']);
      const confirmed = await sentTo(`${table}, because: each other text means Dresden`, { shop });
      expect([confirmed.kind, ...codesOf(confirmed)]).toEqual(['call']);
    },
  );

  it.each(['Wien', ' Wien', 'Dresden', 'Graz'])('is the one of its table: %j', async shop => {
    const found = await sentTo('from: shop, values: {Wien: wien}, otherwise: dresden', { shop });
    expect([found.kind, ...codesOf(found)]).toEqual(['call']);
  });
});

describe('a yes or no that an event without a column of its sample sets', () => {
  /** Returns the warnings for an event of a mapping with this rule for `f` and these samples. */
  async function found(
    rule: string,
    samples: readonly object[],
    payload: object,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ) {
    const tests = samples.map(
      (each, at) => `  - name: t${at}\n    payload: ${JSON.stringify(each)}\n    expect: []\n`,
    );
    const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  note: text\n  additionalFields:\n    f: ${rule}\ntests:\n${tests.join('')}`;
    const evaluation = await evaluateYaml(text, { payload: { nr: 7, text: 'x', ...payload }, headers });
    return 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  }
  const row = (own: object) => ({ nr: '8', text: 'y', ...own });
  const since = 'Eingelagert seit';

  it.each([
    [`'\`${since}\` != ""'`, { [since]: '' }, {}],
    [`{from: '\`${since}\` != ""'}`, { [since]: '01.11.2026' }, {}],
    [`'\`${since}\` ? true : false'`, { [since]: '' }, {}],
    [`'\`${since}\` = "ja"'`, { [since]: 'nein' }, {}],
    [`'\`${since}\` = "ja" ? "true" : "false"'`, { [since]: 'nein' }, {}],
    [`'\`${since}\` = "" ? "false" : "true"'`, { [since]: '' }, {}],
    [`'$lowercase(store) = "ja"'`, { store: 'NEIN' }, {}],
    [`'store in ["ja", "x"]'`, { store: '' }, {}],
    [`'store = "ja" or kept = "ja"'`, { store: '', kept: '' }, {}],
    [`'$trim(store) = "ja" ? "Ja" : "Nein"'`, { store: 'Nein' }, {}],
    [`'$contains(store, "ja") ? true : false'`, { store: 'nein' }, {}],
  ])('is reported for a row of a list: %s with %j', async (rule, sample, payload) => {
    const [only, ...others] = await found(rule, [row(sample)], payload, {});
    expect(only).toMatchObject({ code: 'mapping/set-by-absence', path: 'additionalFields.f' });
    expect(only?.message).toMatch(/the event has no .*, which the sample of the mapping has, and f becomes/);
    expect(others).toEqual([]);
  });

  it.each([
    [`'store = "ja"'`, [row({ store: 'nein' })], {}],
    [`'store != ""'`, [row({ store: '' })], {}],
    [`'store != ""'`, [row({ store: 'R1' }), row({ store: null })], {}],
    [`'wheels.stored = true'`, [row({ wheels: { stored: false } })], { wheels: {} }],
    [`'twins ? "2" : "1"'`, [row({ twins: true }), row({ twins: false })], {}],
    [`'twins = "ja" ? "2" : "1"'`, [row({ twins: 'nein' })], {}],
    [`'pregnancy.twins ? 2 : 1'`, [row({ pregnancy: { twins: false } })], { pregnancy: { week: 3 } }],
    [`'twins ? "Zwillinge" : "Einling"'`, [row({ twins: 0 })], {}],
  ])('is reported for a webhook whose sample writes the no: %s with %j', async (rule, samples, payload) => {
    const codes = (await found(rule, samples, payload)).map(({ code }) => code);
    expect(codes).toEqual(byAbsence);
  });

  it.each([
    [`'store = "ja"'`, [row({ store: 'ja' })], {}],
    [`'store != ""'`, [row({ store: 'R1' })], {}],
    [`'store = "ja"'`, [row({ store: 'nein' }), row({ store: '' })], { store: '' }],
    [`'store = "ja"'`, [row({ store: 'nein' }), row({ store: null })], { store: null }],
    [`'store = "ja"'`, [row({ store: 'nein' }), row({})], {}],
    [`'store = "ja" or kept = "ja"'`, [row({ store: '', kept: '' })], { kept: '' }],
    [`{from: 'store = "ja"', because: left out for a no}`, [row({ store: 'nein' })], {}],
    [`'$exists(store) ? store = "ja" : false'`, [row({ store: 'nein' })], {}],
    [`'$exists(store)'`, [row({ store: 'nein' })], {}],
    [`'(store ?? "nein") = "ja"'`, [row({ store: 'nein' })], {}],
    [`{from: store, as: boolean}`, [row({ store: 'nein' })], {}],
    [`'store ? "R1" : "none"'`, [row({ store: '' })], {}],
    [`'store = "ja" ? true'`, [row({ store: 'nein' })], {}],
  ])('is not reported for a webhook: %s with %j', async (rule, samples, payload) => {
    expect(await found(rule, samples, payload)).toEqual([]);
  });
});
