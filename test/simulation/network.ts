import { Dispatcher, errors } from 'undici';
import type { Transport } from '../../src/booking/http/transport.ts';
import type { Chance } from '../../torture/chance.ts';
import { type ArrivedRequest, readArrived } from './arrived-request.ts';
import { type FateName, fates } from './fates.ts';
import { deliveryOf } from './spoilt-answer.ts';
import type { Answer, Truth } from './truth.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One request on its way, up to its present step. */
export interface Journey {
  readonly process: number;
  readonly request: ArrivedRequest;
  readonly fate: FateName;
  /** Monotonic milliseconds. */
  readonly sentAt: number;
  /** The request was sent over a connection. */
  reached: boolean;
  /** When the destination read the request and, if it did, executed it. */
  actedAt: number | undefined;
  /** When the sender saw the end: a response, a broken connection or its own timeout. */
  endedAt: number | undefined;
  /** The response of the destination, even if it was lost or changed on the way. */
  answer: Answer | undefined;
  /** The requested wait in milliseconds, if any. */
  waitMs: number;
  /** Whether the response reached a running process completely. */
  received: boolean;
}

/** The step that a request has reached. */
export type Step = 'send' | 'act' | 'reply' | 'end';

/** The decisions and notices of the network. */
export interface NetworkOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly truth: Truth;
  fateOf(request: ArrivedRequest): FateName;
  /** Called when a request reaches a step. */
  onStep(step: Step, journey: Journey): void;
}

/** The connections of one process, in place of undici's. Requests of a dead process are dropped. */
export function transportOf(
  process: { readonly number: number; readonly alive: boolean },
  options: NetworkOptions,
): Transport {
  const make = () => new SimulatedConnections(process, options);
  return { shared: make, alone: make };
}

class SimulatedConnections extends Dispatcher {
  readonly #process: { readonly number: number; readonly alive: boolean };
  readonly #options: NetworkOptions;

  constructor(process: { readonly number: number; readonly alive: boolean }, options: NetworkOptions) {
    super();
    this.#process = process;
    this.#options = options;
  }

  override dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (this.#process.alive) carry(request, handler, this.#process, this.#options);
    return true;
  }

  override close = async () => {};
  override destroy = async () => {};
}

function carry(
  wire: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
  process: { readonly number: number; readonly alive: boolean },
  { time, chance, truth, fateOf, onStep }: NetworkOptions,
): void {
  const { method, path } = wire;
  const request = readArrived({ method, path, body: typeof wire.body === 'string' ? wire.body : '' });
  const fate = fateOf(request);
  const journey: Journey = {
    process: process.number,
    request,
    fate,
    sentAt: time.monotonic(),
    reached: false,
    actedAt: undefined,
    endedAt: undefined,
    answer: undefined,
    waitMs: 0,
    received: false,
  };
  const delivery = deliveryOf(fate, chance);
  const controller = controllerOf(reason => {
    end();
    handler.onResponseError?.(controller, reason);
  });
  const alive = () => process.alive && !controller.aborted;

  function end(): void {
    if (journey.endedAt !== undefined) return;
    journey.endedAt = time.monotonic();
    onStep('end', journey);
  }

  function fail(error: Error): void {
    if (!alive()) return;
    end();
    handler.onResponseError?.(controller, error);
  }

  function reply(): void {
    onStep('reply', journey);
    if (!alive() || !journey.answer) return;
    const { status, headers, body, ending } = delivery.reply(journey.answer, request);
    journey.waitMs = 1000 * Number(headers['retry-after'] ?? 0);
    // The status of a documented refusal is proof even if its text is damaged, because the text contains no id.
    const isRefusal = status === journey.answer.status && journey.answer.applied.length === 0;
    const proves = fates[fate].proves || (fate === 'another id' && isRefusal);
    journey.received = (proves && ending === 'whole') || (isRefusal && status >= 400);
    end();
    handler.onResponseStart?.(controller, status, headers, '');
    if (body.length > 0) handler.onResponseData?.(controller, Buffer.from(body));
    if (ending === 'whole') handler.onResponseEnd?.(controller, {});
    else handler.onResponseError?.(controller, new errors.SocketError('other side closed'));
  }

  function act(): void {
    journey.actedAt = time.monotonic();
    if (fates[fate].acts) journey.answer = truth.handle(request, time.monotonic());
    else journey.answer = { status: 0, body: '', applied: [] };
    onStep('act', journey);
  }

  onStep('send', journey);
  time.after(delivery.connectMs, () => {
    if (!fates[fate].reaches) return fail(delivery.error());
    if (!alive()) return;
    // A request on the wire is read even if its sender has ended.
    journey.reached = true;
    handler.onRequestStart?.(controller, {});
    time.after(delivery.actMs, act);
    if (delivery.ends === 'answer') time.after(delivery.actMs + delivery.replyMs, reply);
    if (delivery.ends === 'error')
      time.after(delivery.actMs + delivery.replyMs, () => fail(delivery.error()));
  });
}

/** The part of a request's controller that undici's handlers use. */
function controllerOf(abort: (reason: Error) => void): Dispatcher.DispatchController {
  let reason: Error | null = null;
  return {
    get aborted() {
      return reason !== null;
    },
    get paused() {
      return false;
    },
    get reason() {
      return reason;
    },
    rawHeaders: null,
    rawTrailers: null,
    abort(why) {
      if (reason !== null) return;
      reason = why;
      abort(why);
    },
    pause() {},
    resume() {},
  };
}
