import * as z from 'zod';
import type { FieldConfiguration, KnownStatus } from '../../../../booking/catalog/field.ts';
import type { FieldUse } from '../../routes/destinations.ts';
import { type Keys, page, time } from '../answers/keys.ts';
import { destinationViewSchema } from '../answers/state.ts';
import type { ApiOperations } from '../operation.ts';

const noDestination = { 404: 'the config has no such destination' };

const field = z.object({
  id: z.int(),
  keyName: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string().nullable(),
  selectItems: z.array(z.string()).nullable(),
  valueRequired: z.boolean(),
  validatorRegexp: z.string().nullable(),
  errorMessage: z.string().nullable(),
  appointmentSpecific: z.boolean(),
  specificForLocationId: z.int().nullable(),
  hidden: z.boolean(),
  privacyConfidential: z.boolean(),
  listOrder: z.number(),
  tab: z.object({ id: z.int(), name: z.string() }).nullable(),
  names: z.record(z.string(), z.string()).optional(),
  choiceNames: z.record(z.string(), z.array(z.string())).optional(),
  formerKeys: z.array(z.string()).optional(),
} satisfies Keys<FieldConfiguration>);

const fieldUse = z.object({
  keyName: z.string(),
  mappings: z.array(z.string()),
} satisfies Keys<FieldUse>);

const origin = z.enum(['declared', 'listed', 'confirmed']);
const knownStatus = z.object({ name: z.string(), origin, at: time } satisfies Keys<KnownStatus>);

const probed = z.object({
  destination: z.string(),
  probe: z.object({ learned: z.boolean(), tried: z.string() }).optional(),
  statuses: z.array(z.object({ name: z.string(), origin, at: time.nullable() })),
  listedAt: time.nullable(),
});

/** Operations on destinations. */
export const destinationOperations = {
  'GET /destinations': {
    name: 'listDestinations',
    does: 'Lists the destinations with their states.',
    answer: '`{"destinations": […], "next"}`',
    schema: page('destinations', destinationViewSchema),
  },
  'GET /destinations/:id/fields': {
    name: 'showFields',
    does: 'Shows the additional fields of the account as last read. `:id` is the name of the destination.',
    answer:
      '`{"fields": […], "fetchedAt", "usedBy": [{"keyName", "mappings"}]}`: `usedBy` lists the mappings that fill a field',
    otherwise: { ...noDestination, 503: 'they were not read yet' },
    schema: z.object({ fields: z.array(field), fetchedAt: time, usedBy: z.array(fieldUse) }),
  },
  'GET /destinations/:id/statuses': {
    name: 'showStatuses',
    does: 'Shows the known customer statuses.',
    answer:
      '`{"statuses": [{"name", "origin", "at"}], "statusesListedAt"}`: `origin` is `declared` (in the config), `listed` (by the API) or `confirmed` (by a call that used it)',
    otherwise: { ...noDestination, 503: 'the account was not read yet' },
    schema: z.object({ statuses: z.array(knownStatus), statusesListedAt: time.nullable() }),
  },
  'POST /destinations/:id/statuses/probe': {
    name: 'probeStatuses',
    does: 'Learns the customer statuses from the API by sending a name that does not exist. The API refuses it and lists the names. The customer is not changed.',
    answer: '`{"destination", "probe": {"learned", "tried"}, "statuses": […], "listedAt"}`',
    otherwise: { ...noDestination, 409: 'the destination is not open', 429: 'a probe is already running' },
    schema: probed,
  },
  'POST /destinations/:id/pause': {
    name: 'pauseDestination',
    does: 'Stops sending to a destination. Its calls are held until it is resumed.',
    answer: 'the destination',
    otherwise: noDestination,
    schema: destinationViewSchema,
  },
  'POST /destinations/:id/resume': {
    name: 'resumeDestination',
    does: 'Ends a pause, or probes a held destination at once.',
    answer: 'the destination',
    otherwise: noDestination,
    schema: destinationViewSchema,
  },
} satisfies ApiOperations;
