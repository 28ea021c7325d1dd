import { describe, expect, it } from 'vitest';
import { changeParts } from '../../src/mapping/doubts/other-value/change-parts.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

function reported(rule: string, input: unknown): readonly (string | undefined)[] {
  return changeParts(mappingOf(fieldMapping(rule)), { input }).map(({ hint }) => hint?.split(';')[0]);
}

const whole = 'have the sender send the whole list as it is after the change, and read that';

describe('a rule that sends a part of a change record', () => {
  it.each([
    ['interests.added', { interests: { added: ['a'], removed: ['b'] } }, whole],
    ['interests.removed', { interests: { added: ['a'], removed: [] } }, whole],
    ['{from: added.interests, as: list}', { added: { interests: ['a'] }, removed: {} }, whole],
    ['removed_tags', { removed_tags: ['b'], tags: ['a'] }, 'write tags'],
    ['contact.addedTags', { contact: { addedTags: ['b'], tags: ['a', 'b'] } }, 'write contact.tags'],
    ['tags_entfernt.entfernt', { tags_entfernt: { entfernt: ['a'], hinzugefügt: ['b'] } }, whole],
    [
      'changes.note',
      { changes: { note: ['a', 'b'], born: ['1988-03-14', '1988-04-14'] } },
      "write 'changes.note[1]', which is the new value",
    ],
    [
      "'changes.note[0]'",
      { changes: { note: ['a', 'b'], born: ['c', 'd'] } },
      "write 'changes.note[1]', which is the new value",
    ],
    [
      'previous_changes.note',
      { previous_changes: { note: [null, 'b'] } },
      "write 'previous_changes.note[1]', which is the new value",
    ],
    [
      "'changes.mobile[0]'",
      { changes: { mobile: ['a', 'b'] } },
      "write 'changes.mobile[1]', which is the new value",
    ],
    [
      "'updated_attributes.birthday[0]'",
      { updated_attributes: { birthday: ['a', 'b'], custom_fields: { x: ['c', 'd'] } } },
      "write 'updated_attributes.birthday[1]', which is the new value",
    ],
    [
      "'updated_attributes.custom_fields.Newsletter[0]'",
      { updated_attributes: { custom_fields: { Newsletter: [true, false] } } },
      "write 'updated_attributes.custom_fields.Newsletter[1]', which is the new value",
    ],
    ['changes.mobile.from', { changes: { mobile: { from: 'a', to: 'b' } } }, 'write changes.mobile.to'],
    [
      "'props.mobile.versions[1].value'",
      { props: { mobile: { value: 'b', versions: [{ value: 'b' }, { value: 'a' }] } } },
      'write props.mobile.value',
    ],
    ["'mobile.versions[-1].value'", { mobile: { value: 'b', versions: [] } }, 'write mobile.value'],
    ['change.from', { change: { from: 'a', to: 'b' } }, 'write change.to'],
  ])('is reported: %s of %j', (rule, payload, meant) => {
    expect(reported(rule, payload)).toEqual([meant]);
  });

  it.each([
    ["'changes.note[1]'", { changes: { note: ['a', 'b'], born: ['c', 'd'] } }],
    ["'changes.note[-1]'", { changes: { note: ['a', 'b'], born: ['c', 'd'] } }],
    ['changes.interests', { changes: { interests: ['a', 'b'] } }],
    ['changes.mobile.to', { changes: { mobile: { from: 'a', to: 'b' } } }],
    ["'mobile.versions[0].value'", { mobile: { value: 'b', versions: [{ value: 'b' }] } }],
    ["'app.versions[1].name'", { app: { versions: [{ name: 'b' }, { name: 'c' }] } }],
    ['changes.from', { changes: { from: 'Leipzig' } }],
    ["'updated_attributes.birthday[1]'", { updated_attributes: { birthday: ['a', 'b'] } }],
    ["'changes.topics[0]'", { changes: { topics: ['a', 'b', 'c'] } }],
    ['changes.interests', { changes: { interests: ['a', 'b'], note: 'c' } }],
    ['changes.note.after', { changes: { note: { before: 'a', after: 'b' } } }],
    ['added', { added: '2026-11-28', name: 'Berg' }],
    ['removed', { removed: false }],
    ['interests', { interests: ['a', 'b'], added: ['b'] }],
    ['{from: interests.added, because: it only grows}', { interests: { added: ['a'], removed: [] } }],
  ])('is not reported: %s of %j', (rule, payload) => {
    expect(reported(rule, payload)).toEqual([]);
  });
});
