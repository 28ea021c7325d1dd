import { describe, expect, it } from 'vitest';
import { type AskedQuestions, addQuestions } from '../../src/history/unmapped/asked-questions.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { presets } from '../../src/receive/senders/senders.ts';

const typeform = {
  form_response: {
    definition: { fields: [{ id: 'a1', ref: '0f1c2d3e', type: 'short_text', title: 'Handynummer' }] },
    answers: [{ type: 'text', text: '0151', field: { id: 'a1', ref: '0f1c2d3e', type: 'short_text' } }],
  },
};

describe('a question that no mapping reads', () => {
  it('is shown with its label, and is matched by its name in $answers', () => {
    const asked: AskedQuestions = new Map();
    const answers = answersOf(presets.get('typeform')?.answers, typeform);
    if (answers) addQuestions(asked, answers, 10);
    expect([...asked.values()]).toEqual([
      expect.objectContaining({ shown: 'Handynummer', answeredAs: '0f1c2d3e', events: 1 }),
    ]);
    expect(answers?.['0f1c2d3e']).toBe('0151');
  });
});
