import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { accessDenied, type SandboxAnswer } from './api/answer.ts';
import type { FaultRule } from './control/faults.ts';

/** Sends a complete response. `onSent` is called after all of it was passed to the operating system. */
export function sendWholeAnswer(response: ServerResponse, answer: SandboxAnswer, onSent?: () => void): void {
  response.writeHead(answer.status, {
    'content-type': answer.contentType,
    'content-length': Buffer.byteLength(answer.body),
  });
  response.end(answer.body, onSent);
}

/** Sends an interim response (1xx); the real one must follow. */
export function sendInterim(response: ServerResponse, status: number, headers: FaultRule['headers']): void {
  response.socket?.write(head(status, headers ?? {}));
}

/**
 * Responds as a fault rule requires. `answer` is the real response, `key` the business key of the call, which `wrongId`
 * replaces. With `stall`, the client must close the connection.
 */
export function sendSpoiled(
  response: ServerResponse,
  answer: SandboxAnswer,
  rule: FaultRule,
  key: string | null,
): void {
  const { socket } = response;
  if (socket === null) return;
  if (rule.close) socket.end();
  else if (rule.garbage !== undefined) socket.end(rule.garbage === true ? nonsense : rule.garbage);
  else if (rule.reset && rule.cut === undefined) socket.resetAndDestroy();
  else if (rule.cut !== undefined || rule.stall) sendPart(socket, spoiled(answer, rule, key), rule);
  else {
    const { status, headers, body } = spoiled(answer, rule, key);
    response.writeHead(status, headers);
    response.end(body);
  }
}

interface Spoiled {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const nonsense = '\u0016\u0003\u0001 this is not HTTP\r\n\r\n';
const maintenancePage =
  '<!doctype html><html lang="de"><head><title>Wartungsarbeiten</title></head>' +
  '<body><h1>Wartungsarbeiten</h1><p>Wir sind gleich wieder da.</p></body></html>';
const twoMebibytes = 2 * 1024 * 1024;

function spoiled(answer: SandboxAnswer, rule: FaultRule, key: string | null): Spoiled {
  if (rule.status !== undefined && rule.status >= 200) {
    const headers = lowerCased({ 'content-type': 'text/plain; charset=utf-8', ...rule.headers });
    return withLength({ status: rule.status, headers, body: rule.body ?? '' });
  }
  if (rule.html) {
    return whole({ status: 200, contentType: 'text/html; charset=utf-8', body: maintenancePage });
  }
  if (rule.empty) return whole({ ...answer, status: 200, body: '' });
  if (rule.token !== undefined) return whole(accessDenied);
  if (rule.wrongId) return whole({ ...answer, body: namingAnother(answer, key) });
  if (rule.oversized !== undefined) {
    const padding = ' '.repeat(rule.oversized === true ? twoMebibytes : rule.oversized);
    return whole({ ...answer, body: answer.body + padding });
  }
  return whole(answer);
}

function whole({ status, contentType, body }: SandboxAnswer): Spoiled {
  return withLength({ status, headers: { 'content-type': contentType }, body });
}

function withLength({ status, headers, body }: Spoiled): Spoiled {
  return { status, headers: { 'content-length': String(Buffer.byteLength(body)), ...headers }, body };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Makes a response name another customer and appointment; a plain text names none. */
function namingAnother({ contentType, body }: SandboxAnswer, key: string | null): string {
  const named: unknown = contentType.startsWith('application/json') ? JSON.parse(body) : null;
  if (typeof named !== 'object' || named === null || Array.isArray(named)) return body;
  const another = Object.entries(named).map(([name, value]) => {
    if ((name === 'id' || name === 'customerId') && typeof value === 'number') return [name, value + 1];
    if (name === 'url' && key !== null) return [name, String(value).replace(key, 'apt-0therAppoint')];
    return [name, value];
  });
  return JSON.stringify(Object.fromEntries(another));
}

function sendPart(socket: Socket, { status, headers, body }: Spoiled, rule: FaultRule): void {
  const part = Buffer.from(body).subarray(0, rule.cut ?? 0);
  const { 'content-length': _, ...withoutLength } = headers;
  const sent = rule.closeDelimited ? { ...withoutLength, connection: 'close' } : headers;
  socket.write(Buffer.concat([Buffer.from(head(status, sent)), part]), () => {
    if (rule.reset) socket.resetAndDestroy();
    else if (!rule.stall) socket.end();
  });
}

function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`, ...lines, '', ''].join('\r\n');
}
