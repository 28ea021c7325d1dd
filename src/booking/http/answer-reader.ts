import { tellStep } from '../../inbox/step.ts';
import { type AnswerBytes, type AnswerLimits, answerBytes } from './answer-bytes.ts';
import { type AnswerCoding, answerCoding } from './answer-coding.ts';
import { type AnswerSink, plainSink, type SinkEvents, unpackingSink } from './answer-sink.ts';
import type { Reply, ReplyHeaders } from './reply.ts';

type Broken = Extract<Reply, { kind: 'broken' }>;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Reads the response of an exchange as it arrives. */
export interface AnswerReader {
  begin(status: number, headers: Headers): void;
  add(chunk: Uint8Array): void;
  /** Called when no more data follow. Decompression may still be running. */
  end(): void;
  /** Returns the reply for a response that stays incomplete; undefined if none has begun. */
  broken(why: Broken['why']): Reply | undefined;
  /** Releases its memory. */
  drop(): void;
}

/** The events of a reader: `whole` or `failed`, once, and requests to pause and resume. */
export interface ReaderEvents extends Pick<SinkEvents, 'wait' | 'goOn'> {
  whole(reply: Reply): void;
  failed(reply: Reply): void;
}

interface Answer {
  /** The declared compression. */
  readonly coding: AnswerCoding | undefined;
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly bytes: AnswerBytes;
  readonly sink: AnswerSink;
}

/** Creates a reader of a response, compressed or not; its limits apply to the unpacked bytes. */
export function createAnswerReader(limits: AnswerLimits, events: ReaderEvents): AnswerReader {
  let answer: Answer | undefined;

  function broken(why: Broken['why']): Reply | undefined {
    if (!answer) return undefined;
    const { status, coding } = answer;
    const headers =
      why === 'not-unpacked' && coding ? { ...answer.headers, coding: coding.name } : answer.headers;
    return { kind: 'broken', status, headers, why };
  }

  const told: SinkEvents = {
    ...events,
    whole() {
      if (!answer) return;
      const { status, headers, bytes } = answer;
      events.whole({ kind: 'answered', status, headers, body: bytes.kept() });
    },
    failed(why) {
      const reply = broken(why);
      if (reply) events.failed(reply);
    },
  };

  return {
    begin(status, headers) {
      tellStep('reply read', 'before');
      const coding = answerCoding([headers['content-encoding'] ?? []].flat());
      const bytes = answerBytes(limits);
      const sink =
        coding?.kind === 'known'
          ? unpackingSink(bytes, coding, limits.mostBytes, told)
          : plainSink(bytes, told);
      answer = { coding, status, headers: replyHeaders(headers, coding), bytes, sink };
    },
    add: chunk => answer?.sink.add(chunk),
    end() {
      if (!answer) return;
      tellStep('reply read', 'after');
      answer.sink.end();
    },
    broken,
    drop() {
      answer?.sink.drop();
      answer?.bytes.release();
    },
  };
}

function replyHeaders(headers: Headers, coding: AnswerCoding | undefined): ReplyHeaders {
  const first = (name: string) => [headers[name]].flat()[0];
  return {
    contentType: first('content-type'),
    retryAfter: first('retry-after'),
    location: first('location'),
    date: first('date'),
    ...(coding?.kind === 'unknown' && { coding: coding.name }),
  };
}
