import * as z from 'zod';
import { inOneLine, ruleInOneLine } from '../../../../check/starter/yaml-words.ts';
import { mappingInput } from '../../../../deliver/planning/mapping-input.ts';
import type { PlanningContext } from '../../../../deliver/planning/plan-event.ts';
import { composed } from '../../../../diagnostics/composed.ts';
import type { Mapping } from '../../../../mapping/mapping.ts';
import { answersOf } from '../../../../receive/answers/answers-of.ts';
import { type Answer, codedProblem, ok, problem } from '../../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import { eventNotFound } from '../events-read.ts';
import { noSource } from '../sources.ts';
import { parseText, textKeys } from './text.ts';

const bodySchema = z.strictObject({
  ...textKeys,
  part: z
    .string()
    .min(1)
    .max(300)
    .describe('The target of the rule: `link`, a parameter, or `additionalFields.` and a keyName'),
  place: z
    .array(z.union([z.string().max(1000), z.int().min(0)]))
    .min(1)
    .max(64)
    .describe('The path of the value in the payload: names of properties, and positions in lists'),
  eventId: z.string().max(100).optional().describe('The stored event whose payload is meant'),
  payload: z.unknown().optional().describe('In place of `eventId`: the payload of one event'),
  source: z.string().max(100).optional().describe('With `payload`: the source whose event it would be'),
  destination: z
    .string()
    .max(100)
    .optional()
    .describe('For an empty text: the destination that the new mapping names; default: the first one'),
});

type Body = z.infer<typeof bodySchema>;

/** Writes the rule that takes a value of a payload to a field into the text of a mapping. Nothing is saved. */
export function ruleRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      method: 'POST',
      url: '/bench/rule',
      body: bodySchema,
      answer: ({ body }) => answerRule(body, parts),
    }),
  ];
}

async function answerRule(body: Body, parts: ApiParts): Promise<Answer> {
  const planning = parts.bridge.planning();
  const pointed = await pointedAt(body, parts);
  if ('status' in pointed) return pointed;
  // Loaded at the first request: an idle bridge does not need it.
  const [{ pathAtPlace }, { pointedRule }, { putRule }] = await Promise.all([
    import('../../../../check/starter/path-at-place.ts'),
    import('../../../../check/starter/pointed-rule.ts'),
    import('../../../../check/starter/put-rule.ts'),
  ]);
  const path = pathAtPlace(pointed, body.place);
  if (!path) return noValueAnswer;
  const parsed = await parseText(body, parts);
  const destination = body.destination ?? firstDestination(parsed.mapping ?? parsed.readable, parts);
  const field = await fieldOf(body.part, destination, planning);
  const isEmpty = body.text.replace(/#.*/g, '').trim() === '';
  const begun = isEmpty ? `${ended(body.text)}${head(pointed.source, destination)}` : body.text;
  const rule = pointedRule(path, field);
  const edit = putRule(begun, body.part, rule);
  if (!edit) return unreadableAnswer;
  if (!isEmpty) return ok({ edit, rule: ruleInOneLine(rule) });
  const text = begun.slice(0, edit.from) + edit.text + begun.slice(edit.to);
  return ok({ edit: { from: 0, to: body.text.length, text }, rule: ruleInOneLine(rule) });
}

interface Pointed {
  readonly source: string;
  readonly payload: unknown;
  readonly answers: Readonly<Record<string, unknown>> | undefined;
}

async function pointedAt(body: Body, { store, config }: ApiParts): Promise<Pointed | Answer> {
  if (body.eventId !== undefined) {
    const contents = await store.contents(body.eventId);
    if (!contents) return eventNotFound(body.eventId);
    const { payload, answers } = mappingInput(contents, config.sources.get(contents.source));
    return { source: contents.source, payload, answers };
  }
  const { source = '' } = body;
  const known = config.sources.get(source);
  if (!known) return problem(400, ...noSource(source, config));
  if (body.payload === undefined) return problem(400, 'eventId or payload is missing');
  const payload = composed(body.payload);
  return { source, payload, answers: answersOf(known.answers, payload) };
}

function firstDestination(mapping: Mapping | undefined, { config }: Pick<ApiParts, 'config'>): string {
  const named = mapping && 'name' in mapping.destination ? mapping.destination.name : undefined;
  return named ?? [...config.destinations.keys()][0] ?? '';
}

async function fieldOf(part: string, destination: string, planning: PlanningContext) {
  const keyName = /^additionalFields\.(.+)$/s.exec(part)?.[1];
  const fields = planning.destination(destination)?.catalog?.fields ?? [];
  const field = fields.find(each => each.keyName === keyName);
  if (!field) return undefined;
  const { fieldWithNames } = await import('../../../../check/starter/pointed-rule.ts');
  return fieldWithNames(field);
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** The lines that every mapping begins with. */
function head(source: string, destination: string): string {
  return `source: ${inOneLine(source)}\ndestination: ${inOneLine(destination)}\noperation: updateCustomer\n`;
}

const noValueAnswer = codedProblem(
  'no-value-there',
  422,
  'there is no value at this place that a field can take',
  'Point at a text, a number, true or false, or a list of these.',
);

const unreadableAnswer = codedProblem(
  'text-unreadable',
  422,
  'no rule can be written into the text, because it has errors',
  'Correct the lines that are marked, then point again.',
);
