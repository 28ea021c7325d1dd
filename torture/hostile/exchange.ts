import { connect } from 'node:net';

/** One request as it goes over a socket, byte for byte. */
export interface RawRequest {
  readonly bytes: Buffer;
  /** Its answer has a head only. */
  readonly head?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** How the sender behaves after its last byte: it waits for the answers, or on until the other side ends, ends its side, or is gone at once. */
export type Manners = 'waits' | 'stays' | 'ends' | 'resets';

/** What came back. `impatient`: nothing came for so long that the sender ended its side. */
export interface Exchanged {
  readonly answers: readonly RawAnswer[];
  readonly impatient: boolean;
}

const patienceMs = 3_000;
const silentMs = 20_000;

/**
 * Sends requests over one connection, each after the answer to the one before (or all at once), and gives the
 * answers that came before the connection ended. More answers than requests are given too.
 * @throws where nobody listens, and where nothing happens for 20 seconds
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
      clearTimeout(patience);
      socket.destroy();
      if (error) reject(error);
      else resolve({ answers, impatient });
    };
    const timer = setTimeout(
      () => finish(new Error(`silence after ${answers.length} answers of ${requests.length}`)),
      silentMs,
    );
    // What is never whole is never answered, unless its sender ends it.
    const patience = setTimeout(() => {
      impatient = true;
      socket.end();
    }, patienceMs);
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
    // One that was never connected has sent nothing.
    socket.on('error', error => sent === 0 && finish(error));
    socket.on('close', () => finish());
    socket.on('connect', send);
  });
}

/** The first whole answer of a text; interim ones are passed over. */
function readAnswer(
  text: string,
  request: RawRequest | undefined,
): { length: number; answer?: RawAnswer } | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? Number.NaN);
  if (status < 200) return { length: end + 4 };
  // The only answers in chunks are Node's own, which are empty.
  const inChunks = /^transfer-encoding: chunked/im.test(head) ? '0\r\n\r\n'.length : 0;
  const announced = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? inChunks);
  const length = end + 4 + (request?.head ? 0 : announced);
  return text.length < length ? undefined : { length, answer: { status, body: text.slice(end + 4, length) } };
}
