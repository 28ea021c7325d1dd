import type { AnswerBytes } from './answer-bytes.ts';
import type { AnswerCoding, Decoder } from './answer-coding.ts';

/** Receives the bytes of a response as they arrive. */
export interface AnswerSink {
  /** Copies the next bytes. */
  add(chunk: Uint8Array): void;
  /** Called when no more bytes follow. */
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

/** Collects a response as it arrives. */
export function plainSink(bytes: AnswerBytes, { whole, failed }: SinkEvents): AnswerSink {
  return {
    add(chunk) {
      if (!bytes.add(chunk)) failed('too-large');
    },
    end: whole,
    drop() {},
  };
}

/** The number of bytes that are decompressed at a time, off the main thread, however small the chunks are. */
const stepBytes = 32 * 1024;

/**
 * Decompresses and collects a response. The limits of `bytes` apply to the decompressed bytes, and nothing is
 * decompressed beyond them; the received bytes are limited by `mostBytes` too. A response without the header of its
 * coding is used unchanged.
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
  /** True after the end of the compressed data: later bytes do not belong to the response. */
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

/** Collects waiting bytes in one buffer, however small the received chunks are. */
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
    /** Returns all bytes. Later ones go into a new buffer. */
    take(): Uint8Array {
      const taken = buffer.subarray(0, length);
      buffer = Buffer.alloc(0);
      length = 0;
      return taken;
    },
  };
}
