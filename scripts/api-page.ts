import { apiRoutes } from '../src/server/api/api.ts';
import type { ApiParts } from '../src/server/api/api-route.ts';
import {
  commonAnswers,
  type OpenApiDocument,
  openApiDocument,
  type PathOperation,
} from '../src/server/api/openapi/document.ts';
import type { JsonSchema } from '../src/server/api/openapi/json-schema.ts';

/** Returns the page about `/api`: every route and its responses, as `GET /api/openapi.json` describes them. */
export function apiPage(): string {
  const document = described();
  const sections = document.tags.map(({ name }) =>
    [`## ${name}`, ...operationsOf(document, name)].join('\n\n'),
  );
  return `${[introduction(), ...sections, shapes(document)].join('\n\n')}\n`;
}

/** Returns the description of `/api`. Its routes are never called, so they need no dependencies. */
export function described(): OpenApiDocument {
  return openApiDocument(apiRoutes({} as ApiParts));
}

function introduction(): string {
  const statuses = Object.entries({ 200: 'done', ...commonAnswers });
  return `# /api

If the config has \`admin\`, the bridge serves \`/api\` at the address of the webhooks or at \`admin.listen\`. Commands such as
\`fieldbridge events\`, \`links\`, \`destinations\`, \`refusals\`, \`sources\` and \`erase\` use it too. \`GET /api/openapi.json\` describes
the same in OpenAPI 3.1, for programs and generators of clients. Both descriptions are generated from the schemas that check
the requests.

- Every request needs \`Authorization: Bearer TOKEN\`. \`admin.token\` has all rights. \`admin.readToken\` can only read: a POST gets
  403, and \`[masked]\` replaces secrets and everything that came from or is about a customer.
- Bodies and responses are JSON in UTF-8. A body needs \`Content-Type: application/json\`. It may be left out if none of its
  parameters is required. Times are in ISO 8601.
- A failed request returns \`{"error", "hint"}\`: the problem, and the next step.
- Lists have pages. If there are more rows, \`next\` is the \`cursor\` of the next page; repeat all other parameters. An invalid
  cursor of a list by time is refused. A list by name begins after the name in \`cursor\`.
- A later version may add keys to responses. The keys on this page keep their meaning.
- After ten wrong tokens from an address, five tokens a second are checked for that address, also the right one. Further requests
  get 429.

| status | when |
| --- | --- |
${statuses.map(([status, when]) => `| ${status} | ${when} |`).join('\n')}`;
}

function operationsOf({ paths }: OpenApiDocument, about: string): readonly string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(about))
      .map(([method, operation]) =>
        section(`${method.toUpperCase()} ${path.replace('{id}', ':id')}`, operation),
      ),
  );
}

function section(title: string, operation: PathOperation): string {
  const parts = [`### ${title}`, operation.description];
  const query = (operation.parameters ?? []).filter(each => each.in === 'query');
  if (query.length > 0) {
    const words = query.map(({ name, description, schema }) => [name, { ...schema, description }] as const);
    parts.push(`In the query:\n\n${table('parameter', words)}`);
  }
  const body = operation.requestBody?.content['application/json'].schema;
  // All POST routes require the same token.
  const keys = Object.entries(body?.items?.properties ?? body?.properties ?? {}).map(
    ([name, schema]) => [name, { ...schema, 'x-needs-admin-token': false }] as const,
  );
  if (keys.length > 0) {
    const where = body?.items ? 'In the body, a list of at most 1,000 objects' : 'In the body';
    parts.push(`${where}:\n\n${table('parameter', keys)}`);
  }
  const [done = '', ...others] = Object.entries(operation.responses).flatMap(([status, response]) => {
    if ('$ref' in response) return [];
    return status === '200'
      ? [`Returns 200 with ${response.description}.`]
      : [`Returns ${status} if ${response.description}.`];
  });
  return [...parts, [done, ...others].join(' ')].join('\n\n');
}

type Row = readonly [
  name: string,
  schema: Omit<JsonSchema, 'description'> & { description?: string | undefined },
];

function table(head: string, rows: readonly Row[]): string {
  const lines = rows.map(([name, schema]) => `| \`${name}\` | ${meaning(schema)} |`);
  return [`| ${head} | meaning |`, '| --- | --- |', ...lines].join('\n');
}

function meaning(schema: Row[1]): string {
  const said = `${linked(schema.description ?? '')}.`;
  if (schema['x-masked-for-reader'] === true) return `${said} Masked for \`admin.readToken\`.`;
  if (schema['x-names-masked-for-reader'] === true)
    return `${said} Unknown names are masked for \`admin.readToken\`.`;
  return schema['x-needs-admin-token'] === true ? `${said} Needs \`admin.token\`.` : said;
}

/** Turns references to other pages into links. */
function linked(text: string): string {
  return text
    .replace('One of the codes;', 'One of [the codes](../diagnostics.md);')
    .replace('of the failure table', 'of [the failure table](../failure-table.md)');
}

/** The schemas with their own section. */
const titles = {
  Event: 'An event',
  Call: 'A call',
  Diagnostic: 'A diagnostic',
  Destination: 'A destination',
  Mapping: 'A mapping',
  Source: 'A source',
  Refusal: 'A refusal',
  Link: 'A link',
  AuditEntry: 'An entry of the audit log',
};

function shapes({ components }: OpenApiDocument): string {
  const sections = Object.entries(titles).map(([name, title]) => {
    const { properties = {} } = components.schemas[name] ?? {};
    return `### ${title}\n\n${table('key', Object.entries(properties))}`;
  });
  return ['## Objects in responses', 'A key without a value is left out.', ...sections].join('\n\n');
}
