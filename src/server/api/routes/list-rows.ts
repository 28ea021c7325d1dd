import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import type { SourceConfig } from '../../../config/config.ts';
import { systemClock } from '../../../inbox/clock.ts';
import type { AcceptedRequest } from '../../../inbox/event.ts';
import type { TakenRows } from '../../../lists/failed-rows.ts';
import { type ReceivedRow, receiveRow } from '../../../receive/receive-row.ts';
import type { ApiParts } from '../api-route.ts';

/** The key of a request that sends corrected rows. */
export const mendedSchema = z
  .boolean()
  .default(false)
  .describe(
    '`true`: the rows were corrected after they had failed. Each row is recognised by its contents, not by `eventId` of the source',
  );

const listRow = z.strictObject({
  row: z.int().min(1).describe('The number of the row in the file, from 1'),
  body: z.string().min(1).describe('The row as JSON text: the payload of the event'),
  repeat: z
    .int()
    .min(0)
    .default(0)
    .describe('How many rows before it in the file are equal to it; default 0'),
  replaces: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'The failed event that this row was before it was corrected. Where the row has not changed, that event is planned again; else it is discarded',
    ),
});

/** The rows of a request. */
export const rowsSchema = z
  .array(listRow)
  .min(1)
  .max(500, 'at most 500 rows at once; send the rest in further requests')
  .describe('1 to 500 rows, in the order of the file');

/** A row that was read as a webhook of its source. */
export interface ReadRow {
  readonly row: number;
  /** The number of equal rows before it. */
  readonly repeat: number;
  readonly request: AcceptedRequest;
  /** The id of the failed event that this row corrects. */
  readonly replaces: string | undefined;
  /** The same id, if the contents are still those of that event. */
  readonly unchanged: string | undefined;
}

interface ReadRows {
  readonly read: readonly ReadRow[];
  readonly unreadable: TakenRows['unreadable'];
}

/** Reads rows as webhooks of their source. `number`: that of the import; absent for a preview. */
export async function readListRows(
  source: SourceConfig,
  { rows, mended }: { readonly rows: z.infer<typeof rowsSchema>; readonly mended: boolean },
  { newId, store }: ApiParts,
  number?: number,
): Promise<ReadRows> {
  const read: ReadRow[] = [];
  const unreadable: { row: number; reason: string }[] = [];
  for (const { row, body, repeat, replaces } of rows) {
    const received: ReceivedRow = await receiveRow(
      source,
      { body, repeat, isMended: mended },
      { now: systemClock.now(), newId },
      number === undefined ? undefined : { import: number, row },
    );
    if (received.kind === 'unreadable') {
      unreadable.push({ row, reason: received.reason });
      continue;
    }
    const { request } = received;
    const before = replaces === undefined ? undefined : await store.contents(replaces);
    const isSame = before?.source === source.name && isSameText(before.body, request.body);
    read.push({ row, repeat, request, replaces, unchanged: isSame ? replaces : undefined });
    if (read.length % rowsTogether === 0) await nextTurn();
  }
  return { read, unreadable };
}

/** The number of rows that are stored together; a webhook that arrives meanwhile waits for them. */
export const rowsTogether = 8;

function isSameText(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
