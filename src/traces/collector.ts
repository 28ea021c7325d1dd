import { Agent, request } from 'undici';
import { answerBytes, answerRoom } from '../booking/http/answer-bytes.ts';
import { verifyingConnector } from '../booking/http/connect.ts';
import { connectionFault } from '../booking/http/connection-fault.ts';
import { deadline } from '../booking/http/deadline.ts';
import { isHeaderValue } from '../config/sources/header-name.ts';
import type { TelemetryConfig } from '../config/telemetry-config.ts';

/** A server that accepts traces by OTLP over HTTP. */
export interface Collector {
  /** Sends spans in the protobuf form of OTLP, once. Trouble on the way is an answer too. */
  post(spans: Uint8Array, withinMs: number): Promise<PostedSpans>;
  /** Closes the connection at once, whatever is under way on it. */
  close(): Promise<void>;
}

/** The outcome of spans that were sent. */
export type PostedSpans =
  | { readonly kind: 'taken'; readonly answer: Uint8Array }
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfter: string | undefined }
  /** Something that is no collector, such as a web server with a page for every path. */
  | { readonly kind: 'page'; readonly status: number }
  | { readonly kind: 'failed'; readonly why: string; readonly fault?: ReturnType<typeof connectionFault> };

/** An answer has a few bytes; what is longer is not read to its end. */
const mostBytes = 64 * 1024;
/** The bytes that may wait to be read: each may be a chunk of its own, which takes hundreds of bytes. */
const mostWaitingBytes = 4 * 1024;

/** Nothing is sent before `post`. Certificates are verified, redirects are not followed. */
export function openCollector({ otlp, headers, proxy }: TelemetryConfig): Collector {
  const agent = new Agent({ connect: verifyingConnector({ proxy }), allowH2: false, connections: 1 });
  return {
    async post(spans, withinMs) {
      const said = revealed(headers);
      const unfit = Object.entries(said).find(([, value]) => !isHeaderValue(value));
      // A file is read again at each use, and may hold something else by now.
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

/** Collectors answer in protobuf, in JSON or with nothing at all; some say nothing of which it is. */
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
