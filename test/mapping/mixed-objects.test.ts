import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf as mappingWith } from '../check/trials.ts';
import { evaluateYaml } from './evaluate-yaml.ts';

const head = 'source: website\ndestination: salon\noperation: updateCustomer\n';

async function reported(set: string, payload: object, link = '') {
  const evaluation = await evaluateYaml(`${head}${link}set: {${set}}\n`, { payload, links: { c1: '1001' } });
  return 'diagnostics' in evaluation
    ? evaluation.diagnostics.map(({ code, path }) => `${code} ${path}`)
    : evaluation.kind;
}

const two = { people: [{ id: 1001, note: 'eins' }, { note: 'zwei' }] };

describe('rules that read several objects of a list', () => {
  it.each([
    ['id: people.id, note: people.note', two],
    ['id: people.id, additionalFields: {a: people.tags}', { people: [{ id: 1 }, { tags: ['x'] }] }],
    ['id: people.id, note: {template: "von {people.note}"}', { people: [{ note: 'a' }, { id: 1 }] }],
    ['id: people.id, note: {from: people.note, as: list}', two],
    [
      'id: people.contact.no, note: people.contact.note',
      { people: [{ contact: { no: 1, note: 'a' } }, { contact: { note: 'b' } }] },
    ],
    ['id: data.rows.id, note: data.rows.text', { data: { rows: [{ id: '7' }, { id: '', text: 'x' }] } }],
    ['id: people.id, customerStatus: people.status', { people: [{ id: 1 }, { id: null, status: 'VIP' }] }],
  ])('are reported if only one object has the id: %s', async (set, payload) => {
    const found = await reported(set, payload);
    expect(found).toContainEqual(
      expect.stringMatching(/^intake\/several-events (?:note|additionalFields\.a|customerStatus)$/),
    );
  });

  it('are reported if only one object has the link', async () => {
    const payload = { people: [{ key: 'c1' }, { note: 'zwei' }] };
    expect(await reported('id: $linked, note: people.note', payload, 'link: people.key\n')).toEqual([
      'intake/several-events note',
    ]);
  });

  it.each([
    ['id: people.id, note: people.note', { people: [{ id: 1001, note: 'eins' }] }],
    ['id: people.id, note: people.note', { people: [{ id: 1001, note: 'eins' }, { other: 1 }] }],
    ['id: people.id, note: people.note', { people: [{ id: 1001, note: 'eins' }, { note: ' ' }] }],
    ['id: people.id, note: people.note', { people: { id: 1001, note: 'eins' } }],
    ['id: nr, note: people.note', { nr: 1, ...two }],
    ['id: people.id, note: other.note', { ...two, other: [{ note: 'a' }, { note: 'b' }] }],
    ["id: people.id, note: 'people[$exists(id)].note'", two],
    ['id: people.id, note: {from: people.note, because: "a family"}', two],
    ['id: {from: people.id, because: "the first is the customer"}, note: people.note', two],
  ])('may be right: %s of %j', async (set, payload) => {
    expect(await reported(set, payload)).toEqual([]);
  });

  it('are reported by check for the sample that shows it, with lines that read one object', async () => {
    const mapping = mappingWith(['note: people.note'], { tests: [two] });
    const id = mappingWith(['note: people.note'], {
      head: 'link: people.id',
      tests: [{ customer: 1, ...two }],
    });
    expect(await checkWith(mapping)).not.toContainEqual(
      expect.objectContaining({ code: 'intake/several-events' }),
    );
    expect(await checkWith(id)).toContainEqual(
      expect.objectContaining({
        code: 'intake/several-events',
        path: 'note',
        message: expect.stringContaining('in the sample of "test 1"'),
        hint: expect.stringContaining(
          "write split: people at the source in the config; if one is meant, write 'people[$exists(id)].note'",
        ),
      }),
    );
    expect(await reported("id: people.id, note: 'people[$exists(id)].note'", two)).toEqual([]);
  });
});
