import * as z from 'zod';
import { mappingInput } from '../../../../deliver/planning/mapping-input.ts';
import { type Answer, ok } from '../../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import { parseText } from './text.ts';
import { type BegunMapping, contentsOf, type PointedContents, pointKeys, ruleWriter } from './write-rule.ts';

const bodySchema = z.strictObject(pointKeys);

type Body = z.infer<typeof bodySchema>;

/** A suggested rule for a field. */
export interface SuggestedRule {
  /** The rule on one line. */
  readonly rule: string;
  /** The path or the question that it reads. */
  readonly from: string;
  /** An example value from an event, as a text of at most 100 characters. */
  readonly value: string;
  /** The code of the doubt that a person should check. */
  readonly doubtCode?: string;
  readonly doubt?: string;
  readonly edit: { readonly from: number; readonly to: number; readonly text: string };
}

/** The number of stored events of the source whose paths are considered. */
const mostEvents = 20;

/** The route that suggests rules for a field, from the selected event and the source's last ones. */
export function suggestRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /bench/suggest',
      body: bodySchema,
      answer: ({ body }) => answerSuggestions(body, parts),
    }),
  ];
}

async function answerSuggestions(body: Body, parts: ApiParts): Promise<Answer> {
  const pointed = await contentsOf(body, parts);
  if ('status' in pointed) return pointed;
  const begun: BegunMapping = { ...body, source: pointed.source };
  const { field, write } = await ruleWriter(begun, await parseText(body, parts), parts);
  if (!field) return ok({ suggestions: [] });
  const [{ payloadPaths }, { suggestFields }, { writtenRule }] = await Promise.all([
    import('../../../../check/starter/payload-paths.ts'),
    import('../../../../check/starter/suggest-fields.ts'),
    import('../../../../check/starter/written-rule.ts'),
  ]);
  const events = [pointed, ...(await lastEvents(pointed.source, body.eventId, parts))];
  const paths = payloadPaths(events, parts.config.sources.get(pointed.source));
  const candidates = suggestFields([field], paths).flatMap(each => each.candidates);
  const suggestions = candidates.flatMap(({ path, rule, doubt }): SuggestedRule[] => {
    const written = write(writtenRule(rule, field.field), path.value);
    if (!written) return [];
    const from = path.answer ?? path.expression;
    return [
      {
        ...written,
        from,
        value: shown(path.value),
        ...(doubt && { doubt: doubt.text, doubtCode: doubt.code }),
      },
    ];
  });
  return ok({ suggestions });
}

/** A stored body may be unreadable after its source's config changed; it then gives no suggestion. */
async function lastEvents(
  source: string,
  without: string | undefined,
  { store, config }: ApiParts,
): Promise<readonly PointedContents[]> {
  const { events } = await store.events({ source, limit: mostEvents });
  const found = await Promise.all(
    events.filter(({ id }) => id !== without).map(({ id }) => store.contents(id)),
  );
  return found.flatMap(each => {
    if (!each) return [];
    try {
      const { payload, answers } = mappingInput(each, config.sources.get(source));
      return [{ source, payload, answers }];
    } catch {
      return [];
    }
  });
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
