import { connect } from 'node:net';

/** One request as bytes on a socket. */
export interface RawRequest {
  readonly bytes: Buffer;
  /** Its response has only a head. */
  readonly head?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * The behaviour of the sender after its last byte: it waits for the responses, waits until the other side ends, ends
 * its own side, or resets the connection.
 */
export type Manners = 'waits' | 'stays' | 'ends' | 'resets';

/** The responses. `impatient`: the sender ended its side because it received nothing for a while. */
export interface Exchanged {
  readonly answers: readonly RawAnswer[];
  readonly impatient: boolean;
}

const endAfterMs = 3_000;
const silentMs = 20_000;

/**
 * Sends requests over one connection, each after the response to the previous one (or all at once). Returns the
 * responses received before the connection ended, even more than requests.
 * @throws if nobody listens, or if nothing happens for 20 seconds
 */
export function exchange(
  port: number,
  requests: readonly RawRequest[],
  options: { manners: Manners; pipelined?: boolean; slices?: number },
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const answers: RawAnswer[] = [];
    let text = '';
    let sent = 0;
    let impatient = false;
    const finish = (error?: Error): void => {
      clearTimeout(timer);
      clearTimeout(endTimer);
      socket.destroy();
      if (error) reject(error);
      else resolve({ answers, impatient });
    };
    const timer = setTimeout(
      () => finish(new Error(`silence after ${answers.length} answers of ${requests.length}`)),
      silentMs,
    );
    // An incomplete request gets no response until its sender ends it.
    const endTimer = setTimeout(() => {
      impatient = true;
      socket.end();
    }, endAfterMs);
    const send = (): void => {
      const request = requests[sent];
      if (!request) return;
      sent += 1;
      const { bytes } = request;
      const slice = Math.ceil(bytes.length / (options.slices ?? 1)) || 1;
      for (let at = 0; at < bytes.length; at += slice) socket.write(bytes.subarray(at, at + slice));
      if (options.pipelined) send();
      if (sent < requests.length) return;
      if (options.manners === 'ends') socket.end();
      if (options.manners === 'resets') socket.write('', () => socket.resetAndDestroy());
    };
    socket.setEncoding('latin1');
    socket.setNoDelay();
    socket.on('data', chunk => {
      text += chunk;
      for (let next = readAnswer(text, requests[answers.length]); next; ) {
        text = text.slice(next.length);
        if (next.answer) answers.push(next.answer);
        next = readAnswer(text, requests[answers.length]);
      }
      if (answers.length >= requests.length && options.manners === 'waits') finish();
      else if (answers.length === sent) send();
    });
    // A socket that was never connected has sent nothing.
    socket.on('error', error => sent === 0 && finish(error));
    socket.on('close', () => finish());
    socket.on('connect', send);
  });
}

/** The first complete response in a text, without interim ones. */
function readAnswer(
  text: string,
  request: RawRequest | undefined,
): { length: number; answer?: RawAnswer } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? Number.NaN);
  if (status < 200) return { length: end + 4 };
  // The only chunked responses are Node's own, which are empty.
  const inChunks = /^transfer-encoding: chunked/im.test(head) ? '0\r\n\r\n'.length : 0;
  const announced = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? inChunks);
  const length = end + 4 + (request?.head ? 0 : announced);
  return text.length < length ? undefined : { length, answer: { status, body: text.slice(end + 4, length) } };
}
