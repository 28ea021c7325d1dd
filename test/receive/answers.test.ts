import { describe, expect, it } from 'vitest';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { presets } from '../../src/receive/senders/senders.ts';

const shapes = [...presets.values()].flatMap(preset => preset.answers ?? []);

/** A payload of each shape, with the question `__proto__` and with a question without an answer. */
const payloads: Readonly<Record<string, string>> = {
  'cal-com': '{"payload":{"responses":{"__proto__":{"label":"l","value":"x"},"none":{"label":"n"}}}}',
  calendly: '{"payload":{"questions_and_answers":[{"question":"__proto__","answer":"x"}]}}',
  'contact-form-7': '{"__proto":"meta","proto":"x","none":null}',
  elementor: '{"fields":{"__proto__":{"title":"constructor","value":"x"},"none":{}}}',
  'fluent-forms': '{"__submission":{"id":"1"},"names":{"first_name":"Ada"},"email":"x"}',
  framer: '{"__proto__":"x","none":null}',
  'google-ads':
    '{"user_column_data":[{"column_id":"__proto__","column_name":"constructor","string_value":"x"},{"column_id":"none"}]}',
  'google-forms': '{"answers":{"__proto__":"x","none":null}}',
  'gravity-forms': '{"1":"x","2.1":null}',
  hubspot: '{"propertyName":"__proto__","propertyValue":"x"}',
  jotform: '{"rawRequest":{"q1___proto__":"x","q2_none":null}}',
  mautic: '{"submission":{"results":{"__proto__":"x","none":null}}}',
  'meta-leads': '{"value":{"field_data":[{"name":"__proto__","values":["x"]},{"name":"none"}]}}',
  paperform: '{"data":[{"key":"__proto__","title":"toString","value":"x"},{"key":"none"}]}',
  tally: '{"data":{"fields":[{"key":"__proto__","label":"toString","value":"x"},{"key":"none"}]}}',
  typeform: '{"form_response":{"answers":[{"type":"text","text":"x","field":{"ref":"__proto__"}}]}}',
  webflow: '{"triggerType":"form_submission","payload":{"data":{"__proto__":"x","none":null}}}',
  wpforms: '{"__proto__":"x","none":null}',
};

/** Shapes in which any key may be a question. */
const ofAnyKey = ['contact-form-7', 'elementor', 'fluent-forms', 'framer', 'gravity-forms', 'wpforms'];

const oddities: readonly unknown[] = [
  null,
  1,
  'x',
  [],
  ['x'],
  {},
  { form_response: null },
  { form_response: { answers: {} } },
  { data: { fields: {} } },
  { rawRequest: '{"q1_a":' },
  { rawRequest: ['a'] },
  { answers: ['a'], namedValues: 'a' },
  { payload: { questions_and_answers: {}, responses: ['a'], userFieldsResponses: 1, data: ['a'] } },
  { triggerType: 'form_submission', payload: { data: 'a' } },
  { user_column_data: 'a', submission: { results: 'a' }, contact: { fields: 'a' } },
  { value: { field_data: 'a' } },
];

describe('the answers of a form', () => {
  it('are known for each shape of a preset, and each shape is tested here', () => {
    expect(new Set(shapes)).toEqual(new Set(Object.keys(payloads)));
  });

  it.each(Object.keys(payloads))('are own properties of an object without prototype: %s', shape => {
    const answers = answersOf(shape, JSON.parse(payloads[shape] ?? '')) ?? {};
    expect(Object.getPrototypeOf(answers)).toBeNull();
    expect(Object.values(answers)).toContain('x');
    expect(answers).not.toHaveProperty('hasOwnProperty');
  });

  it.each(Object.keys(payloads).filter(shape => !ofAnyKey.includes(shape)))(
    'are undefined if the payload has another shape: %s',
    shape => {
      for (const odd of oddities) expect(answersOf(shape, odd)).toBeUndefined();
    },
  );

  it.each(ofAnyKey)('are the whole form if any key may be a question: %s', shape => {
    for (const odd of oddities.filter(each => typeof each !== 'object' || Array.isArray(each))) {
      expect(answersOf(shape, odd)).toBeUndefined();
    }
    expect({ ...answersOf(shape, { Name: 'Ada' }) }).toEqual({ Name: 'Ada' });
  });

  it('are undefined for an unknown shape', () => {
    for (const shape of [undefined, 'unknown', 'constructor', '__proto__']) {
      expect(answersOf(shape, { answers: {} })).toBeUndefined();
    }
  });
});
