import { plainText } from '../http/plain-text.ts';
import type { ReplyHeaders } from '../http/reply.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import type { AnswerFinding, RowName } from './failure-table.ts';

const rowOfStatus: Readonly<Record<number, RowName>> = {
  401: 'D1',
  407: 'D1',
  403: 'D2',
  408: 'D4',
  409: 'D5',
  412: 'D5',
  423: 'D5',
  410: 'D6',
  501: 'D6',
  505: 'D6',
  413: 'D7',
  425: 'D8',
  500: 'E1',
  502: 'E2',
  504: 'E2',
  520: 'E2',
  521: 'E2',
  522: 'E2',
  523: 'E2',
  524: 'E2',
  525: 'E2',
  526: 'E2',
  527: 'E2',
  301: 'F1',
  302: 'F1',
  307: 'F1',
  308: 'F1',
};

/**
 * Finds the row of a response by its status alone: every status except 200, 400 and 404. The API document names none of
 * them, so they are interpreted by the rules of HTTP.
 */
export function findByStatus(status: number, headers: ReplyHeaders, now: number): AnswerFinding {
  const detail = `HTTP ${status}`;
  if (status === 429) {
    const afterMs = retryAfterMs(headers, now);
    return afterMs === undefined ? { row: 'D9', detail } : { row: 'D10', ...waiting(detail, afterMs, now) };
  }
  if (status === 503) return { row: 'E3', ...waiting(detail, retryAfterMs(headers, now), now) };
  const row = rowOfStatus[status] ?? rowOfRange(status);
  return { row, detail: row === 'F1' ? newAddress(headers.location) : detail };
}

function waiting(detail: string, afterMs: number | undefined, now: number) {
  if (afterMs === undefined) return { detail };
  return { detail: `${detail}, until ${new Date(now + afterMs).toISOString()}`, afterMs };
}

function rowOfRange(status: number): RowName {
  if (status >= 200 && status <= 299) return 'A13';
  if (status >= 300 && status <= 399) return 'F2';
  if (status >= 400 && status <= 499) return 'D3';
  if (status >= 500 && status <= 599) return 'E4';
  return 'T9';
}

/** Returns only the host of the new address, because the path or the query may contain the token. */
function newAddress(location: string | undefined): string | undefined {
  return location !== undefined && URL.canParse(location)
    ? `now ${plainText(new URL(location).host, 200)}`
    : undefined;
}
