import { describe, expect, it } from 'vitest';
import {
  bookingData,
  bookingMapping,
  codesOf,
  evaluateYaml,
  fieldMapping,
  fieldOf,
  type Given,
  mappingOf,
  requestOf,
} from './evaluate-yaml.ts';

const payload = { a: 'x' };

describe('when', () => {
  const kindOf = async (when: string, given: Given = { payload }) =>
    (await evaluateYaml(fieldMapping('{value: x}', `link: a\nwhen: ${when}\n`), given)).kind;

  it('decides if the mapping applies', async () => {
    expect(await kindOf('a = "x"')).toBe('call');
    expect(await kindOf('a = "y"')).toBe('not-wanted');
    expect(await kindOf('true')).toBe('call');
    expect(await kindOf('false')).toBe('not-wanted');
  });

  it('counts as the $boolean of its result', async () => {
    const truths: [unknown, string][] = [
      ['text', 'call'],
      ['false', 'call'],
      ['', 'not-wanted'],
      [0, 'not-wanted'],
      [-1, 'call'],
      [null, 'not-wanted'],
      [{}, 'not-wanted'],
      [{ b: false }, 'call'],
      [[], 'not-wanted'],
      [[false, 0], 'not-wanted'],
      [[false, 'x'], 'call'],
      [undefined, 'not-wanted'],
    ];
    for (const [flag, kind] of truths) expect(await kindOf('flag', { payload: { a: 'x', flag } })).toBe(kind);
  });

  it('makes the event failed if it throws, never skipped', async () => {
    const evaluation = await evaluateYaml(fieldMapping('a', 'when: $number(a) > 3\n'), { payload });
    expect(evaluation).toMatchObject({
      kind: 'failed',
      destination: 'salon',
      diagnostics: [{ path: 'when' }],
    });
    expect(codesOf(evaluation)).toEqual(['mapping/when-failed']);
  });

  it('may check if the link is known, without waiting for it', async () => {
    expect(await kindOf('$exists($linked)', { payload, links: { x: '7' } })).toBe('call');
    expect(await kindOf('$exists($linked)', { payload })).toBe('not-wanted');
    expect(await kindOf('$not($exists($linked))', { payload })).toBe('call');
  });

  it('comes first, so faults of an unwanted event do not matter', async () => {
    expect(await kindOf('a = "y"', { payload: { a: {} } })).toBe('not-wanted');
  });
});

describe('destination', () => {
  const text = (rule: string) =>
    fieldMapping('{value: x}').replace('destination: salon', `destination: ${rule}`);

  it('is a name', async () => {
    expect(await evaluateYaml(text('salon'), {})).toMatchObject({ kind: 'call', destination: 'salon' });
  });

  it('or a rule that returns one', async () => {
    const rule = '{from: city, values: {Bonn: salon-bonn}, default: salon}';
    expect(await evaluateYaml(text(rule), { payload: { city: 'Bonn' } })).toMatchObject({
      destination: 'salon-bonn',
    });
    expect(await evaluateYaml(text(rule), {})).toMatchObject({ destination: 'salon' });
    const lost = await evaluateYaml(text(rule), { payload: { city: 'Rome' } });
    expect(lost).toMatchObject({ kind: 'failed', destination: '' });
    expect(codesOf(lost)).toEqual(['mapping/not-in-table']);
  });

  it('or such a rule as a plain expression', async () => {
    const rule = `'city = "Bonn" ? "salon-bonn" : "salon"'`;
    expect(await evaluateYaml(text(rule), { payload: { city: 'Bonn' } })).toMatchObject({
      destination: 'salon-bonn',
    });
    expect(await evaluateYaml(text(rule), {})).toMatchObject({ kind: 'call', destination: 'salon' });
    const header = `$headers."x-salon"`;
    expect(await evaluateYaml(text(header), { headers: { 'x-salon': 'nord' } })).toMatchObject({
      destination: 'nord',
    });
  });

  it('fails the event if the rule returns nothing', async () => {
    const lost = await evaluateYaml(text('{from: city}'), {});
    expect(lost).toMatchObject({ kind: 'failed', destination: '', diagnostics: [{ path: 'destination' }] });
    expect(codesOf(lost)).toEqual(['mapping/missing-value']);
  });
});

describe('the customer number of an update', () => {
  const mapping =
    'source: website\ndestination: salon\noperation: updateCustomer\nset: {id: customer, note: note}\n';
  const codes = async (customer: string) =>
    codesOf(await evaluateYaml(mapping, { payload: { customer, note: 'n' } }));

  it('has the maximum length of an id', async () => {
    expect(await codes('9'.repeat(500))).toEqual([]);
    expect(await codes('9'.repeat(501))).toEqual(['mapping/invalid-value']);
  });
});

describe('link', () => {
  const linkOf = async (id: unknown) => {
    const evaluation = await evaluateYaml(fieldMapping('{value: x}', 'link: id\n'), { payload: { id } });
    return evaluation.kind === 'call' ? (evaluation.link ?? null) : codesOf(evaluation);
  };

  it("is the sender's own id of the person, a text or a number", async () => {
    expect(await linkOf('c1')).toEqual({ people: 'crm', id: 'c1' });
    expect(await linkOf(17)).toEqual({ people: 'crm', id: '17' });
    expect(await linkOf('x'.repeat(500))).toEqual({ people: 'crm', id: 'x'.repeat(500) });
    expect(await linkOf('x'.repeat(501))).toEqual(['mapping/invalid-value']);
    expect(await linkOf('9007199254740993')).toEqual({ people: 'crm', id: '9007199254740993' });
  });

  it('may be missing or empty', async () => {
    for (const id of [undefined, null, '', ' ']) expect(await linkOf(id)).toBeNull();
  });

  it('is a fault for any other value, even if invalid values are dropped', async () => {
    for (const id of [{}, ['a', 'b'], true]) expect(await linkOf(id)).toEqual(['mapping/invalid-value']);
    const text = fieldMapping('{value: x}', 'link: id\nonInvalid: drop\n');
    expect(codesOf(await evaluateYaml(text, { payload: { id: {} } }))).toEqual(['mapping/invalid-value']);
  });

  it('is a fault if its expression fails', async () => {
    const text = fieldMapping('{value: x}', 'link: $number(id)\n');
    expect(codesOf(await evaluateYaml(text, { payload: { id: 'x' } }))).toEqual(['expression/failed']);
  });
});

describe('$linked', () => {
  const text = (head = '', id = '$linked', field = 'a') =>
    `source: s\ndestination: salon\nlink: id\n${head}operation: updateCustomer\nset:\n  id: ${id}\n  additionalFields:\n    f: ${field}\n`;
  const person = { payload: { id: 'c1', a: 'x' } };

  it('is the stored customer number for the link', async () => {
    const evaluation = await evaluateYaml(text(), { ...person, links: { c1: '1001' } });
    expect(requestOf(evaluation)).toEqual({
      operation: 'updateCustomer',
      id: '1001',
      additionalFields: { f: 'x' },
    });
    expect(evaluation).toMatchObject({ call: { id: { text: '1001', origin: 'data' } } });
  });

  it('makes the event wait if the number is unknown', async () => {
    const evaluation = await evaluateYaml(text(), person);
    expect(evaluation).toMatchObject({
      kind: 'waiting',
      destination: 'salon',
      link: { people: 'crm', id: 'c1' },
    });
    expect(codesOf(evaluation)).toEqual(['mapping/not-linked']);
  });

  it('or makes it fail or be skipped, as whenUnlinked says', async () => {
    const failed = await evaluateYaml(text('whenUnlinked: fail\n'), person);
    expect(failed).toMatchObject({
      kind: 'failed',
      diagnostics: [{ code: 'mapping/not-linked', severity: 'error' }],
    });
    const skipped = await evaluateYaml(text('whenUnlinked: skip\n'), person);
    expect(skipped).toMatchObject({
      kind: 'skipped',
      diagnostics: [{ code: 'mapping/not-linked', severity: 'info' }],
    });
  });

  it('does not wait for a link that the event does not have', async () => {
    const evaluation = await evaluateYaml(text(), { payload: { a: 'x' } });
    expect(evaluation).toMatchObject({ kind: 'failed', diagnostics: [{ path: 'link' }] });
    expect(codesOf(evaluation)).toEqual(['mapping/missing-value']);
    expect((await evaluateYaml(text('whenUnlinked: skip\n'), { payload: { a: 'x' } })).kind).toBe('skipped');
  });

  it('is waited for only if it would change the call', async () => {
    const either = text('', '"number ? number : $linked"');
    const known = await evaluateYaml(either, { payload: { id: 'c1', a: 'x', number: '5' } });
    expect(requestOf(known)).toMatchObject({ id: '5' });
    expect((await evaluateYaml(either, person)).kind).toBe('waiting');
    const note = text('', '{value: "7"}', '{template: "no. {$linked}"}');
    expect((await evaluateYaml(note, person)).kind).toBe('waiting');
    expect(requestOf(await evaluateYaml(note, { ...person, links: { c1: '9' } }))).toMatchObject({
      additionalFields: { f: 'no. 9' },
    });
  });

  it('is not waited for if there is nothing to send anyway', async () => {
    const evaluation = await evaluateYaml(text(), { payload: { id: 'c1' } });
    expect(evaluation.kind).toBe('skipped');
    expect(codesOf(evaluation)).toEqual(['mapping/nothing-to-send']);
  });

  it('is not waited for if the event is faulty anyway', async () => {
    const evaluation = await evaluateYaml(text(), { payload: { id: 'c1', a: {} } });
    expect(evaluation.kind).toBe('failed');
    expect(codesOf(evaluation)).toEqual(['mapping/invalid-value']);
  });
});

describe('onInvalid', () => {
  const text = (head: string, id = '{value: "7"}') =>
    `source: s\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: ${id}\n  note: {from: note, required: true}\n  additionalFields:\n    birthdate: {from: dob, as: date}\n    size: {from: size, values: {L: large}}\n    good: good\n`;
  const bad = { payload: { note: 'n', dob: '31.02.2024', size: 'XXL', good: 'yes' } };

  it('fail: one invalid value fails the event, and all of them are reported at once', async () => {
    const evaluation = await evaluateYaml(text(''), bad);
    expect(evaluation).toMatchObject({
      kind: 'failed',
      diagnostics: [
        { code: 'mapping/invalid-value', path: 'additionalFields.birthdate', place: { line: 8, column: 23 } },
        { code: 'mapping/not-in-table', path: 'additionalFields.size', place: { line: 9, column: 18 } },
      ],
    });
  });

  it('drop: the invalid values are left out, with a warning for each', async () => {
    const evaluation = await evaluateYaml(text('onInvalid: drop\n'), bad);
    expect(requestOf(evaluation)).toEqual({
      operation: 'updateCustomer',
      id: '7',
      note: 'n',
      additionalFields: { good: 'yes' },
    });
    expect(evaluation).toMatchObject({
      diagnostics: [
        { code: 'mapping/dropped-value', severity: 'warning', path: 'additionalFields.birthdate' },
        { code: 'mapping/dropped-value', severity: 'warning', path: 'additionalFields.size' },
      ],
    });
  });

  it('drop never drops a required value', async () => {
    const note = await evaluateYaml(text('onInvalid: drop\n'), { payload: { ...bad.payload, note: {} } });
    expect(note.kind).toBe('failed');
    expect(codesOf(note)).toContain('mapping/invalid-value');
    const id = await evaluateYaml(text('onInvalid: drop\n', 'id'), { payload: { ...bad.payload, id: {} } });
    expect(id.kind).toBe('failed');
  });

  it('drop never drops a value that decides whose booking it is', async () => {
    const booking = bookingMapping('  customerId: number\n  email: email\n', 'onInvalid: drop\n');
    const evaluation = await evaluateYaml(booking, {
      payload: { ...bookingData, number: {}, email: 'a@example.com' },
    });
    expect(evaluation).toMatchObject({ kind: 'failed', diagnostics: [{ path: 'customerId' }] });
  });

  it('drop skips an event of which nothing is left, and reports the dropped values', async () => {
    const evaluation = await evaluateYaml(fieldMapping('{from: a, as: number}', 'onInvalid: drop\n'), {
      payload,
    });
    expect(evaluation.kind).toBe('skipped');
    expect(codesOf(evaluation)).toEqual(['mapping/nothing-to-send', 'mapping/dropped-value']);
  });

  it('does not excuse a missing value', async () => {
    expect(await fieldOf('{from: b, required: true}', payload, 'onInvalid: drop\n')).toEqual([
      'mapping/missing-value',
    ]);
  });
});

describe('updateCustomer', () => {
  it('fails without a customer number', async () => {
    const text = fieldMapping('a').replace('{value: "7", because: test}', 'id');
    const evaluation = await evaluateYaml(text, { payload });
    expect(evaluation).toMatchObject({
      kind: 'failed',
      diagnostics: [{ code: 'mapping/missing-value', path: 'id' }],
    });
  });

  it('is skipped if no rule has a value', async () => {
    const evaluation = await evaluateYaml(fieldMapping('b'), { payload });
    expect(evaluation.kind).toBe('skipped');
    expect(codesOf(evaluation)).toEqual(['mapping/nothing-to-send']);
  });

  it('keeps the order of the file and the names of the fields', async () => {
    const text = `${fieldMapping('a')}    lead.source: a\n    constructor: a\n    "2": a\n    "1": a\n    a: a\n`;
    const evaluation = await evaluateYaml(text, { payload });
    expect(evaluation).toMatchObject({
      call: { additionalFields: ['f', 'lead.source', 'constructor', '2', '1', 'a'].map(key => ({ key })) },
    });
  });

  it('clears the note if the rule says so', async () => {
    const text =
      'source: s\ndestination: d\noperation: updateCustomer\nset:\n  id: id\n  note: {from: n, whenEmpty: clear}\n';
    const evaluation = await evaluateYaml(text, { payload: { id: 1, n: '' } });
    expect(evaluation).toMatchObject({ call: { note: { clear: true } } });
    expect(requestOf(evaluation)).toEqual({ operation: 'updateCustomer', id: '1', note: '' });
  });
});

describe('persistCustomerData', () => {
  it('accepts every parameter of the API document', async () => {
    const names = [
      'appointmentParticipantId',
      'customerStatus',
      'genderType',
      'firstName',
      'name',
      'email',
      'mobile',
      'phone',
      'appointmentParticipant.customerComment',
    ];
    const set = [...names, 'rightOfWithdrawal', 'marketing', 'hasMarketingBox'].map(
      name => `  ${name}: d."${name}"\n`,
    );
    const d = {
      ...Object.fromEntries(names.map(name => [name, `${name}!`])),
      marketing: false,
      rightOfWithdrawal: 1,
    };
    const text = bookingMapping(`${set.join('')}  additionalFields:\n    lead.source: d.name\n`);
    expect(requestOf(await evaluateYaml(text, { payload: { ...bookingData, d } }))).toEqual({
      operation: 'persistCustomerData',
      appointmentId: 'a1',
      privacy: 'true',
      terms: 'true',
      minAge: 'true',
      marketing: 'false',
      rightOfWithdrawal: 'true',
      ...Object.fromEntries(names.map(name => [name, `${name}!`])),
      additionalFields: { 'lead.source': 'name!' },
    });
  });

  it.each([' a1', 'a1\n', '\u200ba1\ufeff', '\u00a0 a1\t'])(
    'has its appointment %j without surrounding blanks',
    async appointment => {
      const text = bookingMapping('  appointmentParticipantId: who\n');
      const given = (who: string) => evaluateYaml(text, { payload: { ...bookingData, appointment, who } });
      expect(requestOf(await given(appointment.replace('a1', 'P\u0065\u0301')))).toMatchObject({
        appointmentId: 'a1',
        appointmentParticipantId: 'P\u00e9',
      });
      expect(requestOf(await given('\u200b '))).not.toHaveProperty('appointmentParticipantId');
    },
  );

  it('has no appointment if its identifier consists of zero-width characters', async () => {
    const payload = { ...bookingData, appointment: '\u200b\ufeff' };
    expect(await evaluateYaml(bookingMapping(''), { payload })).toMatchObject({
      kind: 'failed',
      diagnostics: [{ code: 'mapping/missing-value', path: 'appointmentId' }],
    });
  });

  it('is never sent without its appointment and its consents', async () => {
    const evaluation = await evaluateYaml(bookingMapping(''), { payload: { privacy: '' } });
    expect(evaluation).toMatchObject({
      kind: 'failed',
      diagnostics: ['appointmentId', 'privacy', 'terms', 'minAge'].map(path => ({
        code: 'mapping/missing-value',
        path,
      })),
    });
  });

  it('has no master data beside a customer number, which is reported once', async () => {
    const text = bookingMapping(
      '  customerId: number\n  email: email\n  mobile: {from: mobile, as: phone}\n  phone: phone\n',
    );
    const person = { ...bookingData, email: 'ada@example.com', mobile: 'none' };
    const known = await evaluateYaml(text, { payload: { ...person, number: 12 } });
    expect(requestOf(known)).toEqual({
      operation: 'persistCustomerData',
      appointmentId: 'a1',
      customerId: '12',
      privacy: 'true',
      terms: 'true',
      minAge: 'true',
    });
    expect(codesOf(known)).toEqual(['mapping/ignored-parameter']);
    const unknown = await evaluateYaml(text, { payload: { ...person, mobile: '+49 170 1234567' } });
    expect(requestOf(unknown)).toMatchObject({ email: 'ada@example.com', mobile: '+491701234567' });
    expect(codesOf(unknown)).toEqual([]);
  });

  it('waits for the customer number of a link, and may be left to another mapping if there is none', async () => {
    const booking = (when: string, more: string) => bookingMapping(more, `link: id\nwhen: ${when}\n`);
    const person = { payload: { ...bookingData, id: 'c1', email: 'ada@example.com' } };
    const known = booking('true', '  customerId: $linked\n');
    expect((await evaluateYaml(known, person)).kind).toBe('waiting');
    expect(requestOf(await evaluateYaml(known, { ...person, links: { c1: '12' } }))).toMatchObject({
      customerId: '12',
    });
    const fresh = booking('$not($exists($linked))', '  email: email\n');
    expect(requestOf(await evaluateYaml(fresh, person))).toMatchObject({ email: 'ada@example.com' });
    expect((await evaluateYaml(fresh, { ...person, links: { c1: '12' } })).kind).toBe('not-wanted');
  });

  it('has its own maxAge', () => {
    expect(mappingOf(bookingMapping('')).maxAgeMs).toBe(15 * 60_000);
    expect(mappingOf(fieldMapping('a')).maxAgeMs).toBe(7 * 86_400_000);
    expect(mappingOf(bookingMapping('', 'maxAge: 2h\n')).maxAgeMs).toBe(2 * 3_600_000);
  });
});
