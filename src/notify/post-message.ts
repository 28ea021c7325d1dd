import { createHmac } from 'node:crypto';
import { connectionFault } from '../booking/http/connection-fault.ts';
import { deadline } from '../booking/http/deadline.ts';
import { retryAfterMs } from '../booking/http/retry-after.ts';
import { connectTo } from '../booking/http/transport.ts';
import type { ReceiverConfig } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import type { OutboxMessage } from '../inbox/outbox.ts';

/** The result of posting a message. `why` is text that contains nothing from the receiver. */
export type PostedMessage =
  | { readonly kind: 'told' }
  | {
      /** `gone`: it wants no more (410). `refused`: another status than 2xx. `unanswered`: no response. */
      readonly kind: 'gone' | 'refused' | 'unanswered';
      readonly why: string;
      /** The wait that the receiver requests, in milliseconds. */
      readonly pauseMs?: number | undefined;
    };

/** Posts messages to one receiver. */
export interface Post {
  /** Posts a message once. `at`: the wall clock time in epoch milliseconds. */
  send(message: OutboxMessage, at: number): Promise<PostedMessage>;
  /** Closes all connections at once. */
  close(): Promise<void>;
}

/** Creates a function that posts to a receiver over a few connections, without redirects and retries. */
export function createPost(receiver: ReceiverConfig, connections: number): Post {
  const { origin, pathname, search } = new URL(receiver.url);
  const shared = connectTo(origin, connections, receiver).shared();

  async function send(message: OutboxMessage, at: number): Promise<PostedMessage> {
    const { signal, cancel } = deadline(receiver.timeoutMs);
    const passed = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'fieldbridge',
        ...signatureHeaders(message, receiver.secrets, at),
      };
      const request = {
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body: message.body,
        signal,
        highWaterMark: 4_096,
      } as const;
      const { statusCode, headers: answered, body } = await Promise.race([shared.request(request), passed]);
      // The body of the response is ignored. A receiver that does not end its response loses the connection.
      const end = deadline(receiver.timeoutMs);
      body
        .dump({ limit: 16_384, signal: end.signal })
        .catch(() => body.destroy())
        .finally(end.cancel);
      const first = (name: string) => [answered[name]].flat()[0];
      const asked = { retryAfter: first('retry-after'), date: first('date') };
      return judged(statusCode, retryAfterMs({ contentType: undefined, location: undefined, ...asked }, at));
    } catch (error) {
      if (signal.aborted) return { kind: 'unanswered', why: `no answer in ${receiver.timeoutMs / 1000} s` };
      return { kind: 'unanswered', why: unansweredWords(connectionFault(error)) };
    } finally {
      cancel();
    }
  }

  return { send, close: () => shared.destroy() };
}

/** Describes why a receiver did not respond. */
export function unansweredWords({ why, detail }: ReturnType<typeof connectionFault>): string {
  return `${words[why]} (${detail})`;
}

const words = {
  dns: 'its name is not known',
  unreachable: 'it cannot be reached',
  'connect-timeout': 'no connection in time',
  reset: 'the connection broke off',
  certificate: 'its certificate is not accepted',
  invalid: 'the request cannot be made',
  shutdown: 'the program is stopping',
} as const;

function judged(status: number, pauseMs: number | undefined): PostedMessage {
  if (status >= 200 && status < 300) return { kind: 'told' };
  if (status === 410) return { kind: 'gone', why: 'it answered 410: it wants no more messages' };
  const redirect = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  return { kind: 'refused', why: `it answered ${status}${redirect}`, pauseMs };
}

/**
 * Returns the headers that prove the origin of a message, by Standard Webhooks: a `v1` signature for each secret.
 * `at`: the time of sending, in epoch milliseconds.
 */
function signatureHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly Secret[],
  at: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map(secret => {
    const hmac = createHmac('sha256', keyOf(secret.reveal()));
    return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Returns the key for a secret as the libraries of Standard Webhooks do: Base64 after an optional `whsec_`; any
 * other text is used unchanged (their format `raw`).
 */
function keyOf(secret: string): Buffer {
  const text = secret.replace(/^whsec_/, '');
  // These libraries require whole groups of four characters, but ignore a single remaining one.
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 < 2;
  const key = isBase64 ? Buffer.from(text, 'base64') : undefined;
  return key && key.length > 0 ? key : Buffer.from(secret, 'utf8');
}
