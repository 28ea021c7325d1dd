import { afterEach, beforeEach } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';

/** A response of the sandbox; `json` is undefined if the body is not JSON. */
export interface Reply {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
  readonly json: unknown;
}

/** Starts a sandbox for each test of a file, and closes it afterwards. */
export function sandboxForEachTest(options: SandboxOptions = {}): () => Sandbox {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox(options);
  });
  afterEach(() => sandbox.close());
  return () => sandbox;
}

/** Sends updateCustomer with a JSON body. */
export function updateWithJson(
  sandbox: Sandbox,
  id: number | string,
  body: unknown,
  token = sandbox.tokens.mitte,
): Promise<Reply> {
  return post(`${sandbox.url}/office/api/updateCustomer?token=${token}&id=${id}`, {
    'content-type': 'application/json',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends updateCustomer with a form body. */
export function updateWithForm(
  sandbox: Sandbox,
  id: number | string,
  form: Record<string, string>,
): Promise<Reply> {
  return post(`${sandbox.url}/office/api/updateCustomer?token=${sandbox.tokens.mitte}&id=${id}`, {
    'content-type': 'application/x-www-form-urlencoded',
    body: new URLSearchParams(form).toString(),
  });
}

/** The three consents that a booking needs. */
export const consents = { privacy: 'true', terms: 'true', minAge: 'true' };

/** Sends persistCustomerData with a form body, and the token of Mitte unless the form has another. */
export function persist(sandbox: Sandbox, form: Record<string, string>): Promise<Reply> {
  return post(`${sandbox.url}/office/api/persistCustomerData`, {
    'content-type': 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ token: sandbox.tokens.mitte, ...form }).toString(),
  });
}

/** Makes one new reservation. */
export function reserveOne(
  sandbox: Sandbox,
  kind: 'plain' | 'payment' | 'tan' | 'error' = 'plain',
  locationId = 1,
): { readonly appointmentId: string; readonly appointmentParticipantId: string } {
  const [slot] = sandbox.reserve(1, kind, locationId);
  if (slot === undefined) throw new Error('no reservation was made');
  return slot;
}

/** Sends a POST. */
export function post(
  url: string,
  { body, ...headers }: { readonly body: string; readonly 'content-type'?: string },
): Promise<Reply> {
  return send(url, { method: 'POST', headers, body });
}

/** Sends a request. */
export async function send(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    text,
    json: parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
