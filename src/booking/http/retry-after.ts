import type { ReplyHeaders } from './reply.ts';

const shortestMs = 1_000;
const longestMs = 3_600_000;

/**
 * Returns the wait that a response requests, in milliseconds, between one second and one hour: `Retry-After` in seconds
 * or as an HTTP date. A date is compared with the server's own clock if the response has a `Date`, otherwise with
 * `now`. Undefined if the header is missing or unreadable.
 */
export function retryAfterMs(headers: ReplyHeaders, now: number): number | undefined {
  const value = headers.retryAfter?.trim() ?? '';
  if (/^[0-9]+$/.test(value)) return clamp(Number(value) * 1000);
  const until = httpDate(value);
  return until === undefined ? undefined : clamp(until - (httpDate(headers.date ?? '') ?? now));
}

function clamp(ms: number): number {
  return Math.min(longestMs, Math.max(shortestMs, ms));
}

function httpDate(text: string): number | undefined {
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
