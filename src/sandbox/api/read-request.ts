import type { IncomingMessage } from 'node:http';

/** One request for an operation, with its whole body. */
export interface ApiRequest {
  readonly query: URLSearchParams;
  /** The form parameters in the body; empty if the body is no form. */
  readonly form: URLSearchParams;
  /** The body if it was sent as `application/json`, not parsed yet; else null. */
  readonly json: string | null;
}

/** Larger bodies are refused: a choice of the sandbox, the API document shows no limits (part 8). */
const bodyLimitBytes = 10 * 1024 * 1024;

/**
 * Returns the whole body as text; null if it is larger than the limit.
 * @throws if the client disconnects before the body is complete
 */
export async function readRequestBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimitBytes) chunks.push(chunk);
  }
  return size > bodyLimitBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** Parses a request: its content type decides whether the body is a form, JSON, or not read at all. */
export function parseRequest(url: URL, contentType: string | undefined, body: string): ApiRequest {
  const essence = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  return {
    query: url.searchParams,
    form: new URLSearchParams(essence === 'application/x-www-form-urlencoded' ? body : ''),
    json: essence === 'application/json' ? body : null,
  };
}

/** Returns a parameter of the form or of the URL; if both have it, the one in the URL counts. */
export function parameter(request: ApiRequest, name: string): string | null {
  return request.query.get(name) ?? request.form.get(name);
}

/** Returns the additional-field values sent as `additionalFields.<keyName>=value`; the first of each key counts. */
export function fieldParameters(request: ApiRequest): Map<string, string> {
  const values = new Map<string, string>();
  for (const parameters of [request.query, request.form]) {
    for (const [name, value] of parameters) {
      if (!name.startsWith(fieldPrefix)) continue;
      const keyName = name.slice(fieldPrefix.length);
      if (!values.has(keyName)) values.set(keyName, value);
    }
  }
  return values;
}

const fieldPrefix = 'additionalFields.';
