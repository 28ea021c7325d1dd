import { describe, expect, it } from 'vitest';
import { apiPage } from '../../scripts/api-page.ts';
import { apiRoutes, type RouteWords } from '../../scripts/api-routes.ts';
import { metricsPage } from '../../scripts/metrics-page.ts';
import { aConfig, adminToken, aSource } from '../server/a-config.ts';
import { startServer } from '../server/running-server.ts';
import { readProjectFile } from './markdown.ts';

const config = aConfig([aSource('open')]);
const routes = Object.values(apiRoutes).flat();

describe('the reference of /api', () => {
  it('is what `npm run docs` writes', () => {
    expect(readProjectFile('docs/reference/api.md')).toBe(apiPage());
  });

  it('has every route of the server, and no other', async () => {
    const { app } = await startServer(config);
    const served = routesIn(app.printRoutes({ commonPrefix: false }));
    const said = routes.map(({ method, path }) => `${method} /api${path}`);
    expect(said.toSorted()).toEqual(served.filter(route => route.includes(' /api/')).toSorted());
  });

  it.each(routes.filter(({ query, body }) => query ?? body))(
    'names each parameter of $method $path, and no other',
    async route => {
      const { adminUrl } = await startServer(config);
      expect(await allowedBy(adminUrl, route)).toEqual(
        Object.keys(route.query ?? route.body ?? {}).toSorted(),
      );
    },
  );

  it.each(routes.filter(({ path, otherwise }) => path.includes(':id') && otherwise?.[404] !== undefined))(
    'says of $method $path that it answers 404 for what is not there',
    async ({ method, path, body }) => {
      const server = await startServer(config);
      const needed = path.endsWith('/resolve') ? { outcome: 'give-up', reason: 'a test' } : {};
      const answer = await server.api(method, path.replace(':id', 'nothing-like-it'), body && needed);
      expect(answer.status).toBe(404);
      expect(answer.body.error).toContain('there is no');
    },
  );
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

/** The parameters that a route names in its answer to one that nobody knows. */
async function allowedBy(url: string, { method, path, query, body }: RouteWords): Promise<readonly string[]> {
  const target = `${url}/api${path.replace(':id', 'nothing-like-it')}`;
  const response = await fetch(query ? `${target}?nothing-like-it=1` : target, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify({ 'nothing-like-it': 1 }) }),
  });
  const { hint } = (await response.json()) as { hint: string };
  const [, names = ''] = /^It may have (.*)\.$/.exec(hint) ?? [];
  return names === '' ? [] : names.split(', ').toSorted();
}
