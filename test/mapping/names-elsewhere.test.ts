import { describe, expect, it } from 'vitest';
import { unknownField } from '../../src/check/call/field-key.ts';
import { numberFault } from '../../src/check/call/parameter-value.ts';
import { convertBoolean } from '../../src/mapping/convert/convert-boolean.ts';
import { catalogOf } from '../check/catalog.ts';
import { evaluateYaml, fieldOf, parse, requestOf } from './evaluate-yaml.ts';

const head = 'source: website\ndestination: salon\n';

function hintsOf(operation: string, lines: string): readonly (string | undefined)[] {
  const set = lines.replaceAll(/^/gm, '  ');
  const { diagnostics } = parse(`${head}operation: ${operation}\nset:\n${set}\n`);
  return diagnostics.map(({ hint }) => hint);
}

describe('a name under set', () => {
  it.each([
    ['kundennummer', 'id'],
    ['Kundennr', 'id'],
    ['kunden-id', 'id'],
    ['Kunde', 'id'],
    ['Notiz', 'note'],
    ['Kommentar', 'note'],
    ['anmerkung', 'note'],
    ['kundenart', 'customerStatus'],
    ['Kundenstatus', 'customerStatus'],
    ['Zusatzfelder', 'additionalFields'],
  ])('is reported with the intended parameter of an update: %s', (word, name) => {
    expect(hintsOf('updateCustomer', `${word}: a`)).toContain(`did you mean "${name}"?`);
    expect(hintsOf('update customer', `${word}: a`)).toContain(`did you mean "${name}"?`);
  });

  it.each([
    ['kundennummer', 'customerId'],
    ['Kommentar', 'appointmentParticipant.customerComment'],
    ['bemerkung', 'appointmentParticipant.customerComment'],
    ['Teilnehmer', 'appointmentParticipantId'],
    ['Kundenstatus', 'customerStatus'],
  ])('is reported with the intended parameter of a booking: %s', (word, name) => {
    expect(hintsOf('persistCustomerData', `${word}: a`)).toContain(`did you mean "${name}"?`);
  });

  it.each(['link', 'when', 'source', 'tests', 'maxAge', 'whenUnlinked', 'tables', 'operation'])(
    'may belong to the head of the file: %s',
    name => {
      expect(hintsOf('updateCustomer', `id: nr\n${name}: a`)).toContain(
        `${name}: stands at the beginning of a line, beside set:, and not under it`,
      );
    },
  );

  it('is a single name, although it contains a point', () => {
    const booking = hintsOf('persistCustomerData', 'appointmentParticipant:\n  customerComment: a');
    expect(booking).toContain('write it in one piece: appointmentParticipant.customerComment:');
    for (const [lines, names] of [
      ['hair: {type: {answer: Haar}}', 'hair.type:'],
      ['hair:\n  type: {from: haar}\n  color: {value: rot}', 'hair.type:, hair.color:'],
    ] as const) {
      const indented = lines.replaceAll(/^/gm, '  ');
      expect(hintsOf('updateCustomer', `id: nr\nadditionalFields:\n${indented}`)).toEqual([
        `a keyName with a point is one piece: write ${names}`,
      ]);
    }
    expect(hintsOf('updateCustomer', 'id: nr\nadditionalFields:\n  hair: {form: haar}')).toEqual([
      'did you mean "from"?',
    ]);
  });
});

describe('a parameter among the additional fields', () => {
  it.each(['note', 'customerStatus', 'id'])('is reported with its place: %s', name => {
    expect(unknownField(name, catalogOf(), 'salon', 'updateCustomer').hint).toContain(
      `write ${name} directly under set, beside additionalFields`,
    );
  });

  it.each(['firstName', 'hair', 'token'])('is not a parameter of the operation: %s', name => {
    expect(unknownField(name, catalogOf(), 'salon', 'updateCustomer').hint).not.toContain(
      'directly under set',
    );
  });
});

describe('a literal for the marketing consent', () => {
  it.each(['ja', 'yes', 'true', 'Ja'])('is not an answer: %s', word => {
    const hints = hintsOf(
      'persistCustomerData',
      `appointmentId: a\nprivacy: b\nterms: c\nminAge: d\nhasMarketingBox: ${word === 'true' ? '"true"' : word}`,
    );
    if (word !== 'true')
      expect(hints).toContain('write hasMarketingBox: {value: true} if every form asks the question');
    expect(hints.join()).not.toContain('PATH');
  });
});

describe('an id of the sender as the customer number', () => {
  it.each(['C-77', 'K1001', 'cus_9x'])('is reported with the link that it needs: %s', text => {
    expect(numberFault(text)?.hint).toContain('write link: with its path beside set, and id: $linked');
  });

  it.each(['1001.0', '7.00'])('is reported as a number with decimals: %s', text => {
    expect(numberFault(text)?.hint).toContain('$substringBefore(PATH, ".")');
  });

  it.each(["1'004", "'1004", '1’004', '1 004', "12'345'678"])(
    'is reported with signs to remove: %s',
    text => {
      expect(numberFault(text)?.hint).toContain('$replace(PATH, /[^0-9]/, "")');
    },
  );

  it.each(['1.001', '10 01', '-5', '1001,0', '1001.5'])(
    'is not a text that only looks like a number: %s',
    text => {
      expect(numberFault(text)).toMatchObject({ code: 'check/bad-number' });
      expect(numberFault(text)?.hint).toBeUndefined();
    },
  );
});

describe('an answer that is neither yes nor no', () => {
  it.each([
    ['Ja, ich stimme zu', '"Ja, ich stimme zu": "true"'],
    ['ja bitte', 'ja bitte: "true"'],
    ['über 18', 'über 18: "true"'],
    ['Nein danke', 'Nein danke: "false"'],
    ['Ich stimme nicht zu', 'Ich stimme nicht zu: "false"'],
    ['kein Interesse', 'kein Interesse: "false"'],
    ['not now', 'not now: "false"'],
    ['zugestimmt', 'zugestimmt: "true"'],
  ])('is reported with a table: %s', async (text, entry) => {
    expect(convertBoolean(text)).toMatchObject({
      hint: expect.stringMatching(/^say what each answer of the form means: add values: \{/),
    });
    const { hint } = convertBoolean(text) as { hint: string };
    const table = /add (values: .*), ignoreCase/.exec(hint)?.[1];
    expect(table).toContain(entry);
    const sent = await evaluateYaml(
      `${head}operation: persistCustomerData\nset: {appointmentId: a, privacy: p, terms: p, minAge: p, marketing: {from: m, ${table}, ignoreCase: true}}\n`,
      { payload: { a: 'a1', p: true, m: text } },
    );
    expect(requestOf(sent)).toMatchObject({ marketing: String(entry.includes('true')) });
    // The answers that were read before are still read.
    for (const [other, meant] of [
      ['ja', 'true'],
      ['Nein', 'false'],
      ['JA', 'true'],
      ['0', 'false'],
    ] as const) {
      expect(await fieldOf(`{from: m, ${table}, ignoreCase: true}`, { m: other })).toEqual({
        set: { text: meant, origin: 'mapping' },
      });
    }
  });

  it.each(['x', 'X', '✓'])('is perhaps a tick: %s', text => {
    expect(convertBoolean(text)).toMatchObject({
      hint: expect.stringContaining('if it is a tick, add values: {'),
    });
  });

  it.each(['vielleicht', 'perhaps', 'Datenschutz', 'weiß noch', 'Ja/Nein', 'yes | no'])(
    'gets no suggestion if it is unclear: %s',
    text => {
      expect(convertBoolean(text)).toMatchObject({
        hint: 'give the rule a table (values) whose results are true and false, with an entry for each answer of the form',
      });
    },
  );

  it.each(['u', '?', ''])('gets no table if it has no meaning: "%s"', text => {
    expect(convertBoolean(text)).not.toHaveProperty('hint');
  });
});
