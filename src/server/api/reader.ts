import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Answer, problem } from '../http/answer.ts';
import { queryOf } from '../http/query-of.ts';
import type { ApiRoute } from './api-route.ts';
import type { NameCheck } from './known-names.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { notForReader } from './roles.ts';

const readOnlyAnswer = problem(
  403,
  'admin.readToken only reads',
  'Requests that change, preview or test something need admin.token.',
);

/** The description of the responses, which says what to mask, and the names that may be shown. */
export interface Masking {
  readonly describe: () => Promise<OpenApiDocument>;
  readonly isKnown: () => NameCheck;
}

/**
 * Responds to a reader. It refuses changes and filters that would reveal a value, and masks values and keys that may be
 * values.
 */
export async function answerReader(
  route: ApiRoute,
  request: FastifyRequest,
  answer: () => Promise<Answer>,
  masking: Masking,
): Promise<Answer> {
  if (route.method !== 'GET' && !route.onlyReads) return readOnlyAnswer;
  const name = parametersNotForReaders(route).find(each => isGiven(queryOf(request), each));
  if (name !== undefined) return notForReaderAnswer(name);
  return answerMasked(route, answer, masking);
}

/** Responds with masked values and masked keys that may be values. */
export async function answerMasked(
  route: ApiRoute,
  answer: () => Promise<Answer>,
  { describe, isKnown }: Masking,
): Promise<Answer> {
  const { status, body, headers } = await answer();
  if (status !== 200) return headers ? { status, body, headers } : { status, body };
  const [{ maskAnswer }, document] = await Promise.all([import('./openapi/mask.ts'), describe()]);
  const response =
    document.paths[`/api${route.url.replace(':id', '{id}')}`]?.[route.method.toLowerCase()]?.responses[200];
  if (!response || !('content' in response)) throw new Error(`no schema says what of ${route.url} is masked`);
  const { schema } = response.content['application/json'];
  return { status, body: JSON.stringify(maskAnswer(document, schema, JSON.parse(body), isKnown())) };
}

function parametersNotForReaders({ query }: ApiRoute): readonly string[] {
  if (!(query instanceof z.ZodObject)) return [];
  const [mark] = Object.keys(notForReader);
  return Object.entries(query.shape).flatMap(([name, schema]) => {
    const meta = schema instanceof z.ZodType ? schema.meta() : undefined;
    return mark !== undefined && meta?.[mark] === true ? [name] : [];
  });
}

/** A flag that is false or empty counts as absent. */
function isGiven(query: unknown, name: string): boolean {
  const value = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined;
  return value !== undefined && value !== '' && value !== 'false';
}

function notForReaderAnswer(name: string): Answer {
  return problem(
    403,
    `admin.readToken does not allow ${JSON.stringify(name)}`,
    'It could reveal masked values, so it needs admin.token.',
  );
}
