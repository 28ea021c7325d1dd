import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBehaviours, type Mood } from './behaviours.ts';
import type { Chance } from './chance.ts';
import { type Behaviour, createTruth, type ReceivedCall, type Truth } from './truth.ts';

/** The protected API at its worst, independent of the code of the bridge. */
export interface Destination {
  readonly url: string;
  readonly truth: Truth;
  mood: Mood;
  /** The only valid token. */
  token: string;
  close(): Promise<void>;
}

/** Hostile events are accepted below this path, so that they are not part of the truth. */
export const atticPath = '/attic';

/**
 * Starts a destination; `chance` decides every response. `interrupted` is called for each interrupted booking (see
 * `Truth`).
 */
export async function startDestination(
  chance: Chance,
  token: string,
  interrupted: () => void,
): Promise<Destination> {
  const truth = createTruth(interrupted);
  const fateOf = createBehaviours(chance);

  function handle(parsed: ParsedRequest, response: ServerResponse): void {
    const { url, form } = parsed;
    const denied = (url.searchParams.get('token') ?? form.get('token')) !== destination.token;
    if (url.pathname.startsWith(atticPath)) end(response, attic(url));
    else if (!url.pathname.endsWith('/additionalCustomerFields')) {
      const call = readCall(parsed);
      take(parsed, call, denied ? 'denied' : fateOf(call, destination.mood), response);
    } else if (denied) end(response, 'Access denied');
    else if (destination.mood === 'outage') fail(response);
    else end(response, '[]');
  }

  function take(
    parsed: ParsedRequest,
    call: ReceivedCall,
    behaviour: Behaviour,
    response: ServerResponse,
  ): void {
    const open = truth.receive(call, behaviour);
    response.once('close', () => truth.close(open));
    const delayMs = behaviour === 'late' ? lateMs : delayOf(destination.mood, chance);
    setTimeout(() => answer(response, behaviour, goodAnswer(call, parsed, chance)), delayMs);
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk)).on('error', () => undefined);
    request.on('end', () => handle(parseRequest(request, Buffer.concat(chunks).toString()), response));
    response.on('error', () => undefined);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const destination: Destination = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    truth,
    mood: 'usual',
    token,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return destination;
}

function delayOf(mood: Mood, chance: Chance): number {
  if (mood === 'tardy' && chance.maybe(slowShare)) return 500 + chance.int(slowestMs);
  return mood === 'usual' || mood === 'tardy' ? chance.pick(delaysMs)(chance) : 1;
}

/** Longer than a bridge waits (`limits.timeout`). */
const lateMs = 6_000;
/** The share of slow responses. */
const slowShare = 0.01;
const slowestMs = 2_500;

/** Most delays are short; some are long enough that a fault happens while the call is in flight. */
const delaysMs: readonly ((chance: Chance) => number)[] = [
  chance => chance.int(12),
  chance => chance.int(12),
  chance => chance.int(40),
  chance => chance.int(200),
];

interface ParsedRequest {
  readonly url: URL;
  readonly body: string;
  readonly form: URLSearchParams;
}

function parseRequest(request: IncomingMessage, body: string): ParsedRequest {
  return { url: new URL(request.url ?? '', 'http://localhost'), body, form: new URLSearchParams(body) };
}

function readCall({ url, body, form }: ParsedRequest): ReceivedCall {
  if (url.pathname.endsWith('/updateCustomer')) {
    const { note } = JSON.parse(body) as { note: string };
    const [event = '', correction = '0'] = note.split('~');
    const customer = url.searchParams.get('id') ?? '';
    return { event, customer, booking: undefined, correction: Number(correction) };
  }
  return {
    event: form.get('appointmentParticipant.customerComment') ?? '',
    customer: form.get('customerId') ?? undefined,
    booking: form.get('appointmentId') ?? '',
  };
}

function goodAnswer(call: ReceivedCall, { url, form }: ParsedRequest, chance: Chance): object {
  if (call.booking === undefined)
    return { id: Number(url.searchParams.get('id')), note: call.event, changes: [] };
  const done = `http://127.0.0.1/done/${call.booking}/${form.get('appointmentParticipantId')}`;
  const customerId = Number(call.customer ?? 900_000 + chance.int(90_000));
  return chance.pick([
    { result: 'OK', url: done, customerId },
    { result: 'OK', url: done, customerId },
    { result: 'OK', action: 'requirePayment', url: done },
    { result: 'OK', action: 'requireTAN' },
  ]);
}

function answer(response: ServerResponse, behaviour: Behaviour, good: object): void {
  const text = JSON.stringify(good);
  const half = text.slice(0, text.length / 2);
  if (behaviour in replies) end(response, ...(replies[behaviour] ?? ['']));
  else if (behaviour === 'well' || behaviour === 'late') end(response, text);
  else if (behaviour === 'half json') end(response, half);
  else if (behaviour === 'failure after' || behaviour === 'failure before') fail(response);
  else if (behaviour === 'later') askToWait(response);
  else if (behaviour === 'half answer') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(half, () => response.socket?.destroy());
  } else if (behaviour === 'not http') response.socket?.end('220 mail.example.com ESMTP\r\n');
  else if (behaviour !== 'silence') response.socket?.resetAndDestroy();
}

/** Text and content type of the constant responses. */
const replies: Readonly<Partial<Record<Behaviour, readonly [string, string?]>>> = {
  page: ['<html><title>Back soon</title></html>', 'text/html'],
  'another answer': [JSON.stringify({ result: 'OK', url: 'http://127.0.0.1/done/x/y', customerId: 1 })],
  refused: [JSON.stringify({ result: 'INVALID', errors: { privacy: 'missing' } })],
  denied: ['Access denied', 'text/plain'],
};

/** The number is returned as digits, because a JavaScript number may not hold it. */
function attic(url: URL): string {
  if (url.pathname.endsWith('/additionalCustomerFields')) return '[]';
  const id = url.searchParams.get('id') ?? '';
  return `{"id":${/^(0|[1-9]\d*)$/.test(id) ? id : JSON.stringify(id)},"changes":[]}`;
}

function askToWait(response: ServerResponse): void {
  response.statusCode = 429;
  response.setHeader('retry-after', '1');
  end(response, 'slowly');
}

function fail(response: ServerResponse): void {
  response.statusCode = 503;
  end(response, 'no');
}

function end(response: ServerResponse, text: string, type = 'application/json'): void {
  response.setHeader('content-type', type);
  response.end(text);
}
