import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import type { PlanningContext } from '../../../deliver/planning/plan-event.ts';
import type { TestedMapping } from '../../../deliver/planning/test-mapping.ts';
import { checkReferences } from '../../../mapping/check-references.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { ok, problem } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { isKnownMapping, noMapping } from './mappings.ts';

/** The route that runs the tests of a mapping in use, with the present catalogs. Nothing is sent. */
export function testRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /mappings/:id/test',
      body: z.strictObject({}),
      async answer({ id: name }) {
        const planning = parts.bridge.planning();
        if (!isKnownMapping(name, planning)) return problem(404, ...noMapping(name, planning));
        const mapping = planning.mappings.find(name);
        const faulty = planning.mappings.folder().faulty.filter(each => each.name === name);
        // Loaded at the first request: an idle bridge does not need it.
        const { testReport } = await import('../../../deliver/planning/test-mapping.ts');
        const report = testReport(mapping ? [await testInTurns(mapping, planning)] : [], faulty);
        return ok({ ...report, unknown: mapping ? checkReferences(mapping, parts.config) : [] });
      },
    }),
  ];
}

async function testInTurns(mapping: Mapping, planning: PlanningContext): Promise<TestedMapping> {
  const { testMapping } = await import('../../../deliver/planning/test-mapping.ts');
  const results: TestedMapping['results'][number][] = [];
  for (const test of mapping.tests) {
    await nextTurn();
    results.push(...(await testMapping({ ...mapping, tests: [test] }, planning)).results);
  }
  return { mapping, results };
}
