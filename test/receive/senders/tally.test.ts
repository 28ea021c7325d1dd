import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('tally');
const body = sample('tally.json');
const header = 'tally-signature';
const digestOf = (encoding: 'base64' | 'hex') =>
  createHmac('sha256', secretText).update(body).digest(encoding);
const answersWith = (...fields: readonly unknown[]) => answersOf('tally', { data: { fields } });

describe('Tally', () => {
  it('is accepted with the signature of its documentation: base64 over the body', async () => {
    const events = await take(source, aDelivery(body, { [header]: digestOf('base64') }));
    expect(events).toMatchObject([
      {
        id: ['a4cb511e-d513-4fa5-baee-b815d718dfd1'],
        type: 'FORM_RESPONSE',
        occurredAt: '2026-03-02T09:20:01.112Z',
        payload: { data: { responseId: '2wgx4n' } },
      },
    ]);
  });

  it('is refused after any change', async () => {
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [header]);
    await refuses(source, aDelivery(body, { [header]: digestOf('hex') }));
  });
});

describe('answers of Tally', () => {
  const answers = answersOf(source.answers, JSON.parse(body.toString()));

  it('are found by label, with the texts of the options', () => {
    expect(answers).toMatchObject({
      contact_id: 'c-77',
      'Do you have allergies?': 'Nuts',
      'Your e-mail address': 'ada@example.com',
      'When were you born?': '1990-12-10',
      'How often will you come?': 'Regularly',
      'What interests you?': ['Farbe', 'Pflege'],
      'What interests you? (Styling)': false,
      'How may we reach you?': 'By phone',
      'A picture of your hair': ['https://storage.example.com/private/hair.png'],
      'When do you have time?': { Monday: 'Morning', Friday: ['Morning', 'Afternoon'] },
      'Anything else?': null,
    });
  });

  it('are also found by key', () => {
    expect(answers).toMatchObject({
      question_mVGEg3: 'Nuts',
      question_mVGZ8A: 'Regularly',
      question_nPpjVn: ['Farbe', 'Pflege'],
      question_w4Lj8Z: null,
    });
  });

  it('of several questions with one label are the only answered one', () => {
    const same = (key: string, value: unknown) => ({ key, label: 'Phone', type: 'INPUT_TEXT', value });
    expect(answersWith(same('a', null), same('b', '0151'), same('c', ''))).toMatchObject({ Phone: '0151' });
    expect(answersWith(same('a', null), same('b', []))).toMatchObject({ Phone: null });
    const both = answersWith(same('a', '0151'), same('b', '0152'));
    expect({ ...both }).toEqual({ a: '0151', b: '0152' });
  });

  it('of a label that is also the key of another question are those of the key', () => {
    const one = { key: 'a', label: 'b', value: 'of a' };
    const other = { key: 'b', label: 'c', value: 'of b' };
    expect({ ...answersWith(one, other) }).toEqual({ a: 'of a', b: 'of b', c: 'of b' });
  });

  it('keep values that are no id of an option, and lists of several choices', () => {
    const options = [{ id: 'x', text: 'One' }];
    const field = (type: string, value: unknown) => ({ key: 'a', type, value, options });
    expect(answersWith(field('DROPDOWN', ['y']))?.a).toBe('y');
    expect(answersWith(field('MULTIPLE_CHOICE', ['x', 'y']))?.a).toEqual(['One', 'y']);
    expect(answersWith(field('CHECKBOXES', ['x']))?.a).toEqual(['One']);
    expect(answersWith(field('MULTIPLE_CHOICE', 'x'))?.a).toBe('One');
    expect(answersWith(field('MATRIX', null))?.a).toBeNull();
  });
});
