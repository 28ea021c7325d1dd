import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { type AnswersShape, answersSchema } from '../../src/config/sources/answers-schema.ts';
import { unreadAnswers } from '../../src/mapping/doubts/changed-form/unread-answers.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';
import { codesOf, evaluateYaml } from './evaluate-yaml.ts';

const nested = { each: 'list', key: 'question.id', label: 'question.text', value: 'answer.value' };
const flat = { each: 'list', key: 'id', label: 'text', value: 'answer' };

/** An entry with an answer at the usual key, and the asked one. */
function listOf(shape: object, entry: object): object {
  const isNested = shape !== flat;
  return {
    customer: 1,
    list: [
      isNested
        ? { question: { id: 'a', text: 'Name' }, answer: { type: 'text', value: 'Ada', extra: 'x' } }
        : { id: 'a', text: 'Name', type: 'text', answer: 'Ada', options_shown: ['x', 'y'] },
      isNested
        ? { question: { id: 'p5', text: 'Where?' }, ...entry }
        : { id: 'p5', text: 'Where?', ...entry },
    ],
  };
}

const mapping = mappingOf(['additionalFields:', '  complaints: {answer: Where?}']);

function unreadIn(shape: object, payload: object): readonly string[] {
  const answers = answersOf(answersSchema.parse(shape) as AnswersShape, payload);
  return unreadAnswers(mapping, { bindings: { answers } }).map(({ at }) => at.join('.'));
}

const portuguese = {
  each: 'respostas',
  key: 'pergunta.id',
  label: 'pergunta.texto',
  value: 'resposta.valor',
};

describe('an answer at another key than the source reads', () => {
  it.each<[string, object, object]>([
    ['answer.values', nested, { answer: { type: 'multiple', values: ['Back', 'Knee'] } }],
    ['answer.choices', nested, { answer: { type: 'choices', choices: ['Back'] } }],
    ['answer.choices.label', nested, { answer: { choices: [{ id: 1, label: 'Back' }] } }],
    ['answer.choices.labels', nested, { answer: { type: 'choices', choices: { labels: ['Back'] } } }],
    ['answer.selected', nested, { answer: { value: null, selected: 'Back' } }],
    ['answer.selectedOptions', nested, { answer: { selectedOptions: ['Back'] } }],
    ['answer.ausgewählt', nested, { answer: { ausgewählt: ['Rücken'] } }],
    ['answer.email', nested, { answer: { type: 'email', email: 'a@example.com' } }],
    ['answer.date', nested, { answer: { type: 'date', date: '2026-01-02' } }],
    ['answer.number', nested, { answer: { kind: 'number', number: 4 } }],
    ['answer.text', nested, { answer: { text: 'Back' } }],
    ['answer.body_parts', nested, { answer: { type: 'list', body_parts: ['Back', 'Knee'] } }],
    ['answer', nested, { answer: 'Back' }],
    ['choices', flat, { type: 'checkboxes', choices: ['Back', 'Knee'] }],
    ['answers', flat, { answers: ['Back', 'Knee'] }],
    ['answer_text', flat, { answer: null, answer_text: 'Back' }],
    ['valores', flat, { type: 'x', valores: ['Back'] }],
    ['checked', flat, { answer: null, checked: true }],
    ['selected', flat, { selected: [2, 3] }],
  ])('is found at %s', (at, shape, entry) => {
    expect(unreadIn(shape, listOf(shape, entry))).toEqual([at]);
  });

  it.each<[string, object, object]>([
    ['the answer is there', nested, { answer: { value: 'Back', values: ['Back'] } }],
    ['a zero', nested, { answer: { value: 0, values: ['Back'] } }],
    ['a no', flat, { answer: false, choices: ['x'] }],
    ['nobody answered', nested, { answer: { type: 'text', value: null } }],
    ['nobody answered, with an empty list', nested, { answer: { values: [] } }],
    ['without an answer at all', nested, {}],
    ['options of the question', nested, { answer: { value: null, options: ['Back', 'Knee'] } }],
    ['options without an answer', nested, { answer: { options: ['Back', 'Knee'] } }],
    ['choices of the question', flat, { answer: null, choices: ['Back', 'Knee'] }],
    ['choices as objects', flat, { answer: '', choices: [{ label: 'Back' }] }],
    ['values of the question', flat, { answer: null, values: ['Back', 'Knee'] }],
    ['options of a drop-down', flat, { options: ['Back', 'Knee'] }],
    ['ids', nested, { answer: { selected_ids: [3, 4], value_id: 'x' } }],
    ['a type', nested, { answer: { type: 'multiple', value_type: 'list' } }],
    ['a time', nested, { answer: { answered_at: '2026-01-02', value: null } }],
    ['a state', flat, { answer: null, status: 'skipped', required: true, max_value: 10 }],
    ['an earlier answer', flat, { answer: null, previous_answer: 'Back' }],
    ['a number of points', nested, { answer: { value: '', score: 4 } }],
    ['a key that stands beside answers too', nested, { answer: { value: null, extra: 'x' } }],
    ['help beside the question', flat, { answer: null, placeholder: 'x', description: 'y', section: 'z' }],
  ])('is not: %s', (_, shape, entry) => {
    expect(unreadIn(shape, listOf(shape, entry))).toEqual([]);
  });

  it('is found beside an empty one if the sender writes both keys for every question', () => {
    const entry = (id: string, valor: unknown, valores: unknown) => ({
      pergunta: { id, texto: id === 'p5' ? 'Where?' : 'Name' },
      resposta: { valor, valores },
    });
    const webhook = { respostas: [entry('p1', 'Ada', []), entry('p5', null, ['Costas'])] };
    expect(unreadIn(portuguese, webhook)).toEqual(['resposta.valores']);
  });

  it('is reported by the samples, by the stored events and at the event, with the line to write', async () => {
    const webhook = {
      customer: 1001,
      respostas: [
        { pergunta: { id: 'p1', texto: 'Nome' }, resposta: { tipo: 'texto', valor: 'Ada' } },
        { pergunta: { id: 'p5', texto: 'Where?' }, resposta: { tipo: 'x', valores: ['Costas', 'Joelho'] } },
      ],
    };
    const answers = answersOf(answersSchema.parse(portuguese) as AnswersShape, webhook);
    const trials = storedOf(webhook).map(each => ({ ...each, input: { ...each.input, answers } }));
    const hint =
      'write value: [resposta.valor, resposta.valores] in answers: of sources.website in the config, which reads both';
    const message =
      'complaints reads the question "Where?", and a stored event has its answer at resposta.valores, not at resposta.valor, so nothing is read';
    const unread = { code: 'mapping/unread-answer', message, hint };
    expect(await checkTrials(mapping, trials)).toContainEqual(expect.objectContaining(unread));
    const both = { ...portuguese, value: ['resposta.valor', 'resposta.valores'] };
    expect(answersOf(answersSchema.parse(both) as AnswersShape, webhook)).toEqual({
      p1: 'Ada',
      Nome: 'Ada',
      p5: ['Costas', 'Joelho'],
      'Where?': ['Costas', 'Joelho'],
    });
  });

  it.each([
    ['{answer: Where?}', ['mapping/unread-answer']],
    ['{from: $answers.p5}', ['mapping/unread-answer']],
    ['{from: "$answers.p5 ? $answers.p5 : $answers.a"}', ['mapping/unread-answer']],
    ['{template: "{$answers.p5} hurts"}', ['mapping/unread-answer']],
    ['{answer: Where?, because: it is only asked in spring}', []],
    ['{answer: Name}', []],
    ['{from: list.answer.values}', ['mapping/mixed-answers']],
  ])('is reported at the event for %s', async (rule, codes) => {
    const webhook = { ...listOf(nested, { answer: { values: ['Back', 'Knee'] } }), note: 'x' };
    const answers = answersOf(answersSchema.parse(nested) as AnswersShape, webhook);
    const found = await evaluateYaml(
      `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n  note: note\n  additionalFields:\n    complaints: ${rule}\n`,
      { payload: webhook, answers },
    );
    expect([...codesOf(found)].sort()).toEqual([...codes].sort());
  });
});
