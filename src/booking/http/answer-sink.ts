import type { AnswerBytes } from './answer-bytes.ts';
import type { AnswerCoding, Decoder } from './answer-coding.ts';

/** Receives the bytes of a response as they arrive. */
export interface AnswerSink {
  /** Copies the next bytes. */
  add(chunk: Uint8Array): void;
  /** There are no more. */
  end(): void;
  /** Discards the response; no event follows. */
  drop(): void;
}

/** The events of a sink; `whole` or `failed` is the last one. */
export interface SinkEvents {
  whole(): void;
  failed(why: 'too-large' | 'not-unpacked'): void;
  /** The sink is busy; `goOn` is called when it accepts more bytes. */
  wait(): void;
  goOn(): void;
}

/** Collects an answer as it comes. */
export function plainSink(bytes: AnswerBytes, { whole, failed }: SinkEvents): AnswerSink {
  return {
    add(chunk) {
      if (!bytes.add(chunk)) failed('too-large');
    },
    end: whole,
    drop() {},
  };
}

/** The bytes that are unpacked at a time, outside the main thread, however small the arriving pieces are. */
const stepBytes = 32 * 1024;

/**
 * Collects a response while it unpacks it. The limits of `bytes` apply to the unpacked bytes, and nothing is unpacked
 * beyond them; the received bytes are limited by `mostBytes` too. A response without the header of its coding is used
 * unchanged.
 */
export function unpackingSink(
  bytes: AnswerBytes,
  { decoderOf }: Extract<AnswerCoding, { kind: 'known' }>,
  mostBytes: number,
  events: SinkEvents,
): AnswerSink {
  const waiting = gatherBytes();
  let came = 0;
  let decoder: Decoder | 'none' | undefined;
  let state: 'open' | 'ended' | 'over' = 'open';
  let isBusy = false;
  /** Bytes behind the end of the compressed ones belong to no answer. */
  let isDecoded = false;

  function unpack(): void {
    const given = waiting.take();
    decoder ??= begin(given);
    if (decoder === 'none' && !bytes.add(given)) fail('too-large');
    else if (decoder === 'none' || isDecoded) next();
    else {
      isBusy = true;
      decoder.write(given, error => {
        isBusy = false;
        if (!error) next();
      });
    }
  }

  function next(): void {
    if (state === 'over') return;
    const isStep = waiting.length() >= stepBytes || (state === 'ended' && waiting.length() > 0);
    if (isStep) unpack();
    else if (state === 'open') events.goOn();
    else if (typeof decoder !== 'object' || isDecoded) finish();
    else decoder.end();
  }

  function begin(beginning: Uint8Array): Decoder | 'none' {
    const made = decoderOf(beginning);
    made?.on('data', (piece: Uint8Array) => {
      if (state !== 'over' && !bytes.add(piece)) fail('too-large');
    });
    made?.on('end', () => {
      isDecoded = true;
      if (state === 'ended') finish();
    });
    made?.on('error', () => fail('not-unpacked'));
    return made ?? 'none';
  }

  function finish(): void {
    state = 'over';
    events.whole();
  }

  function fail(why: 'too-large' | 'not-unpacked'): void {
    if (state === 'over') return;
    drop();
    events.failed(why);
  }

  function drop(): void {
    state = 'over';
    if (typeof decoder === 'object') decoder.destroy();
  }

  return {
    add(chunk) {
      if (state === 'over') return;
      came += chunk.length;
      if (came > mostBytes) fail('too-large');
      else if (waiting.add(chunk) >= stepBytes) {
        if (isBusy) events.wait();
        else unpack();
      }
    },
    end() {
      if (state === 'over') return;
      state = 'ended';
      if (!isBusy) next();
    },
    drop,
  };
}

/** Bytes that wait, in one buffer, however small the pieces are in which they come. */
function gatherBytes() {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    length: () => length,
    /** Adds bytes; returns the new total. */
    add(chunk: Uint8Array): number {
      if (length + chunk.length > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * stepBytes, 2 * (length + chunk.length)));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(chunk, length);
      length += chunk.length;
      return length;
    },
    /** All of them. Later ones go into another buffer. */
    take(): Uint8Array {
      const taken = buffer.subarray(0, length);
      buffer = Buffer.alloc(0);
      length = 0;
      return taken;
    },
  };
}
