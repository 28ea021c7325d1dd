import type { Chance } from '../chance.ts';
import type { Manners, RawRequest } from './exchange.ts';

/** One attack of a hostile sender, on a connection of its own or as an ordinary client. */
export interface Attack {
  readonly kind: string;
  readonly way: RawWay | ClientWay;
  /** The allowed statuses besides 429 and 503; default: all below 500. */
  readonly statuses?: readonly number[];
  /** The maximum number of events that are stored without a response that names them. */
  readonly unanswered: number;
}

/** Raw bytes on a connection of their own. */
export interface RawWay {
  readonly requests: readonly RawRequest[];
  readonly manners: Manners;
  readonly pipelined?: boolean;
  readonly slices?: number;
}

/** A request of an ordinary HTTP client, which keeps its connections. */
export interface ClientWay {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly chunked: boolean;
}

/** An attack with raw bytes, one element for each request. */
export function rawAttack(
  kind: string,
  requests: readonly Buffer[],
  statuses: readonly number[] | undefined,
  more: Partial<RawWay> & { unanswered?: number } = {},
): Attack {
  const { unanswered = 0, ...way } = more;
  return {
    kind,
    way: { requests: requests.map(bytes => ({ bytes })), manners: 'waits', ...way },
    ...(statuses && { statuses }),
    unanswered,
  };
}

/** The head of a request, with its empty line. */
export function head(path: string, headers: readonly string[], method = 'POST'): Buffer {
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: x\r\n${headers.map(line => `${line}\r\n`).join('')}\r\n`,
  );
}

/** A whole request with a content length. */
export function post(path: string, headers: readonly string[], body: Uint8Array | string): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([head(path, [...headers, `content-length: ${bytes.length}`]), bytes]);
}

/** A body in chunks of unusual sizes, with other text allowed between them. */
export function chunks(chance: Chance, body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + chance.int(chance.pick([3, 100, 5000, 100_000]));
    const part = body.subarray(at, at + size);
    const extension = chance.maybe(0.1) ? ';a="b"' : '';
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n'));
    at += size;
  }
  const trailer = chance.maybe(0.2) ? 'content-type: text/plain\r\n__proto__: 1\r\n' : '';
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}
