import { signal } from '@preact/signals';

/** The person who is signed in: `undefined` until that is known, `null` for nobody. */
export const session = signal<Session | null | undefined>(undefined);

/** A session as the server describes it. */
export interface Session {
  readonly role: 'admin' | 'reader';
  readonly version: string;
  /** Whether the way to the browser is encrypted. */
  readonly encrypted: boolean;
}

/** A request that failed, in the words of the server: what is wrong, and what to do. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly hint: string | undefined;
  /** A word for what is wrong, where the API has one. */
  readonly code: string | undefined;

  constructor(status: number, error: string, hint?: string, code?: string) {
    super(error);
    this.status = status;
    this.hint = hint;
    this.code = code;
  }
}

/** An error as it can be shown; one that is not of the API counts as a bridge that does not answer. */
export function apiErrorOf(caught: unknown): ApiError {
  return caught instanceof ApiError ? caught : new ApiError(0, 'away');
}

/** The path of the bridge, with a slash at its end: `/`, or `/bridge/`. */
const root = new URL('..', document.baseURI).pathname;

/** Asks the API for JSON, with the values of customers masked. @throws ApiError */
export function get<Value>(path: string, abort?: AbortSignal): Promise<Value> {
  const headers = { 'x-fieldbridge-values': 'masked' };
  return request(`${root}api/${path}`, { headers, ...(abort && { signal: abort }) });
}

/** The same, for what has no value of a customer in it: then nothing is masked for an admin. @throws ApiError */
export function getWhole<Value>(path: string, abort?: AbortSignal): Promise<Value> {
  return request(`${root}api/${path}`, abort && { signal: abort });
}

/** Has the API do something. @throws ApiError */
export function post<Value>(path: string, body: object = {}, abort?: AbortSignal): Promise<Value> {
  const asked = json('POST', { who: 'console', ...body });
  return request(`${root}api/${path}`, abort ? { ...asked, signal: abort } : asked);
}

/** Finds out whether this browser has a session. @throws ApiError */
export async function findSession(): Promise<void> {
  const found = await request<Session | { role: null }>(`${root}console/session`);
  session.value = found.role === null ? null : found;
}

/** Signs in with a token, or with the code of a link. @throws ApiError */
export async function signIn(by: { token: string } | { code: string }): Promise<void> {
  session.value = await request<Session>(`${root}console/session`, json('POST', by));
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await request(`${root}console/session`, { method: 'DELETE' });
  session.value = null;
}

function json(method: string, body: object): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function request<Value>(url: string, init?: RequestInit): Promise<Value> {
  let reply: Response;
  try {
    reply = await fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'away');
  }
  const body = await reply.json().catch(() => ({ error: 'away' }));
  if (reply.ok) return body;
  if (reply.status === 401 && session.value) session.value = null;
  throw new ApiError(reply.status, String(body.error), body.hint, body.code);
}
