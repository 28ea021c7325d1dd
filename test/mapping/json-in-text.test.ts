import { describe, expect, it } from 'vitest';
import { isJson, jsonTextOn } from '../../src/mapping/json-in-text.ts';
import { brief, checkWith, mappingOf, storedOf } from '../check/trials.ts';
import { codesOf, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

const json = '{"id": 1001, "name": "Anna", "tags": ["x"]}';

/** Returns the field in the hint, if an event reports that a rule reads below a text with JSON in it. */
async function saidAt(rule: string, payload: object): Promise<string | undefined> {
  const evaluation = await evaluateYaml(fieldMapping(rule), { payload });
  if (evaluation.kind === 'not-wanted') return undefined;
  const said = evaluation.diagnostics.find(({ code }) => code === 'mapping/json-in-text');
  return /jsonField: (\S+)/.exec(said?.hint ?? '')?.[1];
}

describe('a JSON text', () => {
  it.each(['{}', '{"a":1}', ' {"a": {"b": []}}\n', '[{"a":1}]', '[ { } ]', json])('is %j', text => {
    expect(isJson(text)).toBe(true);
  });

  it.each([
    '',
    'Anna',
    '12',
    'true',
    'null',
    '"text"',
    '[]',
    '[1, 2]',
    '["a"]',
    '{name}',
    '{a: 1}',
    '{"a": 1',
    '{"a": 1}}',
    "{'a': 1}",
    'Hallo {"a": 1}',
    '{{name}}',
    12,
    null,
    { a: 1 },
    [json],
  ])('is not %j', value => {
    expect(isJson(value)).toBe(false);
  });

  it('is found if a path continues below it', () => {
    const scope = {
      input: { data: json, list: [{ data: json }], plain: 'x' },
      bindings: { body: { data: json } },
    };
    expect(jsonTextOn(['data', 'id'], scope)).toEqual(['data']);
    expect(jsonTextOn(['list', 'data', 'id'], scope)).toEqual(['list', 'data']);
    expect(jsonTextOn(['$body', 'data', 'id'], scope)).toEqual(['$body', 'data']);
    for (const path of [['data'], ['plain', 'id'], ['missing', 'id'], ['list', 'data'], ['$answers', 'a']]) {
      expect(jsonTextOn(path, scope), path.join('.')).toBeUndefined();
    }
  });
});

describe('a rule that reads below a text with JSON in it', () => {
  it.each([
    ['messages.reply.json.name', 'entry.messages.reply.json'],
    ['reply.json.name', 'entry.messages.reply.json'],
    ['messages.reply.name', undefined],
  ])('is also reported by check without the beginning of its path: %s', async (rule, field) => {
    const payload = { customer: 1001, entry: [{ messages: [{ reply: { json } }] }] };
    const found = await checkWith(mappingOf([`note: ${rule}`], { tests: [payload] }));
    const said = found.find(({ code }) => code === 'mapping/json-in-text');
    expect(/jsonField: (\S+)/.exec(said?.hint ?? '')?.[1]).toBe(field);
  });

  it.each([
    ['data.name', { data: json }, 'data'],
    ['data.tags', { data: json }, 'data'],
    ['data.unknown', { data: json }, 'data'],
    ['data.name', { data: `[${json}]` }, 'data'],
    ['event.data.name', { event: { data: json } }, 'event.data'],
    ['"`my data`.name"', { 'my data': json }, 'my'],
    ['items.data.name', { items: [{ data: json }] }, 'items.data'],
    ['{from: data.name, default: none}', { data: json }, 'data'],
    ['{from: data.name, whenMissing: clear}', { data: json }, 'data'],
    ['{from: data.name, required: true}', { data: json }, 'data'],
    ['{from: data.name, as: list}', { data: json }, 'data'],
    ['{from: data.name, values: {Anna: A}}', { data: json }, 'data'],
    [`{template: 'Name: {data.name}'}`, { data: json }, 'data'],
  ])('is reported for the event: %s', async (rule, payload, field) => {
    expect(await saidAt(rule, payload)).toBe(field);
  });

  it.each([
    ['data', { data: json }],
    ['data.name', { data: { name: 'Anna' } }],
    ['data.name', { data: 'Anna' }],
    ['data.name', { data: '[1, 2]' }],
    ['data.name', { other: json }],
    ['data.name', { data: [{ name: 'Anna' }, json] }],
    ['data.name', {}],
  ])('is not reported: %s of %j', async (rule, payload) => {
    expect(await saidAt(rule, payload)).toBeUndefined();
  });

  it('is reported once for all rules of a mapping', async () => {
    const text = fieldMapping('data.name', '').concat('    g: data.tags\n    h: data.id\n');
    expect(codesOf(await evaluateYaml(text, { payload: { data: json } }))).toEqual([
      'mapping/nothing-to-send',
      'mapping/json-in-text',
    ]);
  });
});

describe('check', () => {
  it('reports every expression that reads below such a text', async () => {
    const mapping = mappingOf(
      ['note: data.name', `additionalFields: {a: '"x" & data.id', b: 'data.tags[0]'}`],
      {
        head: 'when: data.id > 5\nlink: data.id',
        tests: [{ customer: 1, data: json }],
      },
    );
    const all = await checkWith(mapping);
    expect(
      brief(all)
        .filter(each => each.includes('json-in-text'))
        .sort(),
    ).toEqual([
      'warning mapping/json-in-text additionalFields.a',
      'warning mapping/json-in-text additionalFields.b',
      'warning mapping/json-in-text link',
      'warning mapping/json-in-text note',
      'warning mapping/json-in-text when',
    ]);
    expect(brief(all).filter(each => each.includes('path-never'))).toEqual([]);
  });

  it('uses stored events only, and shows no value', async () => {
    const all = await checkWith(mappingOf(['note: data.name']), storedOf({ customer: 1, data: json }));
    expect(all.map(({ message }) => message)).toEqual([
      'data is a text with JSON in it, so no path leads below it',
    ]);
  });

  it('reports nothing if the events have the path', async () => {
    const all = await checkWith(
      mappingOf(['note: data.name'], { tests: [{ customer: 1, data: { name: 'Anna' } }] }),
      storedOf({ customer: 1, data: { name: 'Anna' } }, { customer: 1, data: json }),
    );
    expect(all).toEqual([]);
  });
});
