import { type ApiRequest, fieldParameters, parameter } from './read-request.ts';

/** The changes that a call of updateCustomer requests. Undefined values were not sent. */
export interface SubmittedChanges {
  readonly note: string | undefined;
  readonly customerStatus: string | undefined;
  /** The values by keyName; undefined also if none was sent. */
  readonly values: ReadonlyMap<string, string> | undefined;
}

/**
 * Reads the changes from a JSON body or else from the parameters (API document 4.2). An unreadable format gives the
 * `error` text. All values are texts in a request (part 4), so a JSON number, true or null is unreadable here: the
 * document does not show how the API treats them.
 */
export function readSubmittedChanges(
  request: ApiRequest,
): { readonly changes: SubmittedChanges } | { readonly error: string } {
  return request.json === null ? readParameters(request) : readJson(request.json);
}

function readParameters(request: ApiRequest): { changes: SubmittedChanges } | { error: string } {
  if (parameter(request, 'additionalFields') !== null) {
    return { error: 'additionalFields as a parameter is written additionalFields.<keyName>=<value>' };
  }
  const values = fieldParameters(request);
  return {
    changes: {
      note: parameter(request, 'note') ?? undefined,
      customerStatus: parameter(request, 'customerStatus') ?? undefined,
      values: values.size === 0 ? undefined : values,
    },
  };
}

function readJson(text: string): { changes: SubmittedChanges } | { error: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { error: 'the body is not readable as JSON' };
  }
  if (!isObject(body)) return { error: 'the body must be a JSON object' };
  const { note, customerStatus, additionalFields } = body;
  if (note !== undefined && typeof note !== 'string') return { error: 'note must be a text' };
  if (customerStatus !== undefined && typeof customerStatus !== 'string') {
    return { error: 'customerStatus must be a text' };
  }
  const read = readValues(additionalFields);
  if ('error' in read) return read;
  return { changes: { note, customerStatus, values: read.values.size === 0 ? undefined : read.values } };
}

function readValues(additionalFields: unknown): { values: Map<string, string> } | { error: string } {
  if (additionalFields === undefined) return { values: new Map() };
  if (Array.isArray(additionalFields)) return readEntries(additionalFields);
  if (isObject(additionalFields)) {
    return readEntries(Object.entries(additionalFields).map(([key, value]) => ({ key, value })));
  }
  return {
    error:
      'additionalFields must be an object of keyName and value, or an array of objects with key and value',
  };
}

function readEntries(entries: readonly unknown[]): { values: Map<string, string> } | { error: string } {
  const values = new Map<string, string>();
  for (const entry of entries) {
    if (!isObject(entry)) return { error: 'each element of additionalFields must be an object' };
    const { key, value, header } = entry;
    if (typeof key !== 'string') {
      return { error: 'each element of additionalFields needs a key, which is a text' };
    }
    if (typeof value !== 'string') return { error: `the value of additionalFields "${key}" must be a text` };
    if (header !== undefined && typeof header !== 'string') {
      return { error: `the header of additionalFields "${key}" must be a text` };
    }
    values.set(key, value);
  }
  return { values };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
