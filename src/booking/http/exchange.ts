import { type Dispatcher, errors } from 'undici';
import { tellStep } from '../../inbox/step.ts';
import type { AnswerLimits } from './answer-bytes.ts';
import { createAnswerReader } from './answer-reader.ts';
import { connectionFault, errorCode } from './connection-fault.ts';
import { startDeadline } from './deadline.ts';
import type { ReadyRequest } from './ready-request.ts';
import type { Reply } from './reply.ts';
import { unreadByPeer } from './tls-fault.ts';

/** The limits for the duration of an exchange and the size of its response. */
export interface ExchangeLimits extends AnswerLimits {
  /** The time from asking for a connection to the last byte of the response. */
  readonly timeoutMs: number;
}

/** Servers send one or two interim responses. More than this end the exchange without a response. */
const mostInterimAnswers = 100;

/**
 * Sends one request and reads its response. Never rejects. The reply is `not-sent` only if undici never began the
 * request on a connection, or the peer ended the handshake before it read the request. `afterwards`: what to do with
 * the connection.
 */
export function exchange(
  dispatcher: Dispatcher,
  { headers, body, ...request }: ReadyRequest,
  { timeoutMs, ...limits }: ExchangeLimits,
  afterwards: 'keep' | 'close',
): Promise<Reply> {
  return new Promise(resolve => {
    /** The connection of the request, set directly before its first byte is written. */
    let connection: Dispatcher.DispatchController | undefined;
    let isOver = false;
    /** True when the response has arrived; unpacking may still be running. */
    let hasCome = false;
    let interimAnswers = 0;
    const deadline = startDeadline(timeoutMs, () => giveUp(unfinished()));
    const answer = createAnswerReader(limits, {
      whole: end,
      failed: giveUp,
      wait: () => connection?.pause(),
      goOn: () => connection?.resume(),
    });

    function end(reply: Reply): void {
      isOver = true;
      deadline.cancel();
      answer.drop();
      resolve(reply);
    }

    /** Ends the exchange. Later bytes are ignored, and the connection is not used again. */
    function giveUp(reply: Reply): void {
      end(reply);
      if (!hasCome) connection?.abort(new errors.RequestAbortedError());
    }

    function unfinished(): Reply {
      const begun = answer.broken('stalled');
      if (begun) return begun;
      if (connection) return { kind: 'no-answer', why: 'timeout' };
      return { kind: 'not-sent', why: 'connect-timeout', detail: `none in ${timeoutMs} ms` };
    }

    const wire = { ...request, headers: { ...headers }, body: body ?? null, reset: afterwards === 'close' };
    dispatcher.dispatch(wire, {
      onRequestStart(controller) {
        // undici keeps a request in its queue, even a cancelled one, until there is a connection for it. After the
        // timeout the caller may send something newer, which the old request must not overtake. A process that was
        // frozen while it connected gets the connection before its timers run, so the deadline is checked here too.
        if (!isOver && deadline.isPast()) end(unfinished());
        if (isOver) return controller.abort(new errors.RequestAbortedError());
        connection = controller;
        tellStep('send', 'before');
        // Head and body are written in the same turn of the event loop.
        queueMicrotask(() => tellStep('send', 'after'));
      },
      onResponseStart(_controller, status, headers) {
        if (isOver) return;
        if (status < 200) {
          // An interim response, such as 103, comes before the final one.
          interimAnswers += 1;
          if (interimAnswers > mostInterimAnswers) giveUp({ kind: 'no-answer', why: 'closed' });
          return;
        }
        answer.begin(status, headers);
      },
      onResponseData(_controller, chunk) {
        if (!isOver) answer.add(chunk);
      },
      onResponseEnd() {
        if (isOver) return;
        hasCome = true;
        answer.end();
      },
      onResponseError(_controller, error) {
        if (isOver) return;
        end(answer.broken('cut') ?? (connection ? lost(error) : connectionFault(error)));
      },
    });
  });
}

/** Returns the reply for a request that was given to a connection and got no status. */
function lost(error: unknown): Reply {
  const refused = unreadByPeer(error);
  if (refused !== undefined) return { kind: 'not-sent', why: 'certificate', detail: refused };
  if (error instanceof errors.HTTPParserError) return { kind: 'not-http', ...firstBytes(error) };
  return isNoHttp(error) ? { kind: 'not-http' } : { kind: 'no-answer', why: 'closed' };
}

/**
 * True for a head that is too long, for two different lengths, or for a status below 100. The last one fails an
 * assertion of undici. In the bundle, where Node cannot show the line, Node throws an error without a code instead.
 */
function isNoHttp(error: unknown): boolean {
  const codes = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION', ''];
  return codes.includes(errorCode(error));
}

/** Returns the bytes that could not be parsed as HTTP, from the first error on. */
function firstBytes(error: errors.HTTPParserError): { body?: Uint8Array } {
  // The types of undici do not declare it.
  const { data } = error as { data?: unknown };
  return typeof data === 'string' && data !== '' ? { body: Buffer.from(data).subarray(0, 200) } : {};
}
