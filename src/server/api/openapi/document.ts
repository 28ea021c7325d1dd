import * as z from 'zod';
import type { ApiRoute } from '../api-route.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import type { ApiOperation, ApiOperations } from './operation.ts';
import { apiOperations, type RouteKey } from './operations.ts';

/** A description of `/api` in OpenAPI 3.1. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly object[];
  /** By path, then by method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components: {
    readonly securitySchemes: object;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Described>>;
  };
}

/** One operation of the description. */
export interface PathOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described | { readonly $ref: string }>>;
  readonly [key: string]: unknown;
}

/** A parameter of the path or the query. */
export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** A body, or a response with one. */
export interface Described {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
}

/** Statuses other than 200 that any route may return, with the reason; 413 and 415 only if it has a body. */
export const commonAnswers: Readonly<Record<number, string>> = {
  400: 'a parameter is unknown, missing or not allowed; all faults are named at once',
  401: 'the token is missing or wrong',
  403: 'a web page of another site asks, or it takes `admin.token` and `admin.readToken` was sent',
  404: '`/api` is off, or it has no such path',
  413: 'the body is too large',
  415: 'the body is not JSON',
  429: 'too many wrong tokens came from this address, with Retry-After',
  503: 'the store cannot be used right now, with Retry-After',
};

const problem = z
  .object({
    error: z.string().describe('The problem'),
    hint: z.string().optional().describe('The next step'),
    code: z.string().optional().describe('A word for the problem, for programs, if one is needed'),
  })
  .meta({ id: 'Problem' });

/** Describes routes: their input by the schemas that check it, their responses by the table of operations. */
export function openApiDocument(routes: readonly ApiRoute[]): OpenApiDocument {
  const named = new Map<string, JsonSchema>();
  const problemSchema = jsonSchemaOf(problem, named);
  const paths: Record<string, Record<string, PathOperation>> = {};
  for (const route of routes) {
    const path = `/api${route.url.replace(':id', '{id}')}`;
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = pathOperation(route, named, problemSchema);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fieldbridge',
      version: '1',
      description:
        'The admin API of a running bridge. An answer may have more keys in a later version; those that are here keep their meaning.',
    },
    tags: Object.keys(apiOperations).map(name => ({ name })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            '`admin.token` does everything. `admin.readToken` reads, and sees `[masked]` in place of what has `x-masked-for-reader`, and of keys of payloads that may be values',
        },
      },
      schemas: Object.fromEntries([...named].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      responses: Object.fromEntries(
        Object.entries(commonAnswers).map(([status, when]) => [
          `Status${status}`,
          { description: when, ...json(problemSchema) },
        ]),
      ),
    },
  };
}

function pathOperation(
  { key, method, url, query, body }: ApiRoute,
  named: Map<string, JsonSchema>,
  problemSchema: JsonSchema,
): PathOperation {
  const { subject, operation } = operations[key];
  const parameters = [...pathParameters(url), ...(query ? queryParameters(jsonSchemaOf(query, named)) : [])];
  const bodySchema = body && jsonSchemaOf(body, named);
  return {
    operationId: operation.name,
    tags: [subject],
    description: operation.does,
    ...(method === 'POST' && { 'x-needs-admin-token': true }),
    ...(parameters.length > 0 && { parameters }),
    ...(bodySchema && { requestBody: { required: isNeeded(bodySchema), ...json(bodySchema) } }),
    responses: {
      200: { description: operation.answer, ...json(jsonSchemaOf(operation.schema, named)) },
      ...Object.fromEntries(
        Object.keys(commonAnswers)
          .filter(status => body !== undefined || (status !== '413' && status !== '415'))
          .map(status => [status, { $ref: `#/components/responses/Status${status}` }]),
      ),
      ...Object.fromEntries(
        Object.entries(operation.otherwise ?? {}).map(([status, when]) => [
          status,
          { description: when, ...json(problemSchema) },
        ]),
      ),
    },
  };
}

/** Every operation with its subject. A route's key is one of these, so none can lack an operation. */
const operations = Object.fromEntries(
  Object.entries<ApiOperations>(apiOperations).flatMap(([subject, each]) =>
    Object.entries(each).map(([key, operation]) => [key, { subject, operation }]),
  ),
) as Readonly<Record<RouteKey, { readonly subject: string; readonly operation: ApiOperation }>>;

function pathParameters(url: string): readonly ApiParameter[] {
  return url.includes(':id') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : [];
}

function queryParameters({ properties = {}, required = [] }: JsonSchema): readonly ApiParameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

function isNeeded({ type, required = [] }: JsonSchema): boolean {
  return type !== 'object' || required.length > 0;
}

function json(schema: JsonSchema): Pick<Described, 'content'> {
  return { content: { 'application/json': { schema } } };
}
