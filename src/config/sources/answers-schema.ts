import * as z from 'zod';
import { diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import { compile } from '../../expressions/compile.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Expression } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { text } from '../schema/plain-values.ts';

/** A compiled path in a payload. */
export type AnswerPath = Required<Pick<Expression, 'source' | 'evaluateDirectly'>> & {
  /** The keys that lead to the value. */
  readonly steps: readonly string[];
};

/** The paths of an answer: the first that has a value counts. */
export type AnswerValue = Omit<AnswerPath, 'steps'> & { readonly paths: readonly AnswerPath[] };

/** The keys of `answers` that are paths. */
export const answerPathKeys = ['each', 'key', 'label', 'value'] as const;

export type AnswerKey = (typeof answerPathKeys)[number];

/** The places of the paths that the config contains. */
export type AnswerPlaces = Readonly<Partial<Record<AnswerKey, Place>>>;

/** The format of the answers of a form. */
export type AnswersShape =
  /** The keys of the payload are the questions. */
  | { readonly form: 'fields' }
  /** A list of questions. */
  | (QuestionPaths & { readonly form: 'list'; readonly each: AnswerPath })
  /** One question, or one property that changed, in each payload. */
  | (QuestionPaths & { readonly form: 'one' });

/** The paths of a question's names and answer. */
interface QuestionPaths {
  readonly key: AnswerPath | undefined;
  readonly label: AnswerPath | undefined;
  readonly value: AnswerValue;
}

const forms =
  'fields, or a map with value, with key or label, and with each for a list: {each: answers, key: question.id, label: question.text, value: answer}';

/** The schema of `answers` of a source. */
export const answersSchema = z
  .union([
    z.literal('fields').transform((): AnswersShape => ({ form: 'fields' })),
    z
      .strictObject({
        each: path()
          .optional()
          .describe(
            'The list of questions, also through lists: pages.questions. Left out: each event has one question',
          )
          .meta({ written: ['antworten'] }),
        key: path()
          .optional()
          .describe('The name by which the sender tells the question from others')
          .meta({ written: ['frage.id', 'propertyName'] }),
        label: path()
          .optional()
          .describe('The name by which people know the question')
          .meta({ written: ['frage.text'] }),
        value: z
          .union([path(), z.array(path()).min(1)])
          .transform(given => answerValue([given].flat()))
          .describe(
            'The answer. A list of paths if it stands at another key for other kinds of questions; the first that has a value counts',
          )
          .meta({
            allowed: 'a path in the payload, or a list of paths',
            written: ['antwort.werte', 'propertyValue', ['antwort.text', 'antwort.werte']],
          }),
      })
      .transform(({ each, key, label, value }, context): AnswersShape => {
        if (key || label)
          return each ? { form: 'list', each, key, label, value } : { form: 'one', key, label, value };
        // A misspelt key is already reported.
        if (context.issues.length > 0) return z.NEVER;
        const message = '"answers" says where the value is, and not what its question is called';
        const hint = 'add key: with the path of its name, or label: with that of its text';
        addFault(context, diagnostic('yaml/missing-key', message, { hint }));
        return z.NEVER;
      }),
  ])
  .describe(
    'How this sender writes answers, for `$answers` and `answer`. fields: the keys of an event are the questions. A map: the paths of the names and of the value of a question, from an element of each, or from the event. A preset already contains this',
  )
  .meta({
    allowed: forms,
    written: [
      'fields',
      { each: 'antworten', key: 'frage.id', label: 'frage.text', value: 'antwort.werte' },
      { key: 'propertyName', value: 'propertyValue' },
    ],
  });

function answerValue(paths: readonly AnswerPath[]): AnswerValue {
  const [first, ...others] = paths;
  const source =
    others.length === 0 && first ? first.source : `[${paths.map(each => each.source).join(', ')}]`;
  const evaluateDirectly: AnswerPath['evaluateDirectly'] = scope =>
    firstGiven(paths.map(each => each.evaluateDirectly(scope)));
  return { source, evaluateDirectly, paths };
}

/** Returns the first value that is not empty; else the first that is there. */
export function firstGiven(values: readonly unknown[]): unknown {
  return values.find(each => presenceOf(each) === 'present') ?? values.find(each => each !== undefined);
}

function path() {
  return text('a path in the payload').transform((written, context): AnswerPath => {
    const compiled = compile(written);
    if (!('expression' in compiled)) {
      const meant = meantName(written);
      addFault(context, meant ? noPath(written, meant) : compiled.diagnostic, meant ? undefined : compiled);
      return z.NEVER;
    }
    const { source, path, evaluateDirectly } = compiled.expression;
    const [first = ''] = path ?? [];
    const isPath = path !== null && (!first.startsWith('$') || first === '$' || first === '$$');
    const steps = (path ?? []).filter(step => step !== '$' && step !== '$$');
    if (isPath && evaluateDirectly) return { source, evaluateDirectly, steps };
    addFault(context, noPath(written, meantName(written)));
    return z.NEVER;
  });
}

/** Returns the path for a name with characters that need quotation marks, such as `Antwort-Text`. */
function meantName(written: string): string | undefined {
  const steps = written.split('.').map(step => step.replace(/^(["'`])(.*)\1$/, '$2'));
  const isOfNames = steps.every(step => step !== '' && /^[\p{L}\p{N}_ -]+$/u.test(step));
  const meant = pathText(steps);
  return isOfNames && meant !== written ? meant : undefined;
}

function noPath(written: string, meant: string | undefined) {
  const message = `"${written}" is no path in the payload, such as question.id`;
  const hint =
    meant === undefined ? 'write the names that lead to it, with dots between them' : `write ${meant}`;
  return diagnostic('yaml/wrong-type', message, { hint });
}
