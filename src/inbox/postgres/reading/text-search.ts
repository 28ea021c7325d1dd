import { wholePayload } from '../../event.ts';
import { isIn, textFinder } from '../../finding/text-finder.ts';
import { sharedTexts, storedPieces } from '../../stored/stored-request.ts';
import type { Transaction } from '../connection/transaction.ts';

/** What a search came to. */
export interface Searched {
  /** Those events that have the text, in their order. */
  readonly found: readonly number[];
  /** The event after which it stopped before the end: it had looked at enough contents. */
  readonly stoppedAt: number | undefined;
}

/** Looks for a text in the ids, the links, the customer numbers and the contents of events, until enough have it. */
export type TextSearch = (
  transaction: Transaction,
  sequences: readonly number[],
  enough: number,
) => Promise<Searched>;

/** So many bytes of contents are read at once, and looked through in one step. */
const bytesAtOnce = 512 * 1024;
const bytesOfStep = 2 * 1024 * 1024;

/** Makes a search for a text, in whichever way it is written. */
export function createTextSearch(text: string): TextSearch {
  const finder = textFinder(text);
  return async (transaction, sequences, enough) => {
    const found: number[] = [];
    let bytes = 0;
    for (const part of inParts(await readSizes(transaction, sequences))) {
      const texts = await readTexts(
        transaction,
        part.map(({ sequence }) => sequence),
      );
      for (const { sequence } of part)
        if (texts.get(sequence)?.some(each => isIn(finder, each))) found.push(sequence);
      bytes += sizeOf(part);
      const last = part.at(-1)?.sequence;
      if (found.length >= enough || last === sequences.at(-1)) break;
      if (bytes > bytesOfStep) return { found, stoppedAt: last };
    }
    return { found, stoppedAt: undefined };
  };
}

interface Size {
  readonly sequence: number;
  readonly bytes: number;
}

/** How large the contents are, which are not read for it. What items share counts with each of them. */
function readSizes(transaction: Transaction, sequences: readonly number[]): Promise<Size[]> {
  return transaction.all(
    `SELECT e.sequence, CASE WHEN p.sequence IS NULL THEN octet_length(r.body)
       ELSE octet_length(p.json) + CASE WHEN p.shared IS NULL THEN 0 ELSE octet_length(r.shared) END END AS bytes
     FROM unnest($1::bigint[]) AS wanted (sequence) JOIN event e ON e.sequence = wanted.sequence
       JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     ORDER BY e.sequence DESC`,
    sequences,
  );
}

function* inParts(sizes: readonly Size[]): Generator<readonly Size[]> {
  let part: Size[] = [];
  for (const each of sizes) {
    if (part.length > 0 && sizeOf(part) + each.bytes > bytesAtOnce) {
      yield part;
      part = [];
    }
    part.push(each);
  }
  if (part.length > 0) yield part;
}

function sizeOf(part: readonly Size[]): number {
  return part.reduce((sum, { bytes }) => sum + bytes, 0);
}

interface TextsRow {
  sequence: number;
  request: number;
  id: string;
  sender_event_id: string | null;
  json: string | null;
  places: string | null;
  body: Uint8Array | null;
}

/** By sequence, all texts of events that are looked through. */
async function readTexts(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await transaction.all<TextsRow>(
    `SELECT e.sequence, e.request, e.id, e.sender_event_id, p.json, p.shared AS places,
       CASE WHEN p.sequence IS NULL THEN r.body END AS body
     FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     WHERE e.sequence = ANY ($1)`,
    sequences,
  );
  const calls = await transaction.all<{ event: number; link_id: string | null; customer_id: string | null }>(
    `SELECT event, link_id, customer_id FROM call
     WHERE event = ANY ($1) AND (link_id IS NOT NULL OR customer_id IS NOT NULL)`,
    sequences,
  );
  const pieces = await readPieces(transaction, rows);
  const callsOf = Map.groupBy(calls, call => call.event);
  return new Map(
    rows.map(row => {
      const ofCalls = (callsOf.get(row.sequence) ?? []).flatMap(call => [call.link_id, call.customer_id]);
      const texts = [row.id, row.sender_event_id, ...ofCalls, contentText(row, pieces)];
      return [row.sequence, texts.filter(text => text !== null)];
    }),
  );
}

function contentText(row: TextsRow, pieces: ReadonlyMap<number, readonly string[]>): string {
  if (row.json !== null)
    return wholePayload(row.json, sharedTexts(row.places, pieces.get(row.request) ?? []));
  return row.body === null ? '' : new TextDecoder().decode(row.body);
}

/** By request, what its items share. */
async function readPieces(
  transaction: Transaction,
  rows: readonly TextsRow[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const requests = new Set(rows.filter(({ places }) => places !== null).map(({ request }) => request));
  if (requests.size === 0) return new Map();
  const found = await transaction.all<{ id: number; shared: string }>(
    'SELECT id, shared FROM request WHERE id = ANY ($1) AND shared IS NOT NULL',
    [...requests],
  );
  return new Map(found.map(({ id, shared }) => [id, storedPieces.read(shared)]));
}
