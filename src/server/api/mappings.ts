import { ok } from '../answer.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';

/** Mappings: their faults, what holds them, their figures. */
export function mappingRoutes({ bridge }: ApiParts): readonly ApiRoute[] {
  return [{ method: 'GET', url: '/mappings', answer: async () => ok({ mappings: await bridge.mappings() }) }];
}
