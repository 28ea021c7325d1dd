import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { findAnswer } from '../../../src/receive/answers/find-answer.ts';
import { anExpression, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('typeform');
const body = sample('typeform.json');
const header = 'typeform-signature';
const payload: unknown = JSON.parse(body.toString());
const digestOf = (encoding: 'base64' | 'hex') =>
  createHmac('sha256', secretText).update(body).digest(encoding);

describe('Typeform', () => {
  it('is accepted with the signature of its documentation: sha256= and then base64', async () => {
    const events = await take(source, aDelivery(body, { [header]: `sha256=${digestOf('base64')}` }));
    expect(events).toMatchObject([
      {
        id: ['01J8ZC5T1R4X7Q9'],
        type: 'form_response',
        occurredAt: '2026-03-02T09:20:00.000Z',
        payload: { form_response: { hidden: { contact_id: 'c-77' } } },
      },
    ]);
  });

  it('is refused after any change', async () => {
    await expectOnlyAsSent(source, aSignedDelivery(source, body), [header]);
    await refuses(source, aDelivery(body, { [header]: digestOf('base64') }));
    await refuses(source, aDelivery(body, { [header]: `sha256=${digestOf('hex')}` }));
  });
});

describe('answers of Typeform', () => {
  it('are found by field reference, else by field id; hidden fields by their names', () => {
    expect({ ...answersOf(source.answers, payload) }).toEqual({
      contact_id: 'c-77',
      allergies: 'Nuts',
      email: 'ada@example.com',
      phone: '+4915112345678',
      children: 3,
      optin: false,
      dob: '1990-12-10',
      plan: 'regular',
      found: 'through a friend',
      topics: ['Farbe', 'Pflege'],
      days: ['Monday', 'Sunday'],
      site: 'https://example.com/ada',
      letter: 'https://api.example.com/responses/files/1.pdf',
      deposit: { amount: '20.00', last4: '1234', name: 'Ada Example', success: true },
      f13: 'no reference',
    });
  });

  it('are also found by the title of their question, if a rule names it', () => {
    const answers = answersOf('typeform', payload);
    expect(findAnswer(answers, 'Do you have allergies?')).toMatchObject({ kind: 'found', value: 'Nuts' });
    expect(findAnswer(answers, 'do you have allergies? ')).toMatchObject({ path: ['allergies'] });
    expect(findAnswer(answers, 'DlXFaesGBpoF')).toMatchObject({ kind: 'found', value: 'Nuts' });
    expect(findAnswer(answers, 'Do you have hair?')).toEqual({ kind: 'none' });
  });

  it('are unclear for two questions with one title, even if only one was answered', () => {
    const definition = {
      fields: [
        { id: 'a', ref: 'own', title: 'Phone' },
        { id: 'b', ref: 'other', title: 'Phone' },
      ],
    };
    const given = { type: 'text', text: '1', field: { id: 'a', ref: 'own' } };
    const found = answersOf('typeform', { form_response: { definition, answers: [given] } });
    expect({ ...found }).toEqual({ own: '1' });
    expect(findAnswer(found, 'Phone')).toMatchObject({ kind: 'unclear', questions: [{}, {}] });
    expect(findAnswer(found, 'other')).toMatchObject({ kind: 'found', value: undefined });
  });

  it('of a reference take precedence over a hidden field of that name', () => {
    const given = { type: 'text', text: 'answered', field: { id: 'a', ref: 'phone' } };
    const found = answersOf('typeform', { form_response: { hidden: { phone: 'hidden' }, answers: [given] } });
    expect({ ...found }).toEqual({ phone: 'answered' });
    expect(findAnswer(found, 'phone').kind).toBe('unclear');
    expect(findAnswer(found, 'a')).toMatchObject({ value: 'answered' });
  });

  it('can be read by expressions', async () => {
    const scope = { input: payload, bindings: { answers: answersOf('typeform', payload) } };
    expect(await anExpression('$answers.plan').evaluate(scope)).toBe('regular');
    expect(await anExpression('$count($answers.topics)').evaluate(scope)).toBe(2);
    expect(await anExpression('$answers.constructor').evaluate(scope)).toBeUndefined();
  });

  it('with invalid parts include the valid ones', () => {
    const answers = [
      null,
      1,
      {},
      { type: 'text' },
      { type: 'choices', choices: null, field: { ref: 'a' } },
      { type: '__proto__', field: { ref: '__proto__' } },
      { type: 'text', text: 'x', field: { ref: '__proto__' } },
    ];
    const found = answersOf('typeform', { form_response: { answers } }) ?? {};
    expect(Object.keys(found).sort()).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(found)).toBeNull();
  });
});
