import { describe, expect, it } from 'vitest';
import { correct, readRemoval, readSetting } from '../../../src/cli/operate/corrections.ts';
import { patchBetween } from '../../../src/receive/bodies/merge-patch.ts';

const payload = {
  contact: { phone: '0151', 'E-Mail': 'a@b.example', age: 30, vip: false, nothing: null },
  answers: [{ id: 'q1', value: 'x' }, { id: 'q2' }],
  'a.b': 1,
  'No.': '7',
  'contact.phone': 'flat',
};

/** Returns the patch of the payload for these settings. */
function patchOf(...settings: readonly string[]): unknown {
  const { corrected } = correct(
    payload,
    settings.map(each => readSetting(each, payload)),
  );
  return patchBetween(payload, corrected);
}

describe('a correction', () => {
  it.each([
    ['contact.phone=+4915112345678', { contact: { phone: '+4915112345678' } }],
    ['contact.phone=a=b:=c', { contact: { phone: 'a=b:=c' } }],
    ['contact.phone=', { contact: { phone: '' } }],
    ['contact.`E-Mail`=c@d.example', { contact: { 'E-Mail': 'c@d.example' } }],
    ['contact."E-Mail"=c@d.example', { contact: { 'E-Mail': 'c@d.example' } }],
    ['contact.E-Mail=c@d.example', { contact: { 'E-Mail': 'c@d.example' } }],
    ['`a.b`=2', { 'a.b': 2 }],
    ['a.b=2', { 'a.b': 2 }],
    ['a.b:=[2]', { 'a.b': [2] }],
    ['No.=8', { 'No.': '8' }],
    ['a.c=2', { a: { c: '2' } }],
    ['contact.age=31', { contact: { age: 31 } }],
    ['contact.age=031', { contact: { age: '031' } }],
    ['contact.age=12345678901234567890', { contact: { age: '12345678901234567890' } }],
    ['contact.vip=true', { contact: { vip: true } }],
    ['contact.vip=ja', { contact: { vip: 'ja' } }],
    ['contact.nothing=5', { contact: { nothing: '5' } }],
    ['contact.age:="31"', { contact: { age: '31' } }],
    ['tags:=["a","b"]', { tags: ['a', 'b'] }],
    [
      'answers[0].value=y',
      {
        answers: [
          { id: 'q1', value: 'y' },
          { id: 'q2', value: undefined },
        ],
      },
    ],
    ['new.deep.name=z', { new: { deep: { name: 'z' } } }],
    ['__proto__.polluted=1', JSON.parse('{"__proto__":{"polluted":"1"}}')],
  ])('%s', (setting, patch) => {
    expect(JSON.stringify(patchOf(setting))).toBe(JSON.stringify(patch));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('applies several settings one after another, and reports added properties', () => {
    const { corrected, added } = correct(payload, [
      readSetting('contact.phon=1'),
      readSetting('answers[2]:={"id":"q3"}'),
      readSetting('answers[2].value=v'),
      readRemoval('contact.phone'),
    ]);
    expect(added).toEqual(['contact.phon', 'answers[2]', 'answers[2].value']);
    expect(patchBetween(payload, corrected)).toEqual({
      contact: { phon: '1', phone: null },
      answers: [...payload.answers, { id: 'q3', value: 'v' }],
    });
    expect(
      patchBetween(payload, correct(payload, [readSetting('contact.age=30')]).corrected),
    ).toBeUndefined();
  });

  it.each(['contact.phone', '=x', '.a=x', 'a..b=x', '[0]=x', 'a[x]=1', 'a:=no json', '`a=x', 'a b', ''])(
    'is not read from "%s"',
    setting => {
      expect(() => readSetting(setting)).toThrow(/cannot be read: /);
    },
  );

  it.each([
    ['Client No.=8', "'`Client No.`=8'"],
    ['Born.:="1990"', '\'`Born.`:="1990"\''],
    ['.a=x', "'`.a`=x'"],
  ])('names the backticks for a name with a dot: %s', (setting, written) => {
    expect(() => readSetting(setting, payload)).toThrow(
      `cannot be read: put a name with a dot or a bracket in backticks, as in ${written}`,
    );
  });

  it('removes a value by its whole name', () => {
    const { corrected } = correct(payload, [readRemoval('No.', payload)]);
    expect(patchBetween(payload, corrected)).toEqual({ 'No.': null });
  });

  it.each([
    ['contact.phone.deep=x', 'a value has no property "deep"'],
    ['answers.id=x', 'a list has no property "id"'],
    ['answers[3]=x', 'there is no element [3]'],
    ['contact[0]=x', 'there is no element [0]'],
  ])('finds no place for %s', (setting, why) => {
    expect(() => patchOf(setting)).toThrow(why);
  });

  it.each(['contact.phon', 'answers[2]', 'x.y'])('removes nothing that does not exist: %s', path => {
    expect(() => correct(payload, [readRemoval(path)])).toThrow('cannot be changed');
  });
});
