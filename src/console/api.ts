import { signal } from '@preact/signals';

/** The signed-in person: `undefined` until it is known, `null` for nobody. */
export const session = signal<Session | null | undefined>(undefined);

/** A session as the server describes it. */
export interface Session {
  readonly role: 'admin' | 'reader';
  readonly version: string;
  /** True if the way to the browser is encrypted. */
  readonly encrypted: boolean;
}

/** A failed request, with the problem and the next step in the words of the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly hint: string | undefined;
  /** The code of the problem, if the API has one. */
  readonly code: string | undefined;

  constructor(status: number, error: string, hint?: string, code?: string) {
    super(error);
    this.status = status;
    this.hint = hint;
    this.code = code;
  }
}

/** Converts an error for display. An error that is not from the API means that the bridge does not respond. */
export function apiErrorOf(caught: unknown): ApiError {
  return caught instanceof ApiError ? caught : new ApiError(0, 'away');
}

/** The path of the bridge, with a slash at its end: `/`, or `/bridge/`. */
const root = new URL('..', document.baseURI).pathname;

/**
 * Sends a GET for JSON, with masked values of customers.
 * @throws ApiError
 */
export function get<Value>(path: string, abort?: AbortSignal): Promise<Value> {
  return ask(path, { headers: { 'x-fieldbridge-values': 'masked' } }, abort);
}

/** Sends a GET for JSON without values of customers: an admin gets it unmasked. @throws ApiError */
export function getWhole<Value>(path: string, abort?: AbortSignal): Promise<Value> {
  return ask(path, {}, abort);
}

/** Sends a POST. @throws ApiError */
export function post<Value>(path: string, body: object = {}, abort?: AbortSignal): Promise<Value> {
  return ask(path, json('POST', { who: 'console', ...body }), abort);
}

/** Sends a POST to a path that takes a list. @throws ApiError */
export function postList<Value>(path: string, list: readonly object[]): Promise<Value> {
  return ask(path, json('POST', list));
}

/** Sends a POST; the values of customers in the response are masked. @throws ApiError */
export function postMasked<Value>(path: string, body: object): Promise<Value> {
  const asked = json('POST', body);
  const headers = { ...asked.headers, 'x-fieldbridge-values': 'masked' };
  return ask(path, { ...asked, headers });
}

/** Checks if this browser has a session. @throws ApiError */
export async function findSession(): Promise<void> {
  const found = await request<Session | { role: null }>(`${root}console/session`);
  if (found.role === null) session.value = null;
  else beginSession(found);
}

/** Signs in with a token, or with the code of a link. @throws ApiError */
export async function signIn(by: { token: string } | { code: string }): Promise<void> {
  beginSession(await request<Session>(`${root}console/session`, json('POST', by)));
}

/** Ends the session. The page stops its requests first, because a later response would be an error. @throws ApiError */
export async function signOut(): Promise<void> {
  stopAsking(undefined);
  await request(`${root}console/session`, { method: 'DELETE' });
  session.value = null;
}

/** Aborts all requests of the page while a person is signed in. */
let asking = new AbortController();

/** Aborts the requests in flight. `next`: the person who is signed in from now on; without one, no request is sent. */
function stopAsking(next: null | undefined): void {
  session.value = next;
  asking.abort();
}

function beginSession(begun: Session): void {
  asking = new AbortController();
  session.value = begun;
}

function json(method: string, body: object): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Sends a request in the current session; requests in flight are aborted when the session ends. */
function ask<Value>(path: string, init: RequestInit, abort?: AbortSignal): Promise<Value> {
  const signal = abort ? AbortSignal.any([asking.signal, abort]) : asking.signal;
  return request(`${root}api/${path}`, { ...init, signal });
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
  if (reply.status === 401 && session.value) stopAsking(null);
  throw new ApiError(reply.status, String(body.error), body.hint, body.code);
}
