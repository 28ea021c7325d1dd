import * as z from 'zod';
import type { DestinationView, MappingView } from '../../../../deliver/bridge.ts';
import { allStatuses } from '../../../../inbox/event.ts';
import type { LinkRecord } from '../../../../inbox/link-record.ts';
import { proofPlaces, type RefusalView, refusalCodes } from '../../../../inbox/refusal.ts';
import { proofFaults } from '../../../../receive/schemes/evidence.ts';
import type { UnknownPath } from '../../../webhooks/unknown-paths.ts';
import { masked } from '../../roles.ts';
import type { ProcessView } from '../../routes/processes.ts';
import { diagnosticSchema } from './diagnostic.ts';
import { type Keys, time } from './keys.ts';

/** The state of a destination. */
export const destinationViewSchema = z
  .object({
    name: z.string().describe('Its name in the config'),
    baseUrl: z.string().describe('Its address'),
    state: z
      .enum(['probing', 'open', 'held', 'paused'])
      .describe(
        '`open`; `probing`: probed before anything is sent; `held`: it fails and is probed repeatedly; `paused`: by a person',
      ),
    reason: z.string().optional().describe('The reason why it is not open'),
    next: z.string().optional().describe('The step that ends its state'),
    code: z.string().optional().describe('The code of `reason`, for programs'),
    since: time.optional().describe('The time when this state began'),
    notBefore: time.optional().describe('Nothing is sent before this time'),
    nextProbeAt: time.optional().describe('The time of the next probe'),
    faults: z
      .object({ count: z.int(), reason: z.string(), code: z.string().optional(), since: time })
      .optional()
      .describe(
        'The number of attempts that failed in a row because of the destination, and the `reason` and `code` of the last one',
      ),
    waiting: z.int().describe('The number of waiting calls'),
    catalog: z
      .object({ fetchedAt: time, fields: z.int(), statuses: z.int() })
      .nullable()
      .describe(
        '`fetchedAt`, and the numbers of known `fields` and `statuses`; `null` if it was not read yet',
      ),
  } satisfies Keys<DestinationView>)
  .meta({ id: 'Destination' });

/** The state of a mapping. */
export const mappingViewSchema = z
  .object({
    name: z.string().describe('Its name, which is that of the file'),
    file: z.string().describe('Its file'),
    source: z.string().nullable().describe('The source of its events'),
    destination: z.string().nullable().describe('The destination of its calls; `null` if a rule decides'),
    operation: z.string().nullable().describe('Its operation'),
    usable: z
      .boolean()
      .describe('`false`: the file has errors, and its last good version is used, if there is one'),
    held: z
      .object({ since: time, reason: z.string(), next: z.string().optional(), code: z.string().optional() })
      .nullable()
      .describe(
        '`since`, `reason`, `next` (the step that ends it) and `code` (that of its diagnostic); `null` if it is not held',
      ),
    calls: z
      .object(Object.fromEntries(allStatuses.map(each => [each, z.int()])))
      .describe('The number of its calls, by status'),
    diagnostics: z.array(diagnosticSchema).describe('The faults of the file, also against the account'),
    changes: z
      .array(z.object({ at: time, what: z.string() }))
      .describe('The change in the account that caused them: `at`, `what`'),
  } satisfies Keys<MappingView>)
  .meta({ id: 'Mapping' });

/** Why a webhook was refused, for programs. */
export const refusalWhySchema = z.object({
  code: z.enum(refusalCodes),
  in: z.enum(proofPlaces).optional(),
  name: z.string().optional(),
  skewMs: z.number().optional(),
});

/** A refused webhook. */
export const refusalViewSchema = z
  .object({
    id: z.string().describe('Its id'),
    at: time.describe('The time of the refusal'),
    source: z.string().describe('The source that received it'),
    status: z.int().describe('The HTTP status of the response'),
    reason: z.string().describe('Why'),
    why: refusalWhySchema
      .optional()
      .describe(
        'The reason for programs, with a `code`. For a missing, repeated or wrong proof it has the expected place (`in`) and `name`; for a timestamp, how far the clock of the sender is ahead (`skewMs`). Left out if an earlier version refused it',
      ),
    verified: z.boolean().describe('Whether it was verified'),
    address: z.string().optional().describe('The IP address of the sender, if it is certain').meta(masked),
    bytes: z.int().describe('The size of the body'),
    acceptable: z.boolean().describe('Whether it can be accepted: its body is kept'),
    refusedAgain: z
      .string()
      .optional()
      .describe(
        'The reason why the source would refuse it again with its present settings. Change the source, or accept it with its `payload`. Only the newest 20 on a page with bodies of at most 64 KiB are tried',
      ),
    body: z
      .string()
      .optional()
      .describe('The first 64 KiB of the body as a text; only if it was verified')
      .meta(masked),
    acceptedAs: z.array(z.string()).optional().describe('The ids of its events, after it was accepted'),
  } satisfies Keys<RefusalView>)
  .meta({ id: 'Refusal' });

/** An unknown path to which webhooks may have been posted by mistake. */
export const unknownPathSchema = z
  .object({
    method: z.string().describe('The method of the requests'),
    path: z.string().describe('The path, cut and without its query').meta(masked),
    near: z.string().optional().describe('The path of the source that was probably meant'),
    count: z.int().describe('How many requests came to it'),
    firstAt: time.describe('When the first one came'),
    lastAt: time.describe('When the last one came'),
    address: z.string().optional().describe('The IP address that the last one came from').meta(masked),
  } satisfies Keys<UnknownPath>)
  .meta({ id: 'UnknownPath' });

/** A link. */
export const linkViewSchema = z
  .object({
    people: z.string().describe('The group of people to which the id belongs: `people` of the source'),
    link: z.string().describe("The sender's id of the person").meta(masked),
    destination: z.string().describe('The destination of the customer number'),
    customerId: z.string().describe('The customer number').meta(masked),
    updatedAt: time.describe('The time when the link was created or changed'),
    sharedSince: z
      .string()
      .optional()
      .describe(
        'The id of an event that was delivered for another customer. Two people seem to share the link, so it stands for nobody until it is imported again',
      ),
  } satisfies Keys<LinkRecord>)
  .meta({ id: 'Link' });

/** A source. */
export const sourceViewSchema = z
  .object({
    name: z.string().describe('Its name in the config'),
    preset: z.string().nullable().describe('Its preset, if it has one'),
    people: z.string().describe('The group of people of its ids. Sources with the same `people` share links'),
    path: z.string().describe('The path for its webhooks'),
    url: z.string().nullable().describe('The same with `server.publicUrl`, if that is set'),
    lastAcceptedAt: time.nullable().describe('The time of the last accepted webhook since the start'),
    notPosted: z
      .object({ method: z.string(), at: time, handshake: z.string().optional() })
      .nullable()
      .describe(
        'The last request with another method than POST since the start; `handshake` is the line of the config that answers it, if it looks like a check of the URL by the sender',
      ),
    streak: z
      .object({ count: z.int(), since: time, reason: z.string(), fault: z.enum(proofFaults) })
      .nullable()
      .describe('`count`, `since`, `reason`, `fault`: refusals since the last verified webhook'),
    verificationToken: z
      .string()
      .optional()
      .describe('The verification token that the sender sent')
      .meta(masked),
    verificationTokens: z
      .array(z.object({ token: z.string().meta(masked), toldAt: time }))
      .optional()
      .describe('All of them, if there is more than one'),
    hint: z.string().optional().describe('Which of them to use'),
  })
  .meta({ id: 'Source' });

/** One of the processes that share a store. */
export const processViewSchema = z
  .object({
    id: z.string().describe('Different for each start'),
    name: z.string().describe('Its machine, and its number there'),
    startedAt: time.describe('When it was started'),
    seenAt: time.describe('When it last said that it is there; after ten seconds it is left out'),
    version: z.string().describe('Of the program'),
    mappings: z.string().describe('A hash of its mapping files: processes with the same one plan alike'),
    config: z.string().describe('A hash of its destinations and sources'),
    works: z
      .array(z.string())
      .describe('What it alone does now: `planning`, `upkeep` (retention, expiry), `messages`'),
    delivers: z.array(z.string()).describe('The destinations that it alone delivers to now'),
  } satisfies Keys<ProcessView>)
  .meta({ id: 'Process' });
