import * as z from 'zod';
import { type Answer, codedProblem, ok } from '../../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import { parseText } from './text.ts';
import { type BegunMapping, contentsOf, pointKeys, ruleWriter } from './write-rule.ts';

const bodySchema = z.strictObject({
  ...pointKeys,
  place: z
    .array(z.union([z.string().max(1000), z.int().min(0)]))
    .min(1)
    .max(64)
    .describe(
      'The path of the value in the payload: names of properties, and positions in lists; or `$answers` and the name of a question',
    ),
});

type Body = z.infer<typeof bodySchema>;

/** The route that adds a rule from a payload value to a field into a mapping's text. It saves nothing. */
export function ruleRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /bench/rule',
      body: bodySchema,
      answer: ({ body }) => answerRule(body, parts),
    }),
  ];
}

async function answerRule(body: Body, parts: ApiParts): Promise<Answer> {
  const pointed = await contentsOf(body, parts);
  if ('status' in pointed) return pointed;
  // Loaded at the first request: an idle bridge does not need it.
  const [{ pathAtPlace }, { conditionRule, pointedRule, statusRule }] = await Promise.all([
    import('../../../../check/starter/path-at-place.ts'),
    import('../../../../check/starter/pointed-rule.ts'),
  ]);
  const path = pathAtPlace(pointed, body.place);
  if (!path) return noValueAnswer;
  const begun: BegunMapping = { ...body, source: pointed.source };
  const { field, statuses, hasCountry, write } = await ruleWriter(begun, await parseText(body, parts), parts);
  const isPhone = hasCountry && (body.part === 'mobile' || body.part === 'phone');
  const rule =
    body.part === 'when'
      ? conditionRule(path)
      : body.part === 'customerStatus'
        ? statusRule(path, statuses)
        : { ...pointedRule(path, field), ...(isPhone && { as: 'phone' as const }) };
  if (!rule) return noValueAnswer;
  const written = write(rule, path.value);
  return written ? ok(written) : unreadableAnswer;
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
