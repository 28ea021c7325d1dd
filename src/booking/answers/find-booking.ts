import { identityOf, segmentsOf } from '../../inbox/booking-identity.ts';
import type { PersistCustomerData } from '../../inbox/call.ts';
import type { Completion } from '../../inbox/outcome.ts';
import { plainText } from '../http/plain-text.ts';
import {
  type AnswerObject,
  asObject,
  digitsField,
  field,
  readAnswerBody,
  sameNumber,
  textField,
} from './answer-body.ts';
import type { AnswerFinding, RowName } from './failure-table.ts';
import { findNoJson } from './find-no-json.ts';

const longestUrl = 16 * 1024;
const mostErrors = 50;

const decisive = ['result', 'action', 'url', 'customerId'];

/** Returns the row of a 200 response to persistCustomerData (API document 2.1, 3, 4.1). */
export function findBooking(
  call: PersistCustomerData,
  bytes: Uint8Array,
  earlierUnclear: boolean,
): AnswerFinding {
  const body = readAnswerBody(bytes);
  if (body.kind !== 'json') return findNoJson(body, bytes);
  const result = asObject(body.value);
  if (result === undefined || decisive.some(name => body.doubled.has(name))) return { row: 'A5' };
  switch (field(result, 'result')) {
    case 'OK':
      return findAccepted(call, result);
    case 'INVALID':
      return { row: 'A10', said: errorsText(field(result, 'errors')) };
    case 'ERROR':
      return { row: earlierUnclear ? 'A12' : 'A11', said: said(field(result, 'reason')) };
    default:
      return { row: 'A5' };
  }
}

function findAccepted(call: PersistCustomerData, result: AnswerObject): AnswerFinding {
  const url = textField(result, 'url');
  // A URL of this length cannot be compared with the booking, and no browser opens it.
  if (url !== undefined && url.length > longestUrl) return { row: 'A5' };
  const customerId = digitsField(result, 'customerId');
  const given = 'number' in call.customer ? call.customer.number.text : undefined;
  const anotherCustomer = given !== undefined && customerId !== undefined && !sameNumber(given, customerId);
  if (anotherCustomer || (url !== undefined && !namesBooking(url, call))) return { row: 'A2' };
  const action = field(result, 'action') ?? undefined;
  const completion: Completion = {
    result: 'OK',
    ...(action !== undefined && { action: plainText(said(action) ?? '', 200) }),
    ...(url !== undefined && { url }),
    ...(customerId !== undefined && { customerId }),
  };
  return { row: acceptedRow(action, url, customerId), completion };
}

function acceptedRow(action: unknown, url: string | undefined, customerId: string | undefined): RowName {
  if (action === 'requirePayment' && url !== undefined) return 'A7';
  if (action === 'requireTAN') return 'A8';
  return action === undefined && url !== undefined && customerId !== undefined ? 'A6' : 'A9';
}

/** True if both identifiers of the booking are path segments of the url (API document 2.1). */
function namesBooking(url: string, call: PersistCustomerData): boolean {
  const segments = segmentsOf(url);
  const { appointment, participant = '' } = identityOf(call);
  return [appointment, participant].every(identifier => identifier === '' || segments.has(identifier));
}

/** The errors by field: `privacy: missing; terms: missing`. */
function errorsText(errors: unknown): string | undefined {
  const object = asObject(errors);
  if (object === undefined) return said(errors);
  return said(
    Object.entries(object)
      .slice(0, mostErrors)
      .map(([name, error]) => `${plainText(name, 100)}: ${said(error) ?? ''}`)
      .join('; '),
  );
}

/** Returns any text of the API in a form that is safe to show. */
function said(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return plainText(typeof value === 'string' ? value : JSON.stringify(value), 500);
}
