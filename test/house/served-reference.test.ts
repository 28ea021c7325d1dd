import { describe, expect, it } from 'vitest';
import { apiPage, described } from '../../scripts/api-page.ts';
import { metricsPage } from '../../scripts/metrics-page.ts';
import { aConfig, aSource } from '../server/a-config.ts';
import { startServer } from '../server/running-server.ts';
import { readProjectFile } from './markdown.ts';

const config = aConfig([aSource('open')]);

/** The description of each route, which the page shows too. */
const operations = Object.entries(described().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path: path.replace('{id}', ':id'),
    operation,
  })),
);

describe('the reference of /api', () => {
  it('is what `npm run docs` writes', () => {
    expect(readProjectFile('docs/reference/api.md')).toBe(apiPage());
  });

  it('has every route of the server, and no other', async () => {
    const { app } = await startServer(config);
    const served = routesIn(app.printRoutes({ commonPrefix: false }));
    const said = operations.map(({ method, path }) => `${method} ${path}`);
    expect(['GET /api/openapi.json', ...said].toSorted()).toEqual(
      served.filter(route => route.includes(' /api/')).toSorted(),
    );
  });

  it('has each route and each of its parameters on the page', () => {
    const page = readProjectFile('docs/reference/api.md');
    for (const { method, path, operation } of operations) {
      const [, section = ''] = page.split(`\n### ${method} ${path}\n`);
      const [own = ''] = section.split('\n##');
      const body = operation.requestBody?.content['application/json'].schema;
      const names = [
        ...(operation.parameters ?? []).filter(each => each.in === 'query').map(({ name }) => name),
        ...Object.keys(body?.properties ?? {}),
      ];
      expect([...own.matchAll(/^\| `(\w+)` \| (.*[.]) \|$/gm)].map(([, name]) => name)).toEqual(
        body?.items ? [...names, ...Object.keys(body.items.properties ?? {})] : names,
      );
    }
  });

  it.each(
    operations.filter(
      ({ path, operation }) => path.includes(':id') && 'content' in (operation.responses[404] ?? {}),
    ),
  )('documents 404 for an unknown id at $method $path', async ({ method, path, operation }) => {
    const server = await startServer(config);
    const needed = {
      ...(path.endsWith('/resolve') && { outcome: 'give-up', reason: 'a test' }),
      ...(path.endsWith('/rows') && { rows: [{ row: 1, body: '{}' }] }),
      ...(path.endsWith('/known') && { rows: [{ row: 1, id: 'evt_1' }] }),
      ...(path.endsWith('/amend') && { patch: { name: 'x' }, reason: 'a test' }),
      ...(path.endsWith('/customer') && { destination: 'salon', customerId: '1001' }),
    };
    const answer = await server.api(
      method === 'GET' ? 'GET' : 'POST',
      path.replace('/api', '').replace(':id', 'nothing-like-it'),
      operation.requestBody && needed,
    );
    expect(answer.status).toBe(404);
    expect(answer.body.error).toContain('there is no');
  });
});

describe('the reference of the metrics', () => {
  it('is what `npm run docs` writes', () => {
    expect(readProjectFile('docs/reference/metrics.md')).toBe(metricsPage());
  });

  it('explains every label', () => {
    const page = readProjectFile('docs/reference/metrics.md');
    const used = [...page.matchAll(/^\| `\w+` \| \w+ \| (.+) \| .+ \|$/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    );
    const explained = [...page.matchAll(/^- `(\w+)`: /gm)].map(([, label]) => label);
    expect(new Set(used)).toEqual(new Set([...explained, 'reason']));
  });
});

/** The routes of the tree that Fastify prints, as `GET /api/events`. */
function routesIn(tree: string): readonly string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap(line => {
    const [, indent = '', path, methods = ''] = /^([│ ]*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? [];
    if (path === undefined) return [];
    const depth = indent.length / 4;
    parents.splice(depth, Number.POSITIVE_INFINITY, path);
    return methods.split(', ').map(method => `${method} ${parents.join('')}`);
  });
}
