import type { Secret } from '../../config/secret.ts';
import { answerRoom } from './answer-bytes.ts';
import type { Way } from './connect.ts';
import { type ExchangeLimits, exchange } from './exchange.ts';
import { readyRequest } from './ready-request.ts';
import type { Reply, WireRequest } from './reply.ts';
import { longestText } from './text-cutter.ts';
import { withoutToken } from './token.ts';
import { connectTo, type Transport } from './transport.ts';

/** Sends single requests to one destination. It never retries and follows no redirect. */
export interface Client {
  /** Sends a request once. A failed connection is a reply too; the promise rejects only for a fault of this program. */
  send(request: WireRequest): Promise<Reply>;
  /**
   * Abandons the shared connections, because a response on one of them belonged to another request: requests in flight
   * end on them, later requests get new ones.
   */
  disconnect(): Promise<void>;
  /** Waits for requests in flight, then closes all connections. Later requests are `not-sent`. */
  close(): Promise<void>;
  /** Closes all shared connections at once; at most a read of the fields is in flight on them. */
  cut(): Promise<void>;
}

export interface ClientOptions extends Way {
  /** The base URL without a slash at its end. */
  readonly baseUrl: string;
  /** The token, read for each request. */
  readonly token: Secret;
  /** The token for requests that change nothing; by default `token`. */
  readonly readToken?: Secret;
  /** The timeout of the whole request, from asking for a connection to the last byte of the response. */
  readonly timeoutMs: number;
  /** The maximum number of open connections for requests that share them. */
  readonly connections: number;
  /**
   * The maximum number of kept bytes; a response that needs more is not read to its end. A response may also repeat the
   * texts of the request: these are read too, and only their beginnings are kept. Default 1 MiB.
   */
  readonly maxAnswerBytes?: number;
  /** The transport of the requests; by default connections over the network. */
  readonly transport?: Transport;
}

/**
 * A response contains a note three times: its value now, before and after (API document 2.2, 2.3). JSON may write a
 * byte as six (`\u003c`).
 */
const answerBytesPerByteSent = 3 * 6;

/** The bytes that all responses in flight of one destination share, beyond 64 KiB for each. */
const answerRoomBytes = 8 * 1024 * 1024;

/**
 * Creates the client of one destination. A reply is `not-sent` only if that is proved: the request was never given to
 * an established connection, or the peer ended the TLS handshake before it read the request. Error codes alone prove
 * nothing, because the same codes occur before and after sending.
 */
export function createClient(options: ClientOptions): Client {
  const { origin } = new URL(options.baseUrl);
  const { timeoutMs, maxAnswerBytes = 1024 * 1024 } = options;
  const transport = options.transport ?? connectTo(origin, options.connections, options);
  let shared = transport.shared();
  const underWay = new Set<Promise<Reply>>();
  const room = answerRoom(answerRoomBytes);
  let closing = false;

  function limitsFor({ body = '' }: WireRequest): ExchangeLimits {
    const mostBytes = maxAnswerBytes + answerBytesPerByteSent * Buffer.byteLength(body);
    return { timeoutMs, mostBytes, mostKept: Math.min(mostBytes, maxAnswerBytes + 4 * longestText), room };
  }

  async function exchangeOnce(request: WireRequest): Promise<Reply> {
    const { token: callToken, readToken = callToken } = options;
    const token = revealed(request.method === 'GET' ? readToken : callToken);
    if (token === undefined) {
      return { kind: 'not-sent', why: 'unreachable', detail: 'the token cannot be read' };
    }
    const ready = readyRequest(options.baseUrl, request, token);
    const alone = request.freshConnection ? transport.alone() : undefined;
    try {
      const reply = await exchange(alone ?? shared, ready, limitsFor(request), alone ? 'close' : 'keep');
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

/** A secret file may be unreadable for a moment; then nothing is sent. */
function revealed(secret: Secret): string | undefined {
  try {
    return secret.reveal();
  } catch {
    return undefined;
  }
}
