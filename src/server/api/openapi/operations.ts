import type { ApiOperations } from './operation.ts';
import { benchOperations } from './operations/bench.ts';
import { destinationOperations } from './operations/destinations.ts';
import { eventOperations } from './operations/events.ts';
import { importOperations } from './operations/imports.ts';
import { languageOperations } from './operations/language.ts';
import { mappingOperations } from './operations/mappings.ts';
import { overviewOperations } from './operations/overview.ts';
import { peopleOperations } from './operations/people.ts';
import { processOperations } from './operations/processes.ts';
import { setupOperations } from './operations/setup.ts';
import { sourceOperations } from './operations/sources.ts';

/** Every operation of `/api` except this description, by subject. */
export const apiOperations = {
  Overview: overviewOperations,
  Events: eventOperations,
  Mappings: mappingOperations,
  Bench: benchOperations,
  Language: languageOperations,
  Destinations: destinationOperations,
  'Sources and refusals': sourceOperations,
  'Links, audit and erasure': peopleOperations,
  Imports: importOperations,
  Processes: processOperations,
  Setup: setupOperations,
} satisfies Readonly<Record<string, ApiOperations>>;

type Subjects = typeof apiOperations;

/** Every route that has a description, by method and path: `GET /events/:id`. */
export type RouteKey = { [Subject in keyof Subjects]: keyof Subjects[Subject] }[keyof Subjects];
