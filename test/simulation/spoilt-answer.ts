import { errors } from 'undici';
import type { Chance } from '../../torture/chance.ts';
import type { ArrivedRequest } from './arrived-request.ts';
import { type FateName, fates } from './fates.ts';
import type { Answer } from './truth.ts';

/** The appearance of a fate to the sender of the request. */
export interface Delivery {
  readonly connectMs: number;
  /** The time from the connection until the destination acts. */
  readonly actMs: number;
  /** The time from there until the response, or until the end of the connection. */
  readonly replyMs: number;
  /** `nothing`: neither a response nor an end. */
  readonly ends: 'answer' | 'error' | 'nothing';
  error(): Error;
  reply(answer: Answer, request: ArrivedRequest): Spoilt;
}

interface Spoilt {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** `broken`: the connection breaks during the response. */
  readonly ending: 'whole' | 'broken';
}

/** Makes the delivery of one request. */
export function deliveryOf(fate: FateName, chance: Chance): Delivery {
  const seconds = (least: number, most: number) => 1000 * (least + chance.int(most - least + 1));
  const replyMs = { slow: seconds(1, 24), late: seconds(31, 50) }[fate as string] ?? 1 + chance.int(25);
  return {
    connectMs: fate === 'no connection' ? 5_000 : 1 + chance.int(3),
    actMs: 1 + chance.int(5),
    replyMs,
    ends: endOf(fate),
    error: () => errorOf(fate),
    reply: (answer, request) => spoil(fate, answer, request, chance),
  };
}

function endOf(fate: FateName): Delivery['ends'] {
  if (!fates[fate].reaches) return 'error';
  if (fate === 'silent before' || fate === 'silent after') return 'nothing';
  if (fate === 'reset before' || fate === 'reset after' || fate === 'not http') return 'error';
  return 'answer';
}

function errorOf(fate: FateName): Error {
  switch (fate) {
    case 'refused':
      return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    case 'unresolved':
      return Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    case 'no connection':
      return new errors.ConnectTimeoutError('Connect Timeout Error');
    case 'not http':
      return new errors.HTTPParserError('Invalid response');
    default:
      return Object.assign(new Error('ECONNRESET'), { code: 'ECONNRESET' });
  }
}

const statusOf: Partial<Record<FateName, number>> = {
  'another status': 202,
  'failed before': 500,
  'failed after': 500,
  'failed and cut': 502,
  'gateway lost it': 504,
  unavailable: 503,
  'asked to wait': 429,
  'asked for fewer': 429,
  'asked for credentials': 401,
  moved: 302,
  'not read in time': 408,
};

function spoil(fate: FateName, answer: Answer, request: ArrivedRequest, chance: Chance): Spoilt {
  const { body } = answer;
  const json = { 'content-type': 'application/json' };
  const whole = { status: answer.status || 200, headers: json, ending: 'whole' } as const;
  const status = statusOf[fate];
  switch (fate) {
    case 'cut':
      return { ...whole, body: body.slice(0, chance.int(body.length)), ending: 'broken' };
    case 'cut quietly':
      return { ...whole, body: body.slice(0, chance.int(body.length)) };
    case 'mangled':
      return { ...whole, body: chance.pick(['{]', '[]', '{}', '"OK"', 'null', '{"result":"MAYBE"}']) };
    case 'empty':
      return { ...whole, status: 200, body: '' };
    case 'page':
      return {
        ...whole,
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<h1>Maintenance</h1>',
      };
    case 'another id':
      return { ...whole, body: ofAnother(answer, request) };
    case 'answer of another':
      return { ...whole, status: 200, body: madeUp(request) };
    case 'denied here':
      return { ...whole, status: 200, headers: { 'content-type': 'text/plain' }, body: 'Access denied' };
    case 'failed and cut':
      return { ...whole, status: 502, body: '{', ending: 'broken' };
    case 'asked to wait':
      return { ...whole, status: 429, headers: { 'retry-after': String(waitOf(chance)) }, body: 'wait' };
    case 'asked to come later':
      return { ...whole, status: 503, headers: { 'retry-after': String(waitOf(chance)) }, body: 'later' };
    case 'moved':
      return { ...whole, status: 302, headers: { location: 'https://elsewhere.example.com/' }, body: '' };
    default:
      return { ...whole, status: status ?? whole.status, body: status === undefined ? body : 'no' };
  }
}

/** The seconds that a 429 or a 503 requests to wait. */
function waitOf(chance: Chance): number {
  return chance.pick([1, 5, 30, 120]);
}

/** The response to another request of the same kind, as after a mix-up on a shared connection. */
function ofAnother(answer: Answer, request: ArrivedRequest): string {
  if (request.kind === 'look' || answer.applied.length === 0) return answer.body;
  const body = JSON.parse(answer.body);
  if (request.kind === 'update') return JSON.stringify({ ...body, id: request.customer + 7 });
  if (body.url === undefined) return '{}';
  return JSON.stringify({ ...body, url: 'https://calendar.example.com/done/apt-other/par-other' });
}

/** The response to a request of another customer, while this one was never read. */
function madeUp({ kind, customer }: ArrivedRequest): string {
  if (kind === 'look') return '[]';
  if (kind === 'update') return JSON.stringify({ id: customer + 7, changes: [] });
  const url = 'https://calendar.example.com/done/apt-other/par-other';
  return JSON.stringify({ result: 'OK', url, customerId: customer });
}
