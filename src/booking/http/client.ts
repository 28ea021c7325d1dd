import { type Dispatcher, errors } from 'undici';
import type { Secret } from '../../config/secret.ts';
import { tellStep } from '../../inbox/step.ts';
import type { Way } from './connect.ts';
import { connectionFault, errorCode } from './connection-fault.ts';
import { deadline } from './deadline.ts';
import { type ReadyRequest, readyRequest } from './ready-request.ts';
import type { Reply, ReplyHeaders, WireRequest } from './reply.ts';
import { unreadByPeer } from './tls-fault.ts';
import { withoutToken } from './token.ts';
import { connectTo, type Transport } from './transport.ts';

/** Sends single requests to one destination. Nothing is repeated and no redirect is followed in here. */
export interface Client {
  /** Sends a request once. Trouble on the way is a reply too; it rejects only for a fault of this program. */
  send(request: WireRequest): Promise<Reply>;
  /**
   * Gives up the shared connections, since an answer on one of them belonged to another request: what is under way
   * ends on them, what is sent from now on gets new ones.
   */
  disconnect(): Promise<void>;
  /** Waits for what is under way, then closes all connections. What is sent afterwards is `not-sent`. */
  close(): Promise<void>;
  /** Closes all shared connections at once, whatever is under way on them: a look at the fields, at most. */
  cut(): Promise<void>;
}

export interface ClientOptions extends Way {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Read at each request. */
  readonly token: Secret;
  /** For reads, which change nothing; left out, `token`. */
  readonly readToken?: Secret;
  /** For the whole request, from asking for a connection to the last byte of the answer. */
  readonly timeoutMs: number;
  /** How many connections may be open for requests that share them. */
  readonly connections: number;
  /**
   * A longer answer is not read to its end; what was sent counts besides, since an answer may repeat it. Default 1 MiB.
   */
  readonly maxAnswerBytes?: number;
  /** What carries the requests; left out: connections over the network. */
  readonly transport?: Transport;
}

/**
 * An answer tells a note three times: as it is, as it was and as it became (API document 2.2, 2.3), and JSON may write
 * a byte as six (`\u003c`).
 */
const answerBytesPerByteSent = 3 * 6;

/**
 * Makes the client of one destination. A reply says `not-sent` only where it is proved: the request was never handed
 * to a connection that stands, or the peer ended the TLS handshake in which it would have begun to read. The codes of
 * errors alone prove nothing, the same ones arise before and after.
 */
export function createClient(options: ClientOptions): Client {
  const { origin } = new URL(options.baseUrl);
  const transport = options.transport ?? connectTo(origin, options.connections, options);
  let shared = transport.shared();
  const underWay = new Set<Promise<Reply>>();
  let closing = false;

  async function exchangeOnce(request: WireRequest): Promise<Reply> {
    const { token: callToken, readToken = callToken } = options;
    const token = revealed(request.method === 'GET' ? readToken : callToken);
    if (token === undefined) {
      return { kind: 'not-sent', why: 'unreachable', detail: 'the token cannot be read' };
    }
    const ready = undiciOptions(request, readyRequest(options.baseUrl, request, token));
    const alone = request.freshConnection ? transport.alone() : undefined;
    try {
      const reply = await exchange(alone ?? shared, ready, options);
      return 'body' in reply && reply.body ? { ...reply, body: withoutToken(reply.body, token) } : reply;
    } finally {
      await alone?.destroy();
    }
  }

  return {
    async send(request) {
      if (closing) return { kind: 'not-sent', why: 'shutdown', detail: 'closed' };
      const reply = exchangeOnce(request);
      underWay.add(reply);
      try {
        return await reply;
      } finally {
        underWay.delete(reply);
      }
    },
    async disconnect() {
      const old = shared;
      shared = transport.shared();
      await old.close();
    },
    async close() {
      closing = true;
      await Promise.allSettled(underWay);
      await shared.destroy();
    },
    async cut() {
      closing = true;
      await shared.destroy();
    },
  };
}

/** A secret that comes from a file may be unreadable for a moment; then nothing is sent. */
function revealed(secret: Secret): string | undefined {
  try {
    return secret.reveal();
  } catch {
    return undefined;
  }
}

type RequestOptions = Dispatcher.RequestOptions & { origin: string };

function undiciOptions({ freshConnection }: WireRequest, ready: ReadyRequest): RequestOptions {
  const { headers, body } = ready;
  return { ...ready, headers: { ...headers }, body: body ?? null, reset: freshConnection };
}

/** One request and its answer, within the deadline. */
async function exchange(
  dispatcher: Dispatcher,
  request: RequestOptions,
  { timeoutMs, maxAnswerBytes = 1024 * 1024 }: ClientOptions,
): Promise<Reply> {
  const { signal, cancel } = deadline(timeoutMs);
  const passed = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  let handedOver = false;
  const watched = dispatcher.compose(
    whenHandedOver(() => {
      handedOver = true;
      tellStep('send', 'before');
      // Head and body are written in this very turn.
      queueMicrotask(() => tellStep('send', 'after'));
    }),
  );
  let answer: Dispatcher.ResponseData | undefined;
  try {
    // undici looks at the signal only when it has a connection (and then does not write): hence the race.
    answer = await Promise.race([watched.request({ ...request, signal }), passed]);
    tellStep('reply read', 'before');
    const sentBytes = Buffer.byteLength(String(request.body ?? ''));
    const body = await readToEnd(answer.body, maxAnswerBytes + answerBytesPerByteSent * sentBytes);
    tellStep('reply read', 'after');
    return body === undefined
      ? broken(answer, 'too-large')
      : { kind: 'answered', status: answer.statusCode, headers: replyHeaders(answer), body };
  } catch (error) {
    if (answer) return broken(answer, signal.aborted ? 'stalled' : 'cut');
    if (handedOver) return lost(error, signal.aborted);
    return signal.aborted
      ? { kind: 'not-sent', why: 'connect-timeout', detail: `none in ${timeoutMs} ms` }
      : connectionFault(error);
  } finally {
    cancel();
  }
}

/**
 * Tells when a request is handed to a connection that stands, directly before its first byte is written. undici
 * calls `onRequestStart` at this point and at no other.
 */
function whenHandedOver(tell: () => void): Dispatcher.DispatcherComposeInterceptor {
  return dispatch => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        tell();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
      onResponseStart: (...all) => handler.onResponseStart?.(...all),
      onResponseData: (...all) => handler.onResponseData?.(...all),
      onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
      onResponseError: (...all) => handler.onResponseError?.(...all),
    });
}

/** The body, or undefined where it is longer than `maxBytes`; throws where it breaks off. */
async function readToEnd(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  // What is wrong with the body is thrown by the loop; leaving it early also makes the body fail.
  body.on('error', () => undefined);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function broken(answer: Dispatcher.ResponseData, why: 'cut' | 'stalled' | 'too-large'): Reply {
  return { kind: 'broken', status: answer.statusCode, headers: replyHeaders(answer), why };
}

/** What is said of a request that was handed to a connection and got no status. */
function lost(error: unknown, deadlinePassed: boolean): Reply {
  if (deadlinePassed) return { kind: 'no-answer', why: 'timeout' };
  const refused = unreadByPeer(error);
  if (refused !== undefined) return { kind: 'not-sent', why: 'certificate', detail: refused };
  if (error instanceof errors.HTTPParserError) return { kind: 'not-http', ...firstBytes(error) };
  return isNoHttp(error) ? { kind: 'not-http' } : { kind: 'no-answer', why: 'closed' };
}

/**
 * A head that is too long, two lengths that differ, or a status below 100. The last fails an assertion of undici, in place
 * of which Node throws an error without a code where it cannot show the line, as in the bundle.
 */
function isNoHttp(error: unknown): boolean {
  const codes = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION', ''];
  return codes.includes(errorCode(error));
}

/** What could not be read as HTTP, from where it went wrong. */
function firstBytes(error: errors.HTTPParserError): { body?: Uint8Array } {
  // The types of undici do not know it.
  const { data } = error as { data?: unknown };
  return typeof data === 'string' && data !== '' ? { body: Buffer.from(data).subarray(0, 200) } : {};
}

function replyHeaders({ headers }: Dispatcher.ResponseData): ReplyHeaders {
  const first = (name: string) => [headers[name]].flat()[0];
  return {
    contentType: first('content-type'),
    retryAfter: first('retry-after'),
    location: first('location'),
    date: first('date'),
  };
}
