import { describe, expect, it } from 'vitest';
import { dividedElement } from '../../../src/check/call/choices/divided-element.ts';
import type { Value } from '../../../src/inbox/call.ts';
import { changeOf } from '../../mapping/evaluate-yaml.ts';
import { fieldOf } from '../catalog.ts';

async function found(rule: string, payload: object, more: object = {}) {
  const change = (await changeOf(rule, payload)) as { set: Value };
  return dividedElement(fieldOf({ keyName: 'tags', name: 'Schlagworte', ...more }), change.set);
}

describe('an element of a list that contains the separator', () => {
  it.each([
    ['{from: tags, as: list}', { tags: ['knee, left', 'vip'] }, 3, ';'],
    ['{from: tags, as: list}', { tags: ['vip', '1,5 kg', 'a; b'] }, 4, '|'],
    ['{from: tags, as: list, separator: ";"}', { tags: ['a; b', 'c'] }, 3, '|'],
    ['{from: tags, as: list, separator: ", "}', { tags: ['knee,left', 'vip'] }, 3, ';'],
    ['{from: items.name, as: list}', { items: [{ name: 'Cut, wash' }, { name: 'Color' }] }, 3, ';'],
  ])('is reported: %s of %j', async (rule, payload, count, free) => {
    const fault = await found(rule, payload);
    expect(fault?.message).toContain(`look like ${count}`);
    expect(fault?.hint).toContain(`separator: "${free} "`);
  });

  it.each([
    ['{from: tags, as: list}', { tags: ['back pain', 'vip'] }, {}],
    ['{from: tags, as: list, separator: "; "}', { tags: ['knee, left', 'vip'] }, {}],
    ['{from: tags, as: list, separator: "\\n"}', { tags: ['knee, left', 'vip'] }, {}],
    ['{from: tags, as: list}', { tags: 'knee, left, vip' }, {}],
    ['tags', { tags: 'knee, left' }, {}],
    ['tags', { tags: ['knee, left'] }, {}],
    ['{template: "{tags}, {b}"}', { tags: 'a, b', b: 'c' }, {}],
    ['{from: tags, as: list}', { tags: ['knee, left', 'vip'] }, { type: 'textArea' }],
    [
      '{from: tags, as: list}',
      { tags: ['knee, left', 'vip'] },
      { type: 'checkbox_group', selectItems: ['knee, left', 'vip'] },
    ],
  ])('is not reported: %s of %j', async (rule, payload, more) => {
    expect(await found(rule, payload, more)).toBeUndefined();
  });
});
