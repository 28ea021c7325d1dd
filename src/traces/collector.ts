import { Agent, request } from 'undici';
import { answerBytes, answerRoom } from '../booking/http/answer-bytes.ts';
import { verifyingConnector } from '../booking/http/connect.ts';
import { connectionFault } from '../booking/http/connection-fault.ts';
import { deadline } from '../booking/http/deadline.ts';
import { isHeaderValue } from '../config/sources/header-name.ts';
import type { TelemetryConfig } from '../config/telemetry-config.ts';

/** A server that accepts traces as OTLP over HTTP. */
export interface Collector {
  /** Sends spans as OTLP protobuf, once. It also returns connection failures. */
  post(spans: Uint8Array, withinMs: number): Promise<PostedSpans>;
  /** Closes all connections at once, even in the middle of a request. */
  close(): Promise<void>;
}

/** The result of sending spans. */
export type PostedSpans =
  | { readonly kind: 'taken'; readonly answer: Uint8Array }
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfter: string | undefined }
  /** A server that is no collector, such as a web server with a page for every path. */
  | { readonly kind: 'page'; readonly status: number }
  | { readonly kind: 'failed'; readonly why: string; readonly fault?: ReturnType<typeof connectionFault> };

/** The maximum size of a response: usual ones have a few bytes, and longer ones are not read to the end. */
const mostBytes = 64 * 1024;
/** The maximum number of unread bytes: each may be a chunk, which takes hundreds of bytes of memory. */
const mostWaitingBytes = 4 * 1024;

/** Opens a collector; it connects only with `post`. Certificates are verified, redirects are not followed. */
export function openCollector({ otlp, headers, proxy }: TelemetryConfig): Collector {
  const agent = new Agent({ connect: verifyingConnector({ proxy }), allowH2: false, connections: 1 });
  return {
    async post(spans, withinMs) {
      const said = revealed(headers);
      const unfit = Object.entries(said).find(([, value]) => !isHeaderValue(value));
      // A secret's file is read again at each use, and its contents may have become invalid.
      if (unfit) return { kind: 'failed', why: `no header can hold the value of ${unfit[0]}` };
      const { signal, cancel } = deadline(withinMs);
      try {
        const reply = await request(`${otlp}/v1/traces`, {
          dispatcher: agent,
          signal,
          method: 'POST',
          headers: { ...said, 'content-type': 'application/x-protobuf' },
          body: spans,
          highWaterMark: mostWaitingBytes,
        });
        const answer = await readSome(reply.body);
        const status = reply.statusCode;
        if (status >= 200 && status < 300)
          return isPage(reply.headers['content-type'], answer)
            ? { kind: 'page', status }
            : { kind: 'taken', answer };
        return { kind: 'refused', status, retryAfter: [reply.headers['retry-after']].flat()[0] };
      } catch (error) {
        if (signal.aborted) return { kind: 'failed', why: 'no response in time' };
        const fault = connectionFault(error);
        return { kind: 'failed', why: fault.detail, fault };
      } finally {
        cancel();
      }
    },
    close: () => agent.destroy(),
  };
}

function revealed(headers: TelemetryConfig['headers']): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, value.reveal()]));
}

/** True for a web page. Collectors respond with protobuf, JSON or no body, some without a type. */
function isPage(type: string | string[] | undefined, answer: Uint8Array): boolean {
  const isMarkup = [type]
    .flat()
    .some(each => /^(text\/html|application\/xhtml\+xml)\b/i.test(each?.trim() ?? ''));
  return isMarkup || /^\s*</.test(Buffer.from(answer.subarray(0, 100)).toString('latin1'));
}

async function readSome(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const answer = answerBytes({ mostBytes, mostKept: mostBytes, room: answerRoom(mostBytes) });
  for await (const chunk of body) {
    if (!answer.add(chunk)) break;
  }
  return answer.kept();
}
