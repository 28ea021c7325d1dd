import type { Operation } from '../../src/inbox/call.ts';
import type { Outcome } from '../../src/inbox/outcome.ts';

type Kind = Outcome['kind'];

/**
 * The allowed outcomes of a response to `updateCall` or `bookingCall`, stated independently of the program. Any
 * other outcome is a false success, a false failure, or a booking that would be made twice.
 */
export function allowedKinds(operation: Operation, status: number, body: Uint8Array): readonly Kind[] {
  if (status === 200) return operation === 'updateCustomer' ? updateKinds(body) : bookingKinds(body);
  if (status === 400) return ['data', 'mapping'];
  if (status === 404) return ['data', 'probe'];
  return kindsOfStatus(operation, status);
}

/** The allowed outcomes of a response of which only the status arrived. */
export function brokenKinds(operation: Operation, status: number): readonly Kind[] {
  if (isOneOf(status, 400, 404)) return operation === 'updateCustomer' ? ['again'] : ['data'];
  return status === 200 || (status >= 500 && status <= 599)
    ? lost(operation)
    : kindsOfStatus(operation, status);
}

/** The outcomes of a response that may have been lost: only an update may be repeated. */
export function lost(operation: Operation): readonly Kind[] {
  return operation === 'updateCustomer' ? ['again'] : ['unknown'];
}

function kindsOfStatus(operation: Operation, status: number): readonly Kind[] {
  if (isOneOf(status, 301, 302, 307, 308, 401, 407)) return ['hold'];
  if (isOneOf(status, 403, 410, 501, 505)) return ['probe'];
  if (isOneOf(status, 408, 425, 429)) return ['again'];
  if (isOneOf(status, 409, 412, 423)) return operation === 'updateCustomer' ? ['again'] : ['data'];
  return status >= 400 && status <= 499 ? ['data'] : lost(operation);
}

function updateKinds(body: Uint8Array): readonly Kind[] {
  const text = new TextDecoder().decode(body).trim();
  const answer = objectOf(text);
  const id = answer?.id;
  if (typeof id !== 'number' && typeof id !== 'string') return withoutObject(text, ['again', 'probe']);
  if (!/^[0-9]+$/.test(String(id))) return ['again'];
  const named: Kind = Number(id) === 1001 ? 'done' : 'hold';
  return isTwofold(text) || isHuge(id) ? [named, 'again', 'hold'] : [named];
}

function bookingKinds(body: Uint8Array): readonly Kind[] {
  const text = new TextDecoder().decode(body).trim();
  const answer = objectOf(text);
  const doubt: readonly Kind[] = isTwofold(text) || isHuge(answer?.customerId) ? ['unknown'] : [];
  switch (answer?.result) {
    case 'OK':
      return contradicts(answer) ? ['unknown'] : ['done', ...doubt];
    case 'INVALID':
      return ['data', ...doubt];
    case 'ERROR':
      return ['data', ...doubt];
    default:
      return withoutObject(text, ['unknown']);
  }
}

/** "Access denied" holds the destination. Any other response that is not an object has no meaning. */
function withoutObject(text: string, else_: readonly Kind[]): readonly Kind[] {
  return /^access denied[.!]?$/i.test(text) ? ['hold', 'probe', 'unknown'] : else_;
}

/** True if an acceptance names another customer, or a URL without the two identifiers of the booking. */
function contradicts({ url, customerId }: Readonly<Record<string, unknown>>): boolean {
  // A value that is neither a number nor a text names no customer. A list of one number would look like that
  // number when converted to a text.
  const names = typeof customerId === 'number' || typeof customerId === 'string';
  if (names && /^[0-9]+$/.test(String(customerId)) && Number(customerId) !== 1001) return true;
  if (typeof url !== 'string' || url.trim() === '') return false;
  const path = URL.canParse(url, 'https://x') ? new URL(url, 'https://x').pathname : '';
  const segments = path.split('/').map(segment => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
  return !(segments.includes('apt-1') && segments.includes('par/2 ä'));
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** True if one of the keys that decide the outcome occurs more than once in the text. */
function isTwofold(text: string): boolean {
  const names = [...text.matchAll(/"(id|result|action|url|customerId)"\s*:/g)].map(match => match[1]);
  return new Set(names).size < names.length;
}

function isHuge(id: unknown): boolean {
  return typeof id === 'number' && !Number.isSafeInteger(id);
}

function isOneOf(status: number, ...listed: readonly number[]): boolean {
  return listed.includes(status);
}
