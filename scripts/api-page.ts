import { apiRoutes } from '../src/server/api/api.ts';
import type { ApiParts } from '../src/server/api/api-route.ts';
import {
  commonAnswers,
  type OpenApiDocument,
  openApiDocument,
  type PathOperation,
} from '../src/server/api/openapi/document.ts';
import type { JsonSchema } from '../src/server/api/openapi/json-schema.ts';

/** The page about `/api`: every route, and what the answers are made of, as `GET /api/openapi.json` describes them. */
export function apiPage(): string {
  const document = described();
  const sections = document.tags.map(({ name }) =>
    [`## ${name}`, ...operationsOf(document, name)].join('\n\n'),
  );
  return `${[introduction(), ...sections, shapes(document)].join('\n\n')}\n`;
}

/** The description of `/api`. Its routes are never asked, so they need nothing to work with. */
export function described(): OpenApiDocument {
  return openApiDocument(apiRoutes({} as ApiParts));
}

function introduction(): string {
  const statuses = Object.entries({ 200: 'done', ...commonAnswers });
  return `# /api

With \`admin\` in the config the bridge answers under \`/api\`, at the address of the webhooks or at \`admin.listen\`. The
commands of the shell (\`fieldbridge events\`, \`links\`, \`destinations\`, \`refusals\`, \`sources\`, \`erase\`) ask there too.
This page and \`GET /api/openapi.json\`, which describes the same in OpenAPI 3.1 for programs and generators of clients,
are made of the schemas that check what comes.

- Every request brings \`Authorization: Bearer TOKEN\`. \`admin.token\` does everything. \`admin.readToken\` only reads: what
  is sent by POST is refused with 403, and \`[masked]\` stands for what came from or is about a customer, and for secrets.
- Bodies and answers are JSON in UTF-8; a body comes with \`Content-Type: application/json\`, or is left out where nothing
  in it is needed. Times are ISO 8601.
- A request that goes wrong is answered \`{"error", "hint"}\`: what is wrong, and what to do.
- A list comes page by page: where there is more, \`next\` is the \`cursor\` of the next page, all other parameters being
  the same. A text that can be no cursor of a list in the order of time is refused; lists by name begin after any name.
- An answer may have more keys in a later version; those that are here keep their meaning.
- After ten wrong tokens an address has five checked in a second, and the right one waits with them; what is too many is
  answered with 429.

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
  // All of what is sent by POST takes the same token.
  const keys = Object.entries(body?.items?.properties ?? body?.properties ?? {}).map(
    ([name, schema]) => [name, { ...schema, 'x-needs-admin-token': false }] as const,
  );
  if (keys.length > 0) {
    const where = body?.items ? 'In the body, which is a list of at most 1,000, each' : 'In the body';
    parts.push(`${where}:\n\n${table('parameter', keys)}`);
  }
  const [done = '', ...others] = Object.entries(operation.responses).flatMap(([status, response]) => {
    if ('$ref' in response) return [];
    return status === '200'
      ? [`Answers 200 with ${response.description}.`]
      : [`It answers ${status} where ${response.description}.`];
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
    return `${said} Names that are not known are masked for \`admin.readToken\`.`;
  return schema['x-needs-admin-token'] === true ? `${said} Takes \`admin.token\`.` : said;
}

/** On the page, what is explained elsewhere is a link. */
function linked(text: string): string {
  return text
    .replace('One of the codes;', 'One of [the codes](../diagnostics.md);')
    .replace('of the failure table', 'of [the failure table](../failure-table.md)');
}

/** The schemas that have a section of their own. */
const titles = {
  Event: 'An event',
  Call: 'A call',
  Diagnostic: 'A diagnostic',
  Destination: 'A destination',
  Mapping: 'A mapping',
  Source: 'A source',
  Refusal: 'A refusal',
  Link: 'A link',
  AuditEntry: 'An entry of the audit',
};

function shapes({ components }: OpenApiDocument): string {
  const sections = Object.entries(titles).map(([name, title]) => {
    const { properties = {} } = components.schemas[name] ?? {};
    return `### ${title}\n\n${table('key', Object.entries(properties))}`;
  });
  return ['## What is in an answer', 'A key is left out where there is nothing to say.', ...sections].join(
    '\n\n',
  );
}
