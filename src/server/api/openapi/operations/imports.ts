import * as z from 'zod';
import { allStatuses } from '../../../../inbox/event.ts';
import type { ChangedColumn } from '../../../../lists/changed-columns.ts';
import type { DayOrderOfRow } from '../../../../lists/day-orders.ts';
import type { PairOfRows } from '../../../../lists/exchanged-values.ts';
import type { TakenRows } from '../../../../lists/failed-rows.ts';
import type { EarlierVersion, JudgedRow } from '../../../../lists/known-rows.ts';
import type { ShiftedRow, ShiftedRows } from '../../../../lists/moved-rows.ts';
import type { NumberSignOfRow } from '../../../../lists/number-signs.ts';
import { masked } from '../../roles.ts';
import type { ImportView } from '../../routes/imports.ts';
import type { RowPreviewView } from '../../routes/preview-rows.ts';
import { eventDiagnosticSchema } from '../answers/diagnostic.ts';
import { type Keys, time } from '../answers/keys.ts';
import type { ApiOperations } from '../operation.ts';

const importView = z
  .object({
    id: z.string(),
    source: z.string(),
    file: z.string().describe('The name of the file'),
    digest: z.string().describe('The SHA-256 of the file, as it was begun with'),
    rows: z.int().describe('The number of rows in the file'),
    startedAt: time,
    events: z
      .partialRecord(z.enum(allStatuses), z.int())
      .describe(
        'How many of its events there are of each status. Those that wait to be planned, and those that wait at a held destination, count as `queued`',
      ),
    warnings: z
      .object({
        events: z.int(),
        codes: z.array(z.object({ code: z.string(), events: z.int() })),
      })
      .describe(
        'How many of its delivered and queued events have a warning about a value or about the delivery, and how many have each code. `GET /api/imports/ID/events?status=delivered&code=CODE` lists them',
      ),
  } satisfies Keys<ImportView>)
  .meta({ id: 'Import' });

const earlierVersion = z
  .object({
    mappings: z.array(z.string()).describe('The mappings that have changed since'),
    at: time,
    differs: z
      .boolean()
      .describe('`true` if the current version would send other values, which no newer event has set'),
  } satisfies Keys<EarlierVersion>)
  .describe('Present if the row was delivered by a version of its mapping that is no longer in use');

const days = z
  .array(
    z.object({
      row: z.int(),
      mapping: z.string(),
      path: z.string().describe('The rule that reads the day'),
      order: z
        .enum(['own', 'other', 'both'])
        .describe(
          'The order of day and month that fits: that of the rule, only the other one, or both with different days',
        ),
      pattern: z.string().describe('The pattern of the rule'),
      otherPattern: z.string().describe('The same with day and month swapped'),
      cure: z.string().describe('All patterns of the rule with day and month swapped'),
      isReadByAccount: z.boolean().describe('`true`: the rule sends the text, and the account reads it'),
    } satisfies Keys<DayOrderOfRow>),
  )
  .describe(
    'The orders of the days in the rows. A value that is equal in both orders, or is no day, is left out',
  );

const numbers = z
  .array(
    z.object({
      row: z.int(),
      mapping: z.string(),
      path: z.string().describe('The rule that reads the number'),
      order: z
        .enum(['own', 'other', 'both'])
        .describe(
          'The sign before decimals that fits: that of the rule, only the other one, or both with different numbers',
        ),
      decimal: z.enum(['.', ',']).describe('The sign of the rule'),
    } satisfies Keys<NumberSignOfRow>),
  )
  .describe('The signs before the decimals of numbers. A number that is equal with both is left out');

const moved = z
  .object({
    rows: z
      .array(
        z.object({
          row: z.int(),
          other: z.int().describe('The row of the other customer'),
          isSure: z.boolean().describe('Several values show it'),
        } satisfies Keys<ShiftedRow>),
      )
      .describe('The rows with values that the customer of another row had before'),
    kept: z.int().describe('The number of rows that keep a value of their customer'),
    fresh: z.int().describe('The number of rows whose values are all new'),
  } satisfies Keys<ShiftedRows>)
  .describe('Rows that are compared with those of other customers');

const changed = z
  .array(
    z.object({
      path: z.string().describe('A rule'),
      kind: z
        .enum(['shifted', 'sorted', 'resized', 'inverted'])
        .describe(
          'Each row has the value that the customer of the row above or below had before; rows have the values of each other; the numbers are those of before, multiplied; or nearly all rows have the other one of two values',
        ),
      rows: z.array(z.int()),
      factor: z.number().optional().describe('Of multiplied numbers, such as 1000, 0.01 or 2.54'),
    } satisfies Keys<ChangedColumn>),
  )
  .describe(
    'Columns that were moved or sorted alone, whose numbers have another unit than before, or whose answers are turned round',
  );

const pairs = z
  .array(
    z.object({
      mapping: z.string(),
      one: z.string().describe('A rule'),
      other: z
        .string()
        .describe(
          'The rule that may have its values; for `own-number`: `mobile`, the number of the customer; for `turned-days`: the same rule',
        ),
      by: z
        .enum(['before', 'days', 'own-number', 'turned-days'])
        .describe(
          'How the rows show it: by the values that the bridge or the account had before, by two days in the wrong order, by the own number of the customer as the one for emergencies, or by the day of before with day and month swapped',
        ),
      columns: z.array(z.string()).optional().describe('The columns that the rules read'),
      exact: z.array(z.int()).describe('The rows in which each rule has the value of the other one'),
      oneSided: z.array(z.int()).describe('The rows in which one of them has'),
      likely: z.array(z.int()).describe('The rows in which they have values that are often equal'),
      against: z.int().describe('The number of rows that show the opposite'),
      neither: z.int().describe('The number of rows in which both values are new'),
    } satisfies Keys<PairOfRows>),
  )
  .describe('The rules whose values may be exchanged, as the rows show it');

const noImport = { 404: 'there is no such import, or no longer' };

/** Operations on imported lists. */
export const importOperations = {
  'POST /imports': {
    name: 'beginImport',
    does: 'Starts an import, or continues it: the same file for the same source is the same import. The audit log records who imported which file, and the number of its rows.',
    answer: 'an import',
    schema: importView,
  },
  'POST /imports/preview': {
    name: 'previewRows',
    does: 'Shows the outcome of rows, in their order. It stores and sends nothing.',
    answer:
      '`{"rows": […]}`: each with `row`, `outcome`, optionally `code`, `severity`, `message` and `path` (the place of the value), `overwrites`: the number of values of this person that the bridge has set and the row would replace, `person` and `values`: hashes, equal for rows of one person, and for rows that send the same, `named` and `knownAs`: hashes of the name in the row and of the name of the customer, if that was updated before, and `isAgain`: its event has delivered nothing or not everything, and is planned again. A `duplicate` has its `event`, the status of that (`known`; `gone`: it is no longer stored), `differs` if that has the same id and other contents, and `setBy`: the events that have set other values of its person since, and `earlier` if a version of the mapping that is no longer in use has made its call. `columns`: the keys of the rows that no rule reads, with the rule that reads nearly this name (`near`). `absent`: the keys that rules read and none of these rows has. `days`: the orders of day and month in which days of the rows can be read; rows with a day above 12 show the order of the whole column. `numbers`: the signs before decimals with which numbers of the rows can be read. `pairs`: the rules whose values may be exchanged, with the rows that show it. `moved`: the rows with the values that the customer of another row had before. `changed`: the columns that were moved or sorted alone, or whose numbers have another unit than before',
    schema: z.object({
      rows: z.array(
        z.object({
          row: z.int(),
          outcome: z.enum(['queued', 'held', 'failed', 'skipped', 'duplicate']),
          code: z.string().optional(),
          severity: z.enum(['error', 'warning', 'info']).optional(),
          message: z.string().optional(),
          path: z.string().optional(),
          overwrites: z.int(),
          person: z.string().optional(),
          values: z.string().optional(),
          isAgain: z.boolean().optional(),
          event: z.string().optional(),
          known: z.enum([...allStatuses, 'gone']).optional(),
          differs: z.boolean().optional(),
          setBy: z.array(z.string()).optional(),
          earlier: earlierVersion.optional(),
          named: z.string().optional(),
          knownAs: z.string().optional(),
        } satisfies Keys<RowPreviewView>),
      ),
      columns: z.array(
        z.object({
          column: z.string(),
          near: z.object({ name: z.string(), mapping: z.string(), path: z.string() }).optional(),
        }),
      ),
      absent: z.array(z.object({ name: z.string(), mapping: z.string(), path: z.string() })),
      days,
      numbers,
      pairs,
      moved,
      changed,
    }),
  },
  'GET /imports/:id': {
    name: 'showImport',
    does: 'Shows an import and the outcomes of its rows so far.',
    answer: 'an import',
    otherwise: noImport,
    schema: importView,
  },
  'POST /imports/:id/rows': {
    name: 'takeRows',
    does: 'Stores rows of an import as events of its source. The response comes after they are on disk. A row whose event has delivered nothing or not everything is planned again, as an event of this import. Other rows that were stored before are duplicates. Live webhooks are planned and delivered first. A corrected row with `replaces` discards that failed event.',
    answer:
      '`{"taken", "again", "duplicates", "known", "unreadable"}`. `again`: the rows that are planned again. `known`: duplicates of events outside this import, with `row`, `id`, and `differs` if the event has the same id and other contents; with `isOwn` also those of this import whose person has other events, or whose mapping has changed since. `unreadable`: rows that became no event, with `row` and `reason`',
    otherwise: noImport,
    schema: z.object({
      taken: z.int(),
      again: z.array(z.int()),
      duplicates: z.int(),
      known: z.array(
        z.object({
          row: z.int(),
          id: z.string(),
          differs: z.boolean().optional(),
          isOwn: z.literal(true).optional(),
        }),
      ),
      unreadable: z.array(z.object({ row: z.int(), reason: z.string().meta(masked) })),
    } satisfies Keys<TakenRows>),
  },
  'POST /imports/:id/known': {
    name: 'judgeKnownRows',
    does: 'Shows what became of known rows of an import. It stores and sends nothing.',
    answer:
      '`{"rows": […]}`: each with `row`, `id`, the `status` of its event (absent if it is no longer stored), and `setBy`: the events that have set other values of its person since, if it was delivered or skipped, and `earlier` if a version of the mapping that is no longer in use has made its call',
    otherwise: noImport,
    schema: z.object({
      rows: z.array(
        z.object({
          row: z.int(),
          id: z.string(),
          status: z.enum(allStatuses).optional(),
          setBy: z.array(z.string()).optional(),
          earlier: earlierVersion.optional(),
        } satisfies Keys<JudgedRow>),
      ),
    }),
  },
  'GET /imports/:id/names': {
    name: 'listImportNames',
    does: 'Lists the delivered rows of an import whose person has another name than the customer in the response, with hashes of both. Two rows with each other’s names have each other’s customer number.',
    answer:
      '`{"rows": […], "next"}`: each with `row`, `named` (a hash of the name in the row) and `knownAs` (of the customer); `next` is the last row that was compared, if there may be more: use it as `after`',
    otherwise: noImport,
    schema: z.object({
      rows: z.array(z.object({ row: z.int(), named: z.string(), knownAs: z.string() })),
      next: z.int().optional(),
    }),
  },
  'GET /imports/:id/events': {
    name: 'listImportEvents',
    does: 'Lists the events of an import with a status, in the order of the rows.',
    answer:
      '`{"events": […], "next"}`: each with `row`, `id`, `status`, `reason` and `diagnostics`; `next` is the last row, if there may be more: use it as `after`',
    otherwise: noImport,
    schema: z.object({
      events: z.array(
        z.object({
          row: z.int(),
          id: z.string(),
          status: z.enum(allStatuses),
          reason: z.string().optional().meta(masked),
          diagnostics: z.array(eventDiagnosticSchema),
        }),
      ),
      next: z.int().optional(),
    }),
  },
} satisfies ApiOperations;
