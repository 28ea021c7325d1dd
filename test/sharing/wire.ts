import { Dispatcher, errors } from 'undici';
import type { Transport } from '../../src/booking/http/transport.ts';
import type { Chance } from '../../torture/chance.ts';
import { type ArrivedRequest, readArrived } from '../simulation/arrived-request.ts';
import type { Answer, Truth } from '../simulation/truth.ts';
import { timeoutMs } from './course-config.ts';
import type { Gate } from './gate.ts';

/** One request on its way. Times are epoch milliseconds. */
export interface Trip {
  /** The id of the process that sent it. */
  readonly sender: string;
  readonly place: string;
  readonly request: ArrivedRequest;
  readonly sentAt: number;
  actedAt: number | undefined;
  /** When its sender saw its end. */
  endedAt: number | undefined;
  /** The events whose values the destination stored. */
  applied: readonly number[];
}

/** The options of the wire. */
export interface WireOptions {
  readonly truth: Truth;
  readonly chance: Chance;
  /** The current share of requests with trouble. */
  readonly trouble: () => number;
  readonly trips: Trip[];
}

type Fate = 'well' | 'slow' | 'late' | 'silent' | 'lost' | 'reset' | 'failed';
/** Most requests are answered in the end, since a destination that fails too often would be held. */
const troubles: readonly Fate[] = [
  'slow',
  'slow',
  'late',
  'late',
  'late',
  'late',
  'late',
  'silent',
  'lost',
  'reset',
  'failed',
];

/** The connections of a process to a destination in memory. */
export function wireOf(
  sender: { readonly id: string; readonly gate: Gate },
  place: string,
  options: WireOptions,
): Transport {
  const make = () => new Wire(sender, place, options);
  return { shared: make, alone: make };
}

class Wire extends Dispatcher {
  readonly #carry: (wire: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void;

  constructor(sender: { readonly id: string; readonly gate: Gate }, place: string, options: WireOptions) {
    super();
    this.#carry = (wire, handler) => carry(wire, handler, { sender, place, ...options });
  }

  override dispatch(wire: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#carry(wire, handler);
    return true;
  }

  override close = async () => {};
  override destroy = async () => {};
}

function carry(
  { method, path, body }: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
  options: WireOptions & {
    readonly sender: { readonly id: string; readonly gate: Gate };
    readonly place: string;
  },
): void {
  const { sender, place, truth, chance, trips } = options;
  const { gate } = sender;
  if (gate.isDead()) return;
  const request = readArrived({ method, path, body: typeof body === 'string' ? body : '' });
  const fate = chance.maybe(options.trouble()) ? chance.pick(troubles) : 'well';
  const trip: Trip = {
    sender: sender.id,
    place,
    request,
    sentAt: Date.now(),
    actedAt: undefined,
    endedAt: undefined,
    applied: [],
  };
  trips.push(trip);
  const controller = controllerFor(error => {
    trip.endedAt ??= Date.now();
    handler.onResponseError?.(controller, error);
  });
  const tell = (what: () => void) =>
    gate.whenItRuns(() => {
      if (controller.aborted) return;
      trip.endedAt ??= Date.now();
      what();
    });
  handler.onRequestStart?.(controller, {});
  // A request on the wire arrives even if its sender has ended.
  setTimeout(
    () => {
      const answer = actOn(fate, trip, truth);
      if (fate === 'reset')
        tell(() => handler.onResponseError?.(controller, new errors.SocketError('other side closed')));
      else if (answer) tell(() => reply(answer, handler, controller));
    },
    waysOf(fate, chance),
  );
}

/** The duration of a request on its way; it arrives before its sender's timeout. */
function waysOf(fate: Fate, chance: Chance): number {
  if (fate === 'slow') return 30 + chance.int(250);
  if (fate === 'late') return timeoutMs * 0.4 + chance.int(timeoutMs * 0.5);
  return 1 + chance.int(8);
}

function actOn(fate: Fate, trip: Trip, truth: Truth): Answer | undefined {
  if (fate === 'lost') return undefined;
  if (fate === 'failed') return { status: 500, body: '', applied: [] };
  const answer = truth.handle(trip.request, Date.now());
  trip.actedAt = Date.now();
  trip.applied = answer.applied;
  return fate === 'silent' ? undefined : answer;
}

function reply(
  { status, body }: Answer,
  handler: Dispatcher.DispatchHandler,
  controller: Dispatcher.DispatchController,
): void {
  handler.onResponseStart?.(controller, status, { 'content-type': 'application/json' }, '');
  if (body.length > 0) handler.onResponseData?.(controller, Buffer.from(body));
  handler.onResponseEnd?.(controller, {});
}

/** The part of a request's controller that undici's handlers use. */
function controllerFor(abort: (reason: Error) => void): Dispatcher.DispatchController {
  let reason: Error | null = null;
  return {
    get aborted() {
      return reason !== null;
    },
    paused: false,
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
