import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { systemClock } from '../../../src/inbox/clock.ts';
import { openPrepared } from '../../inbox/open-prepared.ts';
import { fieldbridge, folderWith, openSandbox, plainConfig } from '../command-line.ts';

/** What a sender posts, or several of it. */
type Events = readonly object[];

/** A source with questions, or one of which only the paths are read. */
type Source = 'questions' | 'paths';

const days = 24 * 3600 * 1000;
/** A Tuesday. */
const tuesday = Date.parse('2026-11-24T10:00:00.000Z');

interface Stored {
  readonly rules: readonly string[];
  readonly head?: string;
  readonly tests?: readonly object[];
  readonly earlier: Events;
  readonly newer: Events;
  readonly imported?: true;
}

/** Stores events: the last of the earlier ones on a Tuesday, the newer ones in the days after it. */
async function checked(source: Source, { rules, head = '', tests = [], earlier, newer, imported }: Stored) {
  const answers = source === 'questions' ? '    answers: {each: fields, label: label, value: value}\n' : '';
  const listed = tests.map((payload, at) => ({ name: `t${at}`, payload, expect: [] }));
  const mapping = `source: form
destination: salon
operation: updateCustomer
${head}set:
  id: customer
${rules.map(each => `  ${each}\n`).join('')}tests: ${JSON.stringify(listed)}
`;
  const directory = folderWith({
    'config.yaml': plainConfig(await openSandbox(), answers),
    'mappings/notes.yaml': mapping,
  });
  const store = await openPrepared(join(directory, 'bridge.db'), { clock: systemClock });
  const all = [...earlier, ...newer];
  for (const [at, payload] of all.entries()) {
    await store.add({
      source: 'form',
      receivedAt: tuesday + (at + 1 - earlier.length) * days,
      headers: {},
      query: {},
      body: Buffer.from(JSON.stringify(payload)),
      reading: { kind: 'json', charset: 'utf-8' },
      items: [{ id: idOf(at), contentHash: String(at), diagnostics: [] }],
      ...(imported && at >= earlier.length && { importedRow: { import: 1, row: at } }),
    });
  }
  await store.close();
  const { out } = await fieldbridge(['check', '--json'], { directory });
  const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Diagnostic[] };
  return diagnostics.filter(({ code }) => code === 'mapping/renamed-question');
}

function idOf(at: number): string {
  return `evt_${String(at).padStart(26, '0')}`;
}

/** Makes events by their position, so that no two have the same values. */
function several(count: number, make: (at: number) => object): Events {
  return Array.from({ length: count }, (_, at) => ({ customer: 1001 + at, ...make(at) }));
}

/** Returns an event of a form with these questions. */
function form(answers: Readonly<Record<string, unknown>>, more: object = {}): object {
  const fields = Object.entries(answers).map(([label, value]) => ({ label, value }));
  return { ...more, fields };
}

const optOut = 'Bitte nicht per WhatsApp schreiben';
const permission = 'Dürfen wir dir per WhatsApp schreiben?';
const person = (at: number) => ({ Name: `Anna ${at}`, Ort: at % 2 === 0 ? 'Wien' : 'Graz' });
const yes = (at: number) => (at % 3 === 0 ? 'Nein' : 'Ja');
const readsOptOut = ['additionalFields:', `  allergies: {answer: ${JSON.stringify(optOut)}}`];
const readsKey = ['additionalFields:', '  allergies: data.whatsapp'];
const sample = { customer: 1, fields: [] };
const contact = (at: number, more: object) => ({ data: { name: `Anna ${at}`, city: 'Wien', ...more } });
const oldForm = (count: number) => several(count, at => form({ ...person(at), [optOut]: yes(at) }));
const newForm = (count: number) => several(count, at => form({ ...person(at), [permission]: yes(at) }));

describe('check, for what only stored events have', () => {
  it('names the question that replaced one until a day, and never a value', async () => {
    const found = await checked('questions', {
      rules: ['additionalFields:', `  allergies: {answer: "${optOut}", values: {ja: "false", nein: null}}`],
      tests: [sample],
      earlier: oldForm(12),
      newer: newForm(5),
    });
    expect(found).toMatchObject([
      {
        severity: 'warning',
        path: 'additionalFields.allergies',
        place: { file: 'mappings/notes.yaml', line: 7 },
      },
    ]);
    expect(found[0]?.message).toContain(`"${permission}", which is new`);
    expect(found[0]?.hint).toContain('without its table, which turns yes and no round');
    expect(JSON.stringify(found)).not.toMatch(/Anna|Wien|Graz/);
  });

  it.each<readonly [string, Source, Stored, readonly (string | RegExp)[]]>([
    [
      'a question that has nothing in common with the former',
      'questions',
      {
        rules: readsOptOut,
        earlier: oldForm(12),
        newer: several(5, at => form({ ...person(at), 'Darf ich mich melden?': yes(at) })),
      },
      ['allergies reads the question "Bitte nicht per WhatsApp schreiben"', '"Darf ich mich melden?"'],
    ],
    [
      'a question among several new ones',
      'questions',
      {
        rules: readsOptOut,
        earlier: oldForm(12),
        newer: several(5, at =>
          form({ ...person(at), 'Melden?': yes(at), 'Fotos?': yes(at + 1), Beruf: `Beruf ${at}` }),
        ),
      },
      [
        `which 12 of 12 stored events of this form had until 2026-11-24, and none of the 5 since then; they have "Melden?", "Fotos?", "Beruf", which are new and which no rule reads`,
        `look which of them asks for the same, write {answer: …} with its text, and renew the sample; if none does, keep the event as a test (fieldbridge capture ${idOf(16)})`,
      ],
    ],
    [
      'a question that was taken out',
      'questions',
      { rules: readsOptOut, earlier: oldForm(12), newer: several(5, at => form(person(at))) },
      [
        `which 12 of 12 stored events of this form had until 2026-11-24, and none of the 5 since then; nothing that is new is in its place`,
        `\`fieldbridge preview notes ${idOf(16)}\` shows the newest event`,
      ],
    ],
    [
      'a question in when, so that nothing applies any more',
      'questions',
      {
        rules: ['note: note'],
        head: `when: $answers."${optOut}" != "x"\n`,
        earlier: oldForm(8).map(each => ({ ...each, note: 'x' })),
        newer: several(4, at => form({ ...person(at), 'Melden?': yes(at), 'Fotos?': yes(at) })),
      },
      [
        'when reads the question',
        '"Melden?", "Fotos?"',
        '$answers."Bitte nicht per WhatsApp schreiben" anew',
      ],
    ],
    [
      'a question that few left out',
      'questions',
      {
        rules: readsOptOut,
        earlier: several(20, at => form({ ...person(at), ...(at % 5 === 1 ? {} : { [optOut]: yes(at) }) })),
        newer: several(6, at => form({ ...person(at), 'Melden?': yes(at), 'Fotos?': yes(at) })),
      },
      ['which 16 of 20 stored events of this form had until 2026-11-24, and none of the 6 since then'],
    ],
    [
      'a question that one person still answered on an open page',
      'questions',
      {
        rules: readsOptOut,
        earlier: [
          ...oldForm(12),
          ...several(2, at => form({ ...person(at), 'Melden?': yes(at), 'Fotos?': yes(at) })),
          ...oldForm(1),
        ],
        newer: several(5, at => form({ ...person(at), 'Melden?': yes(at), 'Fotos?': yes(at) })),
      },
      ['which 12 of 12 stored events of this form had until 2026-11-21, and only 1 of the 8 since then'],
    ],
    [
      'a key beside others',
      'paths',
      {
        rules: readsKey,
        earlier: several(12, at => contact(at, { whatsapp: yes(at) })),
        newer: several(5, at => contact(at, { messenger: yes(at) })),
      },
      [
        'allergies reads data.whatsapp, which 12 of 12 stored events of this kind had until 2026-11-24, and none of the 5 since then; 5 of them have data.messenger, which is new and which no rule reads',
        `if it is the same value, write data.messenger in place of data.whatsapp, and renew the sample; if not, keep the event as a test (fieldbridge capture ${idOf(16)})`,
      ],
    ],
    [
      'a key of which several may be the new one',
      'paths',
      {
        rules: readsKey,
        earlier: several(12, at => contact(at, { whatsapp: yes(at) })),
        newer: several(5, at => contact(at, { a: yes(at), b: yes(at), c: 'x', d: 'x', e: 'x', f: 'x' })),
      },
      [
        'they have data.a, data.b, data.c, data.d, data.e and 1 more, which are new',
        'look which of them has the value, and write it in place of data.whatsapp',
      ],
    ],
    [
      'a key that is gone',
      'paths',
      {
        rules: readsKey,
        earlier: several(12, at => contact(at, { whatsapp: yes(at) })),
        newer: several(5, at => contact(at, {})),
      },
      ['nothing that is new is in its place', 'keep this one as a test'],
    ],
    [
      'the object around several keys, once',
      'paths',
      {
        rules: ['note: data.remark', 'additionalFields:', '  allergies: data.whatsapp'],
        earlier: several(6, at => ({ city: 'Wien', ...contact(at, { whatsapp: yes(at), remark: 'x' }) })),
        newer: several(4, at => ({ city: 'Wien', person: { whatsapp: yes(at), remark: 'x' } })),
      },
      ['note reads data.remark (and other rules data.whatsapp), which 6 of 6', 'person.remark, which is new'],
    ],
    [
      'a key in an expression',
      'paths',
      {
        rules: ['additionalFields:', '  allergies: $lowercase(data.whatsapp)'],
        earlier: several(12, at => contact(at, { whatsapp: yes(at) })),
        newer: several(5, at => contact(at, { messenger: yes(at) })),
      },
      ['write data.messenger in place of data.whatsapp'],
    ],
    [
      'the type that when compares',
      'paths',
      {
        rules: ['note: note'],
        head: 'when: type = "contact"\n',
        earlier: several(6, () => ({ note: 'x', city: 'Wien', type: 'contact' })),
        newer: several(4, () => ({ note: 'x', city: 'Wien', kindOfRecord: 'contact' })),
      },
      ['when reads type', 'kindOfRecord'],
    ],
    [
      'the link',
      'paths',
      {
        rules: ['note: note'],
        head: 'link: $string(member)\n',
        earlier: several(6, at => ({ note: 'x', city: 'Wien', member: `m${at}` })),
        newer: several(4, at => ({ note: 'x', city: 'Wien', passNo: `m${at}` })),
      },
      ['link reads member', 'passNo'],
    ],
    [
      'in one of two forms',
      'questions',
      {
        rules: readsOptOut,
        earlier: [
          ...several(6, at => form({ ...person(at), [optOut]: yes(at) }, { formId: 'f1' })),
          ...several(6, at => form({ ...person(at), [optOut]: yes(at) }, { formId: 'f2' })),
        ],
        newer: Array.from({ length: 6 }, (_, at) =>
          at % 2 === 0
            ? form({ ...person(at), [optOut]: yes(at) }, { customer: 1, formId: 'f1' })
            : form({ ...person(at), 'Melden?': yes(at), 'Fotos?': 'Ja' }, { customer: 1, formId: 'f2' }),
        ),
      },
      ['which 6 of 6 stored events of this form had until 2026-11-24, and none of the 3 since then'],
    ],
  ])('reports %s', async (_, source, stored, words) => {
    for (const tests of [[], [sample]]) {
      const found = await checked(source, { tests, ...stored });
      expect(found).toHaveLength(1);
      expect(JSON.stringify(found)).not.toMatch(/Anna|Wien|Graz/);
      for (const each of words) expect(`${found[0]?.message}\n${found[0]?.hint}`).toMatch(each);
    }
  });

  const winter = (at: number) => form({ ...person(at), 'Skigröße?': `${160 + at}`, 'Helm?': yes(at) });
  const summer = (at: number) => form({ ...person(at), [optOut]: yes(at), 'Rad?': yes(at) });
  it.each<readonly [string, Source, Stored]>([
    [
      'two forms come in turn with the seasons, by their ids',
      'questions',
      {
        rules: readsOptOut,
        earlier: several(12, at => ({ ...summer(at), formId: 'summer' })),
        newer: several(12, at => ({ ...winter(at), formId: 'winter' })),
      },
    ],
    [
      'two forms come in turn with the seasons, and the other one has come before',
      'questions',
      {
        rules: readsOptOut,
        earlier: [...several(8, winter), ...several(12, summer)],
        newer: several(12, winter),
      },
    ],
    [
      'two forms come in turn, and rules read both',
      'questions',
      {
        rules: [...readsOptOut, '  satisfaction: {answer: "Skigröße?"}'],
        earlier: several(12, summer),
        newer: several(12, winter),
      },
    ],
    [
      'a shorter form comes alone for a while',
      'questions',
      {
        rules: readsOptOut,
        earlier: several(20, at => (at % 3 === 1 ? form(person(at)) : summer(at))),
        newer: several(10, at => form(person(at))),
      },
    ],
    [
      'another form with few questions in common',
      'questions',
      {
        rules: readsOptOut,
        earlier: oldForm(12),
        newer: several(12, at => form({ Haustier: yes(at), Rasse: 'Dackel' })),
      },
    ],
    [
      'the question is often left out',
      'questions',
      {
        rules: readsOptOut,
        earlier: several(20, at => form({ ...person(at), ...(at % 5 < 3 ? {} : { [optOut]: yes(at) }) })),
        newer: several(9, at => form(person(at))),
      },
    ],
    [
      'the question is left out now and then, and some others are answered',
      'questions',
      {
        rules: readsOptOut,
        earlier: several(20, at => form({ ...person(at), ...(at % 3 === 1 ? {} : { [optOut]: yes(at) }) })),
        newer: several(4, at => form({ ...person(at), ...(at === 2 ? { Bemerkung: 'x' } : {}) })),
      },
    ],
    [
      'there are two events before',
      'questions',
      {
        rules: readsKey,
        earlier: several(2, at => contact(at, { whatsapp: yes(at) })),
        newer: several(9, at => contact(at, { messenger: yes(at) })),
      },
    ],
    [
      'there are two events since',
      'questions',
      {
        rules: readsOptOut,
        earlier: oldForm(12),
        newer: several(2, at => form({ ...person(at), 'Melden?': yes(at), 'Fotos?': yes(at) })),
      },
    ],
    [
      'one since has it',
      'questions',
      {
        rules: readsOptOut,
        earlier: oldForm(12),
        newer: [...several(5, at => form(person(at))), ...oldForm(1)],
      },
    ],
    [
      'it is there without an answer',
      'questions',
      {
        rules: readsOptOut,
        earlier: oldForm(12),
        newer: several(9, at => form({ ...person(at), [optOut]: '', 'Melden?': yes(at), 'Fotos?': 'Ja' })),
      },
    ],
    [
      'one of the newest is a test of the mapping',
      'questions',
      {
        rules: readsOptOut,
        earlier: oldForm(12),
        newer: several(9, at => form({ ...person(at), 'Melden?': yes(at), 'Fotos?': yes(at) })),
        tests: [{ customer: 1, ...form({ Name: 'X', Ort: 'Y', 'Melden?': 'Ja', 'Fotos?': 'Ja' }) }],
      },
    ],
    [
      'one of the newest without it is a test of the mapping',
      'questions',
      {
        rules: readsOptOut,
        earlier: oldForm(12),
        newer: several(9, at => form(person(at))),
        tests: [{ customer: 1, ...form({ Name: 'X', Ort: 'Y' }) }],
      },
    ],
    [
      'one type of event lacks the key',
      'paths',
      {
        rules: readsKey,
        earlier: several(12, at => ({ type: 'contact.updated', ...contact(at, { whatsapp: yes(at) }) })),
        newer: several(12, at => ({ type: 'contact.merged', ...contact(at, { into: 'x' }) })),
      },
    ],
    [
      'one kind of event has few of the keys, and no type says so',
      'paths',
      {
        rules: readsKey,
        earlier: several(12, at => contact(at, { whatsapp: yes(at), email: 'a@example.com', phone: '1' })),
        newer: several(12, at => ({ data: { email: 'a@example.com', reason: `x${at}` } })),
      },
    ],
    [
      'keys are random ids',
      'paths',
      {
        rules: readsKey,
        earlier: several(6, at => contact(at, { whatsapp: yes(at), [`fld_8a9f3c${at}d2`]: 'x' })),
        newer: several(3, at => contact(at, { [`fld_8a9f3c${at}e7`]: 'x', [`k${at}zq7`]: 'Ja' })),
      },
    ],
    [
      'only some fields are sent, those that were changed',
      'paths',
      {
        rules: readsKey,
        earlier: several(20, at => ({
          data: at % 4 === 3 ? { whatsapp: yes(at) } : { [`f${at % 3}`]: 'x' },
        })),
        newer: several(8, at => ({ data: { [`f${at % 3}`]: 'x' } })),
      },
    ],
    [
      'the expression reads another key in its place',
      'paths',
      {
        rules: ['additionalFields:', '  allergies: "data.whatsapp ?? data.phone"'],
        earlier: several(12, at => contact(at, { whatsapp: yes(at), phone: 'x' })),
        newer: several(5, at => contact(at, { messenger: yes(at), phone: 'x' })),
      },
    ],
    [
      'the key is in a list now',
      'paths',
      {
        rules: readsKey,
        earlier: several(12, at => contact(at, { whatsapp: yes(at) })),
        newer: several(5, at => ({ data: [{ name: 'Anna', city: 'Wien', whatsapp: yes(at) }] })),
      },
    ],
    [
      'the key is null',
      'paths',
      {
        rules: readsKey,
        earlier: several(12, at => contact(at, { whatsapp: yes(at) })),
        newer: several(5, at => contact(at, { whatsapp: null, messenger: yes(at) })),
      },
    ],
    [
      'the newest are rows of an imported list',
      'paths',
      {
        rules: readsKey,
        earlier: several(12, at => contact(at, { whatsapp: yes(at) })),
        newer: several(9, at => contact(at, { messenger: yes(at) })),
        imported: true,
      },
    ],
    ['all events have it', 'questions', { rules: readsOptOut, earlier: oldForm(12), newer: oldForm(5) }],
  ])('reports nothing if %s', async (_, source, stored) => {
    expect(await checked(source, stored)).toEqual([]);
  });
});
