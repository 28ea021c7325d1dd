import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { checkPositions } from '../../src/check/data/lists/check-positions.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { type AnswersShape, answersSchema } from '../../src/config/sources/answers-schema.ts';
import { mixedAnswers } from '../../src/mapping/doubts/people/mixed-answers.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { mappingOf, storedOf } from '../check/trials.ts';

const shape = { each: 'respostas', key: 'pergunta.id', label: 'pergunta.texto', value: 'resposta.valor' };

const respostas = [
  {
    form: 'f1',
    pergunta: { id: 'p1', texto: 'Nome' },
    resposta: { tipo: 'texto', valor: 'Ada', notas: 'x' },
  },
  { form: 'f1', pergunta: { id: 'p5', texto: 'Onde sente dor?' }, resposta: { tipo: 'lista', valores: [] } },
  {
    form: 'f1',
    pergunta: { id: 'p14', texto: 'Onde foi operado?' },
    resposta: { tipo: 'lista', valores: ['Joelho'] },
  },
];

const payload = {
  customer: 1,
  respostas,
  single: [{ question: 'Allergies', answer: 'Nuts' }],
  form: {
    answers: [
      { question: 'Allergies', answer: 'Nuts', choices: ['a'], email: 'a@example.com' },
      { question: 'Pets', answer: 'Cat', choices: [], file_url: 'https://example.com/1' },
    ],
    fields: [
      { label: 'Allergies', value: 'Nuts' },
      { label: 'Pets', value: 'Cat' },
    ],
    antworten: [
      { frage: { text: 'Allergien' }, antwort: { werte: ['Nüsse'] } },
      { frage: { text: 'Haustiere' }, antwort: { werte: ['Katze'] } },
    ],
  },
  interests: [
    { label: 'Yoga', value: 'yoga' },
    { label: 'Massage', value: 'massage' },
  ],
  items: [
    { name: 'Oil', value: '12' },
    { name: 'Soap', value: '4' },
  ],
  answers: ['Nuts', 'Cat'],
  attendees: [
    { question: 'Name', answer: 'Ada' },
    { question: 'Pets', answer: 'Cat' },
  ],
};

/** An event of a source with `answers`, or of one without. */
function eventOf(isKnown: boolean) {
  const [trial] = storedOf(payload);
  if (!trial) throw new Error('no event');
  const answers = isKnown ? answersOf(answersSchema.parse(shape) as AnswersShape, payload) : undefined;
  const input = { ...trial.input, answers };
  return { trial: { input }, scope: trialScope({ input }, { needsBody: false }) };
}

const field = (rule: string) => mappingOf(['additionalFields:', `  complaints: ${rule}`]);
const cut = (hint: string | undefined) => hint?.replace(/^write | with the question that.*|; if the.*/g, '');

describe('a path through the list of questions', () => {
  it.each([
    ['respostas.resposta.valores', `'respostas[pergunta.id = "p14"].resposta.valores'`, true],
    ['$.respostas.resposta.valores', `'respostas[pergunta.id = "p14"].resposta.valores'`, true],
    ['respostas.resposta.valores[0]', `'respostas[pergunta.id = "p14"].resposta.valores'`, true],
    ['respostas.resposta.valor', '{answer: "Nome"}', true],
    [
      '{from: respostas.resposta.valores, as: list}',
      `'respostas[pergunta.id = "p14"].resposta.valores'`,
      true,
    ],
    [
      '{from: respostas.resposta.valores, values: {Joelho: Knie}}',
      `'respostas[pergunta.id = "p14"].resposta.valores'`,
      true,
    ],
    [
      '{template: "{respostas.resposta.valores} hurts"}',
      `'respostas[pergunta.id = "p14"].resposta.valores'`,
      true,
    ],
    ['form.answers.answer', `'form.answers[question = "Allergies"].answer'`, false],
    ['form.answers.choices', `'form.answers[question = "Allergies"].choices'`, false],
    ['form.fields.value', `'form.fields[label = "Allergies"].value'`, false],
    ['form.antworten.antwort.werte', `'form.antworten[frage.text = "Allergien"].antwort.werte'`, false],
  ])('is reported: %s', (rule, cure, isKnown) => {
    const found = mixedAnswers(field(rule), eventOf(isKnown).scope);
    expect(found.map(({ hint }) => cut(hint))).toEqual([cure]);
  });

  it.each<[string, boolean]>([
    [`'respostas[pergunta.id = "p5"].resposta.valores'`, true],
    [`'respostas[resposta.tipo = "lista"].resposta.valores'`, true],
    ['{answer: Onde sente dor?}', true],
    ['{from: respostas.resposta.valores, as: list, because: all of them are places}', true],
    ['respostas.pergunta.texto', true],
    ['respostas.resposta.tipo', true],
    ['respostas.resposta.notas', true],
    [`'$join(respostas.(pergunta.texto & ": " & resposta.valor), "\\n")'`, true],
    ['$count(respostas.resposta.valor)', true],
    ['form.answers.email', false],
    ['form.answers.file_url', false],
    ['form.answers.question', false],
    ['single.answer', false],
    ['interests.value', false],
    ['items.value', false],
    ['answers', false],
    ['customer', false],
    ['attendees.answer', false],
  ])('is not: %s', (rule, isKnown) => {
    expect(mixedAnswers(field(rule.replaceAll('\n', '')), eventOf(isKnown).scope)).toEqual([]);
  });

  it('is right in a note of all answers if it is written as a list', () => {
    const mapping = mappingOf(['note: {from: respostas.resposta.valor, as: list}']);
    expect(mixedAnswers(mapping, eventOf(true).scope)).toEqual([]);
  });

  it('is right in a webhook of one question', () => {
    const one = { ...payload, respostas: respostas.slice(0, 1) };
    const answers = answersOf(answersSchema.parse(shape) as AnswersShape, one);
    const scope = { input: one, bindings: { answers } };
    expect(mixedAnswers(field('respostas.resposta.valor'), scope)).toEqual([]);
  });

  it('is reported by check for stored events', async () => {
    const mapping = field('{from: respostas.resposta.valores, as: list}');
    const found = await checkTrials(mapping, [eventOf(true).trial]);
    expect(found).toContainEqual(
      expect.objectContaining({
        code: 'mapping/mixed-answers',
        message:
          'complaints: respostas.resposta.valores reads the answers of all 3 questions in respostas of a stored event, so it sends that of any question',
      }),
    );
  });
});

describe('a position in the list of questions', () => {
  const positions = (line: string) =>
    checkPositions(mappingOf(['additionalFields:', `  complaints: ${line}`]), [eventOf(true)]).map(
      ({ hint }) => cut(hint),
    );

  it.each([
    ['respostas[2].resposta.valores', `'respostas[pergunta.id = "p14"].resposta.valores'`],
    ['respostas[-1].resposta.valores', `'respostas[pergunta.id = "p14"].resposta.valores'`],
    ['$.respostas[2].resposta.valores[0]', `'respostas[pergunta.id = "p14"].resposta.valores'`],
    [
      '{from: "respostas[2].resposta.valores", values: {Joelho: Knie}, as: list}',
      `'respostas[pergunta.id = "p14"].resposta.valores'`,
    ],
    ['respostas[1].resposta.valores', `'respostas[pergunta.id = "p5"].resposta.valores'`],
    ['$uppercase(respostas[0].resposta.notas)', `'respostas[pergunta.id = "p1"].resposta.notas'`],
    [
      '{template: "{respostas[2].resposta.valores} hurts"}',
      `'respostas[pergunta.id = "p14"].resposta.valores'`,
    ],
    ['respostas[0].resposta.valor', '{answer: "Nome"}, which finds the question by its name'],
    ['$trim(respostas[0].resposta.valor)', '{answer: "Nome"}, which finds the question by its name'],
  ])('is reported: %s', (rule, cure) => {
    const [hint, ...others] = positions(rule);
    expect(hint?.replace(/, which finds the question ".*/, '')).toBe(cure);
    expect(others).toEqual([]);
  });

  it.each([
    '{from: "respostas[2].resposta.valores", because: the form never changes}',
    `'respostas[pergunta.id = "p14"].resposta.valores'`,
    `'respostas[pergunta.id = "p14"].resposta.valores[0]'`,
    'respostas[0].form',
    'respostas[9].resposta.valores',
    'form.respostas[0].resposta.valores',
    'items[0].value',
    '{answer: Nome}',
  ])('is not: %s', rule => {
    expect(positions(rule)).toEqual([]);
  });
});
