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
        '`open`; `probing`: asked whether it is well, before anything is sent; `held`: it fails, and is asked again and again; `paused`: by a person',
      ),
    reason: z.string().optional().describe('Why it is not open'),
    next: z.string().optional().describe('The step that ends its state'),
    code: z.string().optional().describe('The code of `reason`, for programs'),
    since: time.optional().describe('Since when'),
    notBefore: time.optional().describe('Nothing is sent before this time'),
    nextProbeAt: time.optional().describe('When it is asked next'),
    faults: z
      .object({ count: z.int(), reason: z.string(), code: z.string().optional(), since: time })
      .optional()
      .describe(
        'The attempts that failed in a row by a fault of the destination, and the `reason` and `code` of the last one',
      ),
    waiting: z.int().describe('How many calls wait there'),
    catalog: z
      .object({ fetchedAt: time, fields: z.int(), statuses: z.int() })
      .nullable()
      .describe(
        '`fetchedAt`, and how many `fields` and `statuses` are known; `null` where it was never read',
      ),
  } satisfies Keys<DestinationView>)
  .meta({ id: 'Destination' });

/** The state of a mapping. */
export const mappingViewSchema = z
  .object({
    name: z.string().describe('Its name: that of the file'),
    file: z.string().describe('Its file'),
    source: z.string().nullable().describe('Whose events it is for'),
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
      .describe('How many calls it has, by status'),
    diagnostics: z.array(diagnosticSchema).describe('The faults of the file, also against the account'),
    changes: z
      .array(z.object({ at: time, what: z.string() }))
      .describe('The change in the account that caused them: `at`, `what`'),
  } satisfies Keys<MappingView>)
  .meta({ id: 'Mapping' });

/** A refused webhook. */
export const refusalViewSchema = z
  .object({
    id: z.string().describe('Its id'),
    at: time.describe('When it was refused'),
    source: z.string().describe('The source that it came to'),
    status: z.int().describe('The HTTP status that it was answered with'),
    reason: z.string().describe('Why'),
    why: z
      .object({
        code: z.enum(refusalCodes),
        in: z.enum(proofPlaces).optional(),
        name: z.string().optional(),
        skewMs: z.number().optional(),
      })
      .optional()
      .describe(
        'The same for programs: a code; with a missing, repeated or wrong proof, where it is expected (`in`) and its `name` there; with a timestamp, how far the clock of the sender is ahead (`skewMs`). Left out where an earlier version refused it',
      ),
    verified: z.boolean().describe('Whether its sender had proved who it is'),
    address: z
      .string()
      .optional()
      .describe('The IP address that it came from, as far as that is certain')
      .meta(masked),
    bytes: z.int().describe('The size of the body'),
    acceptable: z.boolean().describe('Whether it can be taken in after all: its body is kept'),
    refusedAgain: z
      .string()
      .optional()
      .describe(
        'Why it would be refused again as the source is now: change the source, or accept it with its `payload`. Tried of the newest 20 on a page whose bodies have at most 64 KiB',
      ),
    body: z
      .string()
      .optional()
      .describe('The first 64 KiB of the body as a text; only where it was verified')
      .meta(masked),
    acceptedAs: z.array(z.string()).optional().describe('The ids of its events, once it was taken in'),
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
    people: z.string().describe('Whose id it is: `people` of the source'),
    link: z.string().describe("The sender's id of the person").meta(masked),
    destination: z.string().describe('The destination of the customer number'),
    customerId: z.string().describe('The customer number').meta(masked),
    updatedAt: time.describe('When the link was made or changed'),
  } satisfies Keys<LinkRecord>)
  .meta({ id: 'Link' });

/** A source. */
export const sourceViewSchema = z
  .object({
    name: z.string().describe('Its name in the config'),
    preset: z.string().nullable().describe('Its sender, if it is a known one'),
    people: z.string().describe('Whose ids it has: sources with the same `people` share links'),
    path: z.string().describe('The path for its webhooks'),
    url: z.string().nullable().describe('The same with `server.publicUrl`, if that is set'),
    lastAcceptedAt: time.nullable().describe('When a webhook was last taken in since the start'),
    streak: z
      .object({ count: z.int(), since: time, reason: z.string(), fault: z.enum(proofFaults) })
      .nullable()
      .describe('`count`, `since`, `reason`, `fault`: refusals since the last good webhook'),
    verificationToken: z
      .string()
      .optional()
      .describe('The verification token that the sender told')
      .meta(masked),
    verificationTokens: z
      .array(z.object({ token: z.string().meta(masked), toldAt: time }))
      .optional()
      .describe('The same where more than one was told'),
    hint: z.string().optional().describe('Which of them to take'),
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
