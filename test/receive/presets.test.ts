import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answersOf } from '../../src/receive/answers/answers.ts';
import { readPayload } from '../../src/receive/bodies/body.ts';
import { presets } from '../../src/receive/presets/presets.ts';
import { senderSource } from '../senders/a-sender.ts';
import {
  accept,
  anExpression,
  aRequest,
  now,
  publicUrl,
  refuse,
  secretText,
  signedRequest,
} from './a-source.ts';

const sample = (file: string) => readFileSync(new URL(`samples/${file}`, import.meta.url));

const json = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const sourceOf = (preset: string) =>
  senderSource(preset, '', preset === 'standard-webhooks' ? 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' : secretText);

/** Each preset with a body that its sender posts, and what is to come of it. */
const deliveries: readonly {
  preset: string;
  file: string;
  type: string;
  ids: readonly (string | undefined)[];
  kinds: readonly (string | undefined)[];
  first: unknown;
}[] = [
  {
    preset: 'typeform',
    file: 'typeform.json',
    type: json,
    ids: ['["01J8ZC5T1R4X7Q9"]'],
    kinds: ['form_response'],
    first: { event_id: '01J8ZC5T1R4X7Q9' },
  },
  {
    preset: 'hubspot',
    file: 'hubspot.json',
    type: json,
    ids: [
      '["1160452","706405506930370084","lifecyclestage","1614265329111"]',
      '["1160453","1246978","-","1614265329112"]',
    ],
    kinds: ['contact.propertyChange', 'contact.creation'],
    first: { objectId: '706405506930370084', propertyValue: 'customer' },
  },
  {
    preset: 'standard-webhooks',
    file: 'standard-webhooks.json',
    type: json,
    ids: ['["msg_1"]'],
    kinds: ['contact.created'],
    first: { data: { id: 'c-77' } },
  },
  {
    preset: 'contact-form-7',
    file: 'contact-form-7.json',
    type: 'application/json; charset=',
    ids: [undefined],
    kinds: [undefined],
    first: { 'your-name': 'Ada Example' },
  },
  {
    preset: 'contact-form-7',
    file: 'contact-form-7.json',
    type: 'text/plain',
    ids: [undefined],
    kinds: [undefined],
    first: { topics: ['Massage', 'Yoga'] },
  },
  {
    preset: 'elementor',
    file: 'elementor.txt',
    type: formType,
    ids: [undefined],
    kinds: [undefined],
    first: { fields: { email: { value: 'ada+form@example.com' } } },
  },
  {
    preset: 'elementor',
    file: 'elementor-simple.txt',
    type: formType,
    ids: [undefined],
    kinds: [undefined],
    first: { 'E-mail': 'ada@example.com', 'Customer number': '1001' },
  },
  {
    preset: 'fluent-forms',
    file: 'fluent-forms.txt',
    type: formType,
    ids: ['["48"]'],
    kinds: [undefined],
    first: { names: { first_name: 'Ada' }, topics: ['Massage', 'Yoga'] },
  },
  {
    preset: 'gravity-forms',
    file: 'gravity-forms.json',
    type: json,
    ids: ['["3","12"]'],
    kinds: [undefined],
    first: { '1.3': 'Ada' },
  },
  {
    preset: 'tally',
    file: 'tally.json',
    type: json,
    ids: ['["a4cb511e-d513-4fa5-baee-b815d718dfd1"]'],
    kinds: ['FORM_RESPONSE'],
    first: { data: { responseId: '2wgx4n' } },
  },
  {
    preset: 'wpforms',
    file: 'wpforms.json',
    type: json,
    ids: [undefined],
    kinds: [undefined],
    first: { name: 'Ada Example' },
  },
  {
    preset: 'calendly',
    file: 'calendly.json',
    type: json,
    ids: [
      '["invitee.created","https://api.calendly.com/scheduled_events/A/invitees/B","2026-03-02T09:20:00.000000Z"]',
    ],
    kinds: ['invitee.created'],
    first: { payload: { email: 'ada@example.com' } },
  },
];

describe('presets', () => {
  it('are known by their names, and each is tried here', () => {
    for (const [name, preset] of presets) expect(preset.name).toBe(name);
    expect(new Set(deliveries.map(each => each.preset))).toEqual(new Set(presets.keys()));
  });

  it.each(deliveries)('$preset reads $file', async ({ preset, file, type, ids, kinds, first }) => {
    const source = sourceOf(preset);
    const request = signedRequest(source, aRequest(sample(file), [['content-type', type]]));
    const accepted = await accept(source, request);
    expect(accepted.items.map(item => item.senderEventId)).toEqual(ids);
    expect(accepted.items.map(item => item.type)).toEqual(kinds);
    expect(accepted.items.flatMap(item => item.diagnostics)).toEqual([]);
    const [item] = accepted.items;
    const payload = item?.payload === undefined ? {} : { payload: item.payload };
    expect(readPayload({ ...accepted, ...payload })).toMatchObject(first as object);
    const changed = Buffer.concat([request.body, Buffer.from(' ')]);
    if (source.verify[0]?.type === 'hmac')
      expect((await refuse(source, { ...request, body: changed })).status).toBe(401);
    expect((await refuse(source, aRequest(sample(file), [['content-type', type]]))).status).toBe(401);
  });

  it('verify what Typeform documents: sha256= and then base64', async () => {
    const body = sample('typeform.json');
    const signature = `sha256=${createHmac('sha256', secretText).update(body).digest('base64')}`;
    const request = aRequest(body, [
      ['content-type', json],
      ['typeform-signature', signature],
    ]);
    await expect(accept(senderSource('typeform'), request)).resolves.toBeDefined();
  });

  it('verify what HubSpot documents: method, URL, body and milliseconds', async () => {
    const body = sample('hubspot.json');
    const content = `POST${publicUrl}/hooks/website${body}${now}`;
    const signature = createHmac('sha256', secretText).update(content).digest('base64');
    const request = aRequest(body, [
      ['content-type', json],
      ['x-hubspot-signature-v3', signature],
      ['x-hubspot-request-timestamp', String(now)],
    ]);
    await expect(accept(senderSource('hubspot'), request)).resolves.toBeDefined();
  });
});

describe('answers of Typeform', () => {
  const payload: unknown = JSON.parse(sample('typeform.json').toString());

  it('are found by field reference, else by field id', () => {
    expect({ ...answersOf('typeform', payload) }).toEqual({
      allergies: 'Nuts',
      email: 'ada@example.com',
      phone: '+4915112345678',
      children: 3,
      optin: false,
      dob: '1990-12-10',
      interest: 'high',
      found: 'through a friend',
      topics: ['Massage', 'Yoga', 'Pilates'],
      site: 'https://example.com/ada',
      letter: 'https://example.com/f/1.pdf',
      deposit: { amount: '20.00', last4: '1234', name: 'Ada Example', success: true },
      f13: 'no reference',
    });
  });

  it('can be read by expressions', async () => {
    const scope = { input: payload, bindings: { answers: answersOf('typeform', payload) } };
    expect(await anExpression('$answers.interest').evaluate(scope)).toBe('high');
    expect(await anExpression('$count($answers.topics)').evaluate(scope)).toBe(3);
    expect(await anExpression('$answers.constructor').evaluate(scope)).toBeUndefined();
  });

  it('of another shape are none, and never throw', () => {
    expect(answersOf(undefined, payload)).toBeUndefined();
    expect(answersOf('unknown', payload)).toBeUndefined();
    for (const odd of [null, 1, 'x', [], {}, { form_response: null }, { form_response: { answers: {} } }]) {
      expect(answersOf('typeform', odd)).toBeUndefined();
    }
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
