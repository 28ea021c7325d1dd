import type { PlanningContext } from '../../../deliver/planning/plan-event.ts';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { namedQuery, pageOf } from '../named-page.ts';
import { namesWords } from '../names-words.ts';

/** The routes of mappings: their faults, their holds and their figures. */
export function mappingRoutes({ bridge }: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /mappings',
      query: namedQuery,
      answer: async ({ query }) => ok(pageOf('mappings', await bridge.mappings(), query)),
    }),
  ];
}

/** True if there is a mapping of this name, even if its file cannot be read. */
export function isKnownMapping(name: string, planning: PlanningContext): boolean {
  return namesOf(planning).includes(name);
}

/** The message and the advice if there is no mapping of this name. */
export function noMapping(name: string, planning: PlanningContext): [error: string, hint: string] {
  return [
    `there is no mapping ${JSON.stringify(name)}`,
    `The mappings are: ${namesWords(namesOf(planning))}.`,
  ];
}

function namesOf({ mappings }: PlanningContext): readonly string[] {
  const folder = mappings.folder();
  return [...new Set([...folder.mappings, ...folder.faulty].map(({ name }) => name))];
}
