import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { allowedWords } from '../../diagnostics/yaml/shape-words.ts';
import { decodeText } from '../../receive/bodies/charset.ts';
import { parseJson } from '../../receive/bodies/json.ts';
import { parseMediaType } from '../../receive/bodies/media-type.ts';
import { type Answer, problem, unavailable } from '../http/answer.ts';
import { collectBody } from '../http/collect-body.ts';
import type { ApiParts } from './api-route.ts';

/** The checked input of a client, or the response that describes its fault. */
export type Input<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'answer'; readonly answer: Answer };

/** The maximum bytes of a body besides a payload of the maximum size. */
const envelopeBytes = 64 * 1024;

/** Reads the JSON body of an API request. No body at all counts as `{}`. */
export async function readInput<Value>(
  request: IncomingMessage,
  parts: Pick<ApiParts, 'config' | 'load'>,
  schema: z.ZodType<Value>,
): Promise<Input<Value>> {
  const share = parts.load.open('/api');
  try {
    const limit = parts.config.server.bodyLimit + envelopeBytes;
    const read = await collectBody(request, limit, share);
    if (read.kind === 'shortage') return wrong(tooMuchAnswer);
    if (read.kind === 'too-large') return wrong(problem(413, `the body is larger than ${limit} bytes`));
    if (read.kind === 'aborted') return wrong(problem(400, 'the body did not arrive whole'));
    if (read.body.length === 0) return checkInput(schema, {});
    const type = parseMediaType(request.headers['content-type'] ?? '');
    if (type.name !== 'application/json') return wrong(notJsonAnswer);
    const text = decodeText(read.body, 'utf-8');
    if (text === undefined) return wrong(problem(400, 'the body is not UTF-8', 'Send JSON in UTF-8.'));
    const json = parseJson(read.body, text);
    if (json.kind === 'beyond') return wrong(problem(400, json.reason));
    if (json.kind === 'not-json') return wrong(problem(400, 'the body is not JSON'));
    return checkInput(schema, json.value);
  } finally {
    share.close();
  }
}

/** Checks the input of a client; the response contains all its faults. */
export function checkInput<Value>(schema: z.ZodType<Value>, value: unknown): Input<Value> {
  const result = schema.safeParse(value, { error: faultWords });
  if (result.success) return { kind: 'read', value: result.data };
  return wrong(problem(400, result.error.issues.slice(0, 10).map(issueWords).join('; '), allowed(schema)));
}

const tooMuchAnswer = unavailable('too much is under way right now', 'Try again in some seconds.');

const notJsonAnswer = problem(
  415,
  'the body must be JSON',
  'Send the header Content-Type: application/json.',
);

function wrong(answer: Answer): { kind: 'answer'; answer: Answer } {
  return { kind: 'answer', answer };
}

const faultWords: z.core.$ZodErrorMap = issue => {
  if (issue.code === 'unrecognized_keys')
    return `there is no key ${issue.keys.map(key => `"${key}"`).join(' and no ')}`;
  return `must be ${allowedWords(issue) || 'of another form'}`;
};

function issueWords(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.');
  if (where !== '') return `${where}: ${issue.message}`;
  const isSentence = issue.code === 'unrecognized_keys' || issue.code === 'custom';
  return isSentence ? issue.message : `the body ${issue.message}`;
}

function allowed(schema: z.ZodType): string | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  return `It may have ${Object.keys(schema.shape).join(', ')}.`;
}
