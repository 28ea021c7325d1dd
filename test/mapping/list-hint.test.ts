import { describe, expect, it } from 'vitest';
import { clearAnswers } from '../../src/receive/answers/answers.ts';
import { bookingData, bookingMapping, evaluateYaml, fieldMapping, type Given } from './evaluate-yaml.ts';

/** Returns the hint for a rule of an update. */
async function hintFor(rule: string, given: Given, head = ''): Promise<string | undefined> {
  const text = `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n  id: ${rule}\n  note: {value: x}\n`;
  const evaluation = await evaluateYaml(text, given);
  if (evaluation.kind !== 'failed') throw new Error(`it is ${evaluation.kind}`);
  return evaluation.diagnostics[0]?.hint;
}

const people = [{ customer: 1001 }, { customer: 1002, allergies: 'Nuts' }];
const rows = [
  { kind: 'a', customer: 1001 },
  { kind: 'b', customer: 1002 },
];

describe('the values of a list of objects', () => {
  const ofBody =
    'the webhook carries 2 events: write `split: $` at the source in the config, which makes an event of each';

  it.each(['customer', '$.customer', '$string(customer[0]) & "" ? customer : 1', '$$.customer'])(
    'get a hint with `split` if the body is that list: %s',
    async rule => {
      expect(await hintFor(`'${rule}'`, { payload: people })).toBe(ofBody);
    },
  );

  it('get a hint with `split` at their list, if that is below the body', async () => {
    expect(await hintFor('data.rows.customer', { payload: { data: { rows } } })).toBe(
      'data.rows is a list of 2. If each is a separate event, write `split: data.rows` at the source, and customer here; if all belong to one person, say which one is meant, as in \'data.rows[kind = "..."].customer\'',
    );
  });

  it('get a hint with `split` and the conditions after the list', async () => {
    const fields = [{ name: 'Nr', value: '1001' }];
    const payload = { contacts: { update: [{ fields }, { fields }] } };
    expect(await hintFor(`'contacts.update.fields[name="Nr"].value'`, { payload })).toContain(
      '`split: contacts.update` at the source, and \'fields[name="Nr"].value\' here',
    );
  });

  it('get a hint with a condition if the payload is already one item of the body', async () => {
    expect(await hintFor('rows.customer', { payload: { rows }, body: [{ rows }] })).toBe(
      'rows is a list of 2: say which one is meant, as in \'rows[kind = "..."].customer\'',
    );
  });

  it('get a hint with `split` also for a link', async () => {
    const head = 'link: customer\n';
    expect(await hintFor('{value: "7", because: test}', { payload: people }, head)).toBe(ofBody);
  });

  it('never get a hint with a position, whatever part of the path is a list', async () => {
    for (const payload of [
      people,
      { a: people },
      { a: { b: people } },
      { a: [{ b: people }, { b: people }] },
    ]) {
      for (const path of [
        'customer',
        'a.customer',
        'a.b.customer',
        'a.b.customer[0]',
        'a.b[customer > 1].customer',
      ]) {
        const evaluation = await evaluateYaml(bookingMapping(`  email: ${path}\n`), {
          payload: Array.isArray(payload) ? payload : { ...bookingData, ...payload },
        });
        const hints = evaluation.kind === 'failed' ? evaluation.diagnostics.map(({ hint = '' }) => hint) : [];
        expect(hints.filter(hint => hint.includes('[0]'))).toEqual([]);
      }
    }
  });

  it('get a hint with the own key of the event, if the rule reads all elements of the split list', async () => {
    const [first, second] = rows;
    const body = { course: { rows: [first, second] } };
    for (const payload of body.course.rows) {
      expect(await hintFor('$body.course.rows.customer', { payload: payload ?? {}, body })).toBe(
        'write customer: the event is one element of $body.course.rows',
      );
    }
  });

  it('get a hint in which the name of an attribute can be copied', async () => {
    const payload = {
      List: {
        Row: [
          { '@typ': 'a', Name: 'x' },
          { '@typ': 'b', Name: 'y' },
        ],
      },
    };
    for (const path of ['`@typ`', '"@typ"'])
      expect(await hintFor(`'List.Row.${path}'`, { payload })).toContain(
        "`split: List.Row` at the source, and '`@typ`' here",
      );
  });

  it('are distinguished from a list with a single object', async () => {
    const payload = { rows: { customers: [1001, 1002] } };
    expect(await hintFor('rows.customers', { payload })).toBe("to take the first, write 'rows.customers[0]'");
    expect(await hintFor('$body.rows.customers', { payload: { nr: 1 }, body: payload })).toBe(
      "to take the first, write '$body.rows.customers[0]'",
    );
    expect(await hintFor('rows[0].customers', { payload: { rows: [payload.rows, payload.rows] } })).toBe(
      "to take the first, write 'rows[0].customers[0]'",
    );
  });
});

describe('a list of choices', () => {
  const ticked = [
    { label: 'Latex', checked: true },
    { label: 'Jod', checked: false },
  ];
  const named = [{ name: 'Latex' }, { name: 'Jod' }];
  const words = [
    { name: 'sms', wert: false },
    { name: 'foto', wert: true },
  ];
  const ofField = async (rule: string, given: Given) => {
    const evaluation = await evaluateYaml(fieldMapping(rule), given);
    return 'diagnostics' in evaluation ? evaluation.diagnostics.map(({ hint }) => hint) : [];
  };

  it.each([
    ['{from: liste, as: list}', named, 'name what is meant inside of each: write from: liste.name'],
    [
      '{from: liste, as: list}',
      ticked,
      "name what is meant inside of each: write from: 'liste[checked = true].label'",
    ],
    ['{from: liste, as: choices}', named, 'name what is meant inside of each: write from: liste.name'],
  ])('gets a hint with the part of each: %s of %j', async (rule, liste, hint) => {
    expect(await ofField(rule, { payload: { nr: 1, liste } })).toEqual([hint]);
    const cured = hint.replace(/^.*write from: /, '').replaceAll("'", '"');
    const sent = await evaluateYaml(fieldMapping(`{from: ${cured}, as: list}`), {
      payload: { nr: 1, liste },
    });
    const text = liste === ticked ? 'Latex' : 'Latex,Jod';
    expect(sent).toMatchObject({ call: { additionalFields: [{ change: { set: { text } } }] } });
  });

  it('gets no advice to split it into events without a person', async () => {
    expect(await hintFor('liste.name', { payload: { nr: 1, liste: words } })).toBe(
      'liste is a list of 2: say which one is meant, as in \'liste[name = "..."].name\'',
    );
    expect(await hintFor('liste.nr', { payload: { liste: [{ nr: '1' }, { nr: '2' }] } })).toContain(
      '`split: liste`',
    );
  });
});

describe('several answers with parts', () => {
  it('get a hint that leaves out the boxes that are not ticked', async () => {
    const value = [
      { label: 'Latex', checked: true },
      { label: 'Jod', checked: false },
    ];
    const given = { payload: {}, answers: clearAnswers([{ keys: ['q1'], labels: ['Allergien'], value }]) };
    expect(await hintFor('{answer: q1}', given)).toBe(
      "name what is meant inside of each that applies, as in from: '$answers.q1[checked = true].label' instead of answer",
    );
  });

  const answers = clearAnswers([
    { keys: ['q1'], labels: ['Wünsche'], value: [{ label: '1001' }, { label: '1002' }] },
  ]);

  it.each(['{answer: q1}', '{answer: Wünsche}'])('get a hint with the part to name: %s', async rule => {
    const hint = await hintFor(rule, { payload: {}, answers });
    expect(hint).toMatch(
      /^name what is meant inside of each, as in from: \$answers\.\S+\.label instead of answer$/,
    );
  });
});
