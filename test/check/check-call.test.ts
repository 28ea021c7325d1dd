import { describe, expect, it } from 'vitest';
import type { FieldConfiguration } from '../../src/booking/catalog/field.ts';
import type { CallChecking } from '../../src/check/call/call-checking.ts';
import { checkCall } from '../../src/check/call/check-call.ts';
import type { Verdict } from '../../src/check/call/verdict.ts';
import type { DiagnosticCode } from '../../src/diagnostics/codes.ts';
import { diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Call, Change, PersistCustomerData, UpdateCustomer, Value } from '../../src/inbox/call.ts';
import type { CallPolicy } from '../../src/inbox/plan.ts';
import { catalogOf, fieldOf, listed, now } from './catalog.ts';

const minuteMs = 60_000;
const policy: CallPolicy = { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 1, ignoreOlder: false };
const dropping: CallPolicy = { onInvalid: 'drop', onUnknownField: 'drop', maxAgeMs: 1, ignoreOlder: false };

function data(text: string): Value {
  return { text, origin: 'data' };
}

function literal(text: string): Value {
  return { text, origin: 'mapping' };
}

function update(fields: Record<string, Value | Change>, rest: Partial<UpdateCustomer> = {}): UpdateCustomer {
  const additionalFields = Object.entries(fields).map(([key, change]) => ({
    key,
    change: 'text' in change ? { set: change } : change,
  }));
  return { operation: 'updateCustomer', id: data('1001'), additionalFields, ...rest };
}

const booking: PersistCustomerData = {
  operation: 'persistCustomerData',
  appointmentId: data('a1'),
  customer: { details: { name: data('Muster'), genderType: data('FEMALE') } },
  consents: {},
  additionalFields: [],
};

function check(call: Call, changes: Partial<CallChecking> = {}): Verdict {
  return checkCall(call, {
    catalog: catalogOf(),
    destination: 'salon',
    policy,
    validators: 'fail',
    now,
    ...changes,
  });
}

function codes(verdict: Verdict): string[] {
  return verdict.diagnostics.map(each => each.code);
}

/**
 * Checks a value in three fields: one set by the data, one by the mapping, and one by the data where invalid
 * values are dropped.
 */
function kinds(key: string, text: string): string[] {
  return [
    check(update({ [key]: data(text) })).kind,
    check(update({ [key]: literal(text) })).kind,
    check(update({ [key]: data(text) }), { policy: dropping }).kind,
  ];
}

const passes = ['send', 'send', 'send'];
const refused = ['fail', 'hold-mapping', 'skip'];

describe('a faultless call', () => {
  it('is sent unchanged', () => {
    const call = update({
      allergies: data('Nuts'),
      'lead.source': literal('Messe'),
      allergies2: { clear: true },
    });
    const catalog = catalogOf({ fields: [...catalogOf().fields, fieldOf({ keyName: 'allergies2' })] });
    expect(check(call, { catalog })).toEqual({ kind: 'send', call, diagnostics: [] });
    expect(check(booking)).toEqual({ kind: 'send', call: booking, diagnostics: [] });
  });
});

describe('a keyName that is not in the catalog', () => {
  it('holds the mapping, also if the value comes from the data', () => {
    const call = update({ birth_date: data('1.1.2000') });
    expect(check(call)).toEqual({
      kind: 'hold-mapping',
      call,
      reason: 'salon has no field "birth_date"',
      diagnostics: [
        {
          code: 'check/unknown-field',
          severity: 'error',
          message: 'salon has no field "birth_date"',
          hint: 'did you mean "birthdate" (Geburtstag)? `fieldbridge fields salon` lists the 7 that can be set',
          meant: 'birthdate',
          path: 'additionalFields.birth_date',
        },
      ],
    });
  });

  it('is the first diagnostic, which has the next step, also behind a wrong value of the event', () => {
    const verdict = check(update({ topics: data('Perm'), birth_date: data('1.1.2000') }));
    expect(verdict).toMatchObject({
      kind: 'hold-mapping',
      reason: 'salon has no field "birth_date"',
      diagnostics: [{ code: 'check/unknown-field' }, { code: 'check/not-a-choice' }],
    });
  });

  it('gets a suggestion by its display name too, and none if nothing is near', () => {
    expect(check(update({ herkunft: data('x') })).diagnostics[0]?.hint).toMatch(
      /^did you mean "lead.source" \(Herkunft\)\?/,
    );
    expect(check(update({ quux: data('x') })).diagnostics[0]?.hint).toBe(
      '`fieldbridge fields salon` lists the 7 that can be set',
    );
  });

  it('is compared as a whole, and never with inherited properties', () => {
    for (const key of ['lead', 'Allergies', '__proto__', 'constructor', 'allergies ']) {
      const call = { ...update({}), additionalFields: [{ key, change: { set: data('x') } }] };
      expect(check(call).kind).toBe('hold-mapping');
    }
  });

  it('is left out if the mapping drops it, and the rest is sent', () => {
    const verdict = check(update({ gone: data('x'), allergies: data('Nuts') }), { policy: dropping });
    expect(verdict).toMatchObject({
      kind: 'send',
      call: update({ allergies: data('Nuts') }),
      diagnostics: [{ code: 'mapping/dropped-value', severity: 'warning', path: 'additionalFields.gone' }],
    });
  });
});

describe('a field that cannot be set', () => {
  it('holds the mapping if its type is binary, whatever the mapping says about invalid values', () => {
    const verdict = check(update({ photo: data('x') }), { policy: dropping });
    expect(verdict).toMatchObject({
      kind: 'hold-mapping',
      diagnostics: [{ code: 'check/unsupported-type' }],
    });
  });

  it('holds the mapping of an update if it belongs to appointments, but not that of a booking', () => {
    expect(check(update({ seat: data('4') }))).toMatchObject({
      kind: 'hold-mapping',
      diagnostics: [{ code: 'check/appointment-field' }],
    });
    const fields = [{ key: 'seat', change: { set: data('4') } }];
    expect(check({ ...booking, additionalFields: fields }).kind).toBe('send');
  });
});

describe('choices', () => {
  it('of a selection are compared exactly', () => {
    expect(kinds('lead.source', 'Messe')).toEqual(passes);
    expect(kinds('lead.source', 'messe')).toEqual(refused);
    expect(kinds('lead.source', 'Website,Messe')).toEqual(refused);
  });

  it.each([
    'Cut',
    'Cut,Color',
    'Cut, Color',
    'Cut;Color',
    'Cut|Color',
    'Cut\nColor',
    'Wash, dry',
    'Color; light',
  ])('of a group may be "%s"', text => {
    expect(kinds('topics', text)).toEqual(passes);
  });

  it.each(['Cut,Wash, dry,Color', 'Color; light; Color; Wash, dry', 'Color, Cut,'])(
    'of a group may contain separators: "%s"',
    text => {
      expect(kinds('topics', text)).toEqual(passes);
    },
  );

  it.each(['Perm', 'Cut,Perm', 'Cut Color', 'CutColor', 'Wash', 'Wash, Cut'])(
    'of a group are not "%s"',
    text => {
      expect(kinds('topics', text)).toEqual(refused);
    },
  );

  it('are sent as the account writes them, joined by the separator of the rule', () => {
    for (const [value, text] of [
      [data('Cut, Color'), 'Cut,Color'],
      [data('Cut; Color | Wash, dry'), 'Cut,Color,Wash, dry'],
      [{ ...data('Cut, Color'), separator: ';' }, 'Cut;Color'],
      [{ ...data('Cut\u00a0, Color'), elements: ['Cut\u00a0', ' Color'] }, 'Cut,Color'],
    ] as const) {
      expect(check(update({ topics: value }))).toMatchObject({
        kind: 'send',
        call: { additionalFields: [{ change: { set: { text } } }] },
      });
    }
    expect(check(update({ 'lead.source': data(' Messe\u00a0') }))).toMatchObject({
      call: { additionalFields: [{ change: { set: { text: 'Messe' } } }] },
    });
  });

  it('are split only if the parts could be choices, and only a few are listed', () => {
    const some = check(update({ topics: data('a,'.repeat(5_000)) })).diagnostics[0];
    expect(some?.message).toContain('"a", "a" and 4990 more are not among the choices');
    const long = check(update({ topics: data('a,'.repeat(500_000)) })).diagnostics[0];
    expect(long?.message).toMatch(/^a text of more than 20,000 characters is not among the choices/);
  });

  it('are listed in the message, with the invalid elements and the nearest choice', () => {
    expect(check(update({ topics: data('Cut, Colour, Perm') })).diagnostics[0]).toMatchObject({
      code: 'check/not-a-choice',
      message:
        '"Colour", "Perm" are not among the choices of "topics" (Themen): "Cut", "Color", "Wash, dry", "Color; light"',
      hint: 'did you mean "Color"?',
      path: 'additionalFields.topics',
    });
  });

  it('are ignored if none are known', () => {
    const catalog = catalogOf({ fields: [fieldOf({ keyName: 'x', type: 'selection', selectItems: [] })] });
    expect(check(update({ x: data('y') }), { catalog }).kind).toBe('send');
  });

  it('are found in reasonable time, however many ways there are to split a text', () => {
    const selectItems = ['a', 'a,a', 'a,a,a', 'a,a,a,a'];
    const catalog = catalogOf({ fields: [fieldOf({ keyName: 'x', type: 'checkbox_group', selectItems })] });
    const text = `${'a,'.repeat(2000)}b`;
    expect(check(update({ x: data(text) }), { catalog }).kind).toBe('fail');
  });

  it('of a checkbox are true and false', () => {
    expect(kinds('newsletter', 'true')).toEqual(passes);
    expect(kinds('newsletter', 'false')).toEqual(passes);
    expect(kinds('newsletter', 'yes')).toEqual(refused);
  });
});

describe('a validator', () => {
  it('is searched for in the value', () => {
    expect(kinds('zip', '12345')).toEqual(passes);
    expect(kinds('zip', '1234')).toEqual(refused);
    const catalog = catalogOf({ fields: [fieldOf({ keyName: 'x', validatorRegexp: '[0-9]' })] });
    expect(check(update({ x: data('abc 4 def') }), { catalog }).kind).toBe('send');
  });

  it('adds the error message of the field', () => {
    expect(check(update({ zip: data('1234') })).diagnostics[0]).toMatchObject({
      code: 'check/validator',
      severity: 'error',
      message: '"1234" is refused by the validator of "zip" (PLZ): Fünf Ziffern bitte',
      hint: 'the validator is ^[0-9]{5}$',
    });
  });

  it('only warns if the destination says so, and the value is sent', () => {
    const call = update({ zip: literal('1234') });
    expect(check(call, { validators: 'warn' })).toMatchObject({
      kind: 'send',
      call,
      diagnostics: [{ code: 'check/validator', severity: 'warning' }],
    });
  });

  it('that only warns does not allow a value that is not a choice', () => {
    expect(check(update({ newsletter: data('maybe') }), { validators: 'warn' }).kind).toBe('fail');
  });

  it('that cannot be read is not applied, which is reported', () => {
    expect(check(update({ code: data('y') }))).toMatchObject({
      kind: 'send',
      diagnostics: [
        { code: 'check/unreadable-validator', severity: 'warning', path: 'additionalFields.code' },
      ],
    });
  });
});

describe('clearing', () => {
  it('holds the mapping if the field is required', () => {
    expect(check(update({ zip: { clear: true } }))).toMatchObject({
      kind: 'hold-mapping',
      diagnostics: [{ code: 'check/required-field' }],
    });
  });

  it('is allowed for any other field, whatever its choices and validator', () => {
    expect(check(update({ 'lead.source': { clear: true }, newsletter: { clear: true } })).kind).toBe('send');
  });
});

describe('a customer status', () => {
  const withStatus = (customerStatus: Value) => update({}, { customerStatus });
  const catalog = catalogOf(listed(now - 9 * minuteMs, 'Neukunde', 'Stammkunde'));

  it('is valid if the API listed it, or if the API listed none', () => {
    expect(check(withStatus(data('Neukunde')), { catalog }).kind).toBe('send');
    expect(check(withStatus(literal('Anything'))).kind).toBe('send');
  });

  it('that is refuted is a fault of the mapping or of the data that gave it', () => {
    expect(check(withStatus(literal('Stamkunde')), { catalog })).toMatchObject({
      kind: 'hold-mapping',
      diagnostics: [
        {
          code: 'check/unknown-status',
          message: 'salon has no customer status "Stamkunde"; it has Neukunde, Stammkunde',
          hint: 'did you mean "Stammkunde"?',
          path: 'customerStatus',
        },
      ],
    });
    expect(check(withStatus(data('VIP')), { catalog }).kind).toBe('fail');
    expect(check(withStatus(data('VIP')), { catalog, policy: dropping }).kind).toBe('skip');
  });

  it('may be tried again ten minutes after the API listed its names', () => {
    expect(check(withStatus(data('VIP')), { catalog, now: now + minuteMs }).kind).toBe('send');
  });

  it('is left out of a booking, and the rest is sent', () => {
    const verdict = check({ ...booking, customerStatus: data('VIP') }, { catalog, policy: dropping });
    expect(verdict).toMatchObject({ kind: 'send', call: booking });
    expect(verdict.kind === 'send' && 'customerStatus' in verdict.call).toBe(false);
  });
});

describe('a customer number', () => {
  it.each(['1', '0042', '9'.repeat(18)])('may be %s', text => {
    expect(check(update({ allergies: data('x') }, { id: data(text) })).kind).toBe('send');
  });

  it.each(['', ' 1', '1a', '-1', '1.0', '９', '9'.repeat(19), 'id=1&token=x'])(
    'is invalid as "%s", and is never left out',
    text => {
      const fields = { allergies: data('x') };
      expect(check(update(fields, { id: data(text) }), { policy: dropping })).toMatchObject({
        kind: 'fail',
        diagnostics: [{ code: 'check/bad-number', path: 'id' }],
      });
      expect(check(update(fields, { id: literal(text) })).kind).toBe('hold-mapping');
      const named: Call = { ...booking, customer: { number: data(text) } };
      expect(check(named, { policy: dropping })).toMatchObject({
        kind: 'fail',
        diagnostics: [{ path: 'customerId' }],
      });
    },
  );
});

describe('a booking', () => {
  it('without its appointment fails', () => {
    expect(check({ ...booking, appointmentId: data(' ') })).toMatchObject({
      kind: 'fail',
      diagnostics: [{ code: 'mapping/missing-value', path: 'appointmentId' }],
    });
    expect(check({ ...booking, appointmentId: literal('') }).kind).toBe('hold-mapping');
  });

  it('accepts only the genderTypes of the API', () => {
    const call: Call = {
      ...booking,
      customer: { details: { name: data('Muster'), genderType: data('female') } },
    };
    expect(check(call)).toMatchObject({ kind: 'fail', diagnostics: [{ code: 'check/not-a-choice' }] });
    const verdict = check(call, { policy: dropping });
    expect(verdict.kind === 'send' && verdict.call).toEqual({
      ...booking,
      customer: { details: { name: data('Muster') } },
    });
  });

  it('accepts only a valid e-mail address', () => {
    const call: Call = {
      ...booking,
      customer: { details: { name: data('Muster'), email: data('zoe@example,de') } },
    };
    expect(check(call)).toMatchObject({
      kind: 'fail',
      diagnostics: [{ code: 'check/not-an-email', path: 'email', hint: 'did you mean "zoe@example.de"?' }],
    });
    const verdict = check(call, { policy: dropping });
    expect(verdict.kind === 'send' && verdict.call).toEqual({
      ...booking,
      customer: { details: { name: data('Muster') } },
    });
  });

  it('is checked against the catalog like an update', () => {
    const call: Call = { ...booking, additionalFields: [{ key: 'gone', change: { set: data('x') } }] };
    expect(check(call).kind).toBe('hold-mapping');
  });
});

describe('several faults', () => {
  it('are all reported, and those of the mapping decide', () => {
    const verdict = check(
      update({ zip: data('1'), gone: data('x'), newsletter: data('maybe') }, { id: data('x') }),
    );
    expect(verdict.kind).toBe('hold-mapping');
    expect(codes(verdict)).toEqual([
      'check/unknown-field',
      'check/bad-number',
      'check/validator',
      'check/not-a-choice',
    ]);
  });

  it('skip an update of which nothing is left, with the reason', () => {
    const verdict = check(update({ zip: data('1') }), { policy: dropping });
    expect(verdict.kind).toBe('skip');
    expect(codes(verdict)).toEqual(['mapping/dropped-value', 'mapping/nothing-to-send']);
  });

  it('keep a note that is set', () => {
    const call = update({ zip: data('1') }, { note: { clear: true } });
    expect(check(call, { policy: dropping })).toMatchObject({
      kind: 'send',
      call: { note: { clear: true } },
    });
  });
});

describe('a value with blanks at its ends in the payload', () => {
  const field = (changes: Partial<FieldConfiguration>) => fieldOf({ keyName: 'f', ...changes });
  const selection = (...selectItems: string[]) => field({ type: 'selection', selectItems });
  const group = (...selectItems: string[]) => field({ type: 'checkbox_group', selectItems });
  const value = ([first = '', ...more]: readonly string[]): Value => ({
    text: [first, ...more].map(each => each.trim()).join(','),
    origin: 'data',
    ...(more.length === 0 ? { untrimmed: first } : { elements: [first, ...more] }),
  });
  const sentFor = (configuration: FieldConfiguration, ...elements: readonly string[]) => {
    const verdict = check(update({ f: value(elements) }), {
      catalog: catalogOf({ fields: [configuration] }),
    });
    if (verdict.kind !== 'send') return codes(verdict);
    const [sent] = verdict.call.additionalFields;
    return sent && 'set' in sent.change ? sent.change.set.text : undefined;
  };

  it.each([
    ['is found without them', selection('Gold', 'Silver'), [' Gold\u00a0'], 'Gold'],
    ['is found with them if a choice has them', selection('Gold ', 'Silver'), ['Gold '], 'Gold '],
    ['is found with them first', selection('Gold', 'Gold '), ['Gold '], 'Gold '],
    ['is found without them if both are choices', selection('Gold', 'Gold '), [' Gold'], 'Gold'],
    ['is found in another Unicode form', selection(' M\u00fcller'), [' Mu\u0308ller'], ' M\u00fcller'],
    ['is found if only the account has some', selection('Gold '), [' Gold'], 'Gold '],
    [
      'is found in a list',
      group('Haare', 'N\u00e4gel', 'Massage'),
      [' Haare', 'Massage\u00a0'],
      'Haare,Massage',
    ],
    [
      'is found with them in a list',
      group('Haare', 'Haare ', 'Massage'),
      ['Haare ', ' Massage'],
      'Haare ,Massage',
    ],
    ['is found with them at its beginning', group('Haare', ' Haare'), [' Haare', 'Haare '], ' Haare,Haare'],
    ['alone in a list', group(' Haare', 'Massage'), [' Haare'], ' Haare'],
    ['is sent without them to a text', field({}), [' a  b\n'], 'a  b'],
    [
      'is matched without them by a validator',
      field({ validatorRegexp: '^[0-9]{5}$' }),
      [' 01099 '],
      '01099',
    ],
  ] as const)('%s', (_, configuration, elements, sent) => {
    expect(sentFor(configuration, ...elements)).toEqual(sent);
  });

  it('is the known status with these blanks, else the one without them', () => {
    const statusFor = (text: string, ...names: string[]) => {
      const call = update({ allergies: data('x') }, { customerStatus: value([text]) });
      const verdict = check(call, { catalog: catalogOf(listed(now, ...names)) });
      return verdict.kind === 'send' ? verdict.call.customerStatus?.text : codes(verdict);
    };
    expect(statusFor('VIP ', 'VIP')).toBe('VIP');
    expect(statusFor('VIP ', 'VIP ')).toBe('VIP ');
    expect(statusFor('VIP ', 'VIP', 'VIP ')).toBe('VIP ');
    expect(statusFor(' VIP', 'VIP', 'VIP ')).toBe('VIP');
    expect(statusFor(' VIP', 'Neukunde')).toEqual(['check/unknown-status']);
  });
});

describe('a value that is probably a mistake', () => {
  const doubt = (code: DiagnosticCode, path: string) => diagnostic(code, `${path} is doubtful`, { path });
  const doubtful = (text: string, code: DiagnosticCode): Value => ({
    ...data(text),
    doubts: [doubt(code, 'f')],
  });
  const reported = (field: Partial<FieldConfiguration>, text: string, code: DiagnosticCode) =>
    codes(
      check(update({ f: doubtful(text, code) }), {
        catalog: catalogOf({ fields: [fieldOf({ keyName: 'f', ...field })] }),
      }),
    );

  it('is reported and sent', () => {
    expect(reported({}, 'n/a', 'mapping/placeholder-value')).toEqual(['mapping/placeholder-value']);
    expect(reported({ type: 'textArea' }, 'false', 'mapping/false-as-text')).toEqual([
      'mapping/false-as-text',
    ]);
    const everywhere = { note: { set: doubtful('-', 'mapping/placeholder-value') } };
    expect(codes(check(update({}, everywhere)))).toEqual(['mapping/placeholder-value']);
    const details = { name: doubtful('M&uuml;ller', 'mapping/escaped-html') };
    expect(codes(check({ ...booking, customer: { details } }))).toEqual(['mapping/escaped-html']);
    const comment = { customerComment: doubtful('null', 'mapping/placeholder-value') };
    expect(codes(check({ ...booking, ...comment }))).toEqual(['mapping/placeholder-value']);
    expect(check({ ...booking, ...comment }).kind).toBe('send');
  });

  it('is accepted if it is a choice of the account, a value of a checkbox or a known status', () => {
    const selection = { type: 'selection', selectItems: ['none', 'some'] };
    expect(reported(selection, 'none', 'mapping/placeholder-value')).toEqual([]);
    expect(reported(selection, 'n/a', 'mapping/placeholder-value')).toEqual(['check/not-a-choice']);
    expect(reported({ type: 'checkbox' }, 'false', 'mapping/false-as-text')).toEqual([]);
    const withStatus = update(
      { allergies: data('x') },
      { customerStatus: doubtful('none', 'mapping/placeholder-value') },
    );
    expect(codes(check(withStatus, { catalog: catalogOf(listed(now, 'none')) }))).toEqual([]);
    expect(codes(check(withStatus))).toEqual(['mapping/placeholder-value']);
  });
});
