import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ControlName, control } from './control/control.ts';
import type { FaultRule } from './control/faults.ts';
import { makeReservations, type ReservedSlot } from './control/make-reservations.ts';
import {
  type CustomerView,
  type ReservationView,
  type SandboxState,
  viewCustomerWithUpdates,
  viewReservation,
  viewState,
} from './inspection.ts';
import { type JournalEntry, type LoggedUpdate, openJournal } from './journal.ts';
import { route } from './route.ts';
import type { ReservationKind } from './salon/account.ts';
import { openSalon, seedTokens } from './salon/salon.ts';
import { sendWholeAnswer } from './send-answer.ts';
import type { World } from './world.ts';

/** The options of a sandbox. Defaults: 127.0.0.1, any free port, the machine's clock, no log. */
export interface SandboxOptions {
  readonly host?: string;
  readonly port?: number;
  /** Epoch milliseconds. Delays of faults still use the machine's clock. */
  readonly clock?: { now(): number };
  /** 0 up to but not including 1; decides the faults with a probability. */
  readonly random?: () => number;
  /** Called with one line for each call, without tokens and personal data. */
  readonly log?: (line: string) => void;
}

/** A running sandbox. Its data can be read and changed in the process or by HTTP (see its start page). */
export interface Sandbox {
  /** The address of the sandbox: the value for a destination's `baseUrl`. */
  readonly url: string;
  /** The tokens of the seed: one for each location, and an expired one. */
  readonly tokens: { readonly mitte: string; readonly nord: string; readonly expired: string };
  state(): SandboxState;
  /** Returns the received calls in order, at most the last 100,000. */
  calls(): readonly JournalEntry[];
  /** Returns a customer with their applied updates, in order. */
  customer(id: number): (CustomerView & { readonly updates: readonly LoggedUpdate[] }) | undefined;
  reservation(appointmentId: string): ReservationView | undefined;
  /**
   * Adds fault rules after the active ones.
   * @throws TypeError if a rule contradicts itself
   */
  addFaults(...rules: readonly FaultRule[]): void;
  clearFaults(): void;
  /** Makes new reservations: by default plain ones at location 1. */
  reserve(count: number, kind?: ReservationKind, locationId?: number): readonly ReservedSlot[];
  /**
   * The same as `POST /sandbox/<name>` with this body.
   * @throws TypeError if that would be refused
   */
  control(name: ControlName, body: unknown): object;
  /** Closes every connection and the server, and ends every delay. */
  close(): Promise<void>;
}

/**
 * Starts the simulated protected API with Salon Sonnenschein as its account, all in memory.
 * @throws if the port is not available
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const closing = new AbortController();
  const world: World = {
    account: openSalon(),
    journal: openJournal(),
    faults: [],
    baseUrl: '',
    clock: options.clock ?? { now: () => Date.now() },
    random: options.random ?? Math.random,
    log: options.log ?? (() => {}),
    closing: closing.signal,
  };
  const host = options.host ?? '127.0.0.1';
  const address = await listen(world, host, options.port ?? 0);
  world.baseUrl = address.url;
  return {
    url: address.url,
    tokens: { mitte: tokenOf('mitte'), nord: tokenOf('nord'), expired: tokenOf('expired') },
    state: () => viewState(world),
    calls: () => world.journal.calls(),
    customer: id => viewCustomerWithUpdates(world, id),
    reservation: appointmentId => {
      const reservation = world.account.reservations.get(appointmentId);
      return reservation && viewReservation(world, reservation);
    },
    addFaults: (...rules) => void accepted(control(world, 'faults', rules)),
    clearFaults: () => {
      world.faults = [];
    },
    reserve: (count, kind = 'plain', location = 1) =>
      accepted(makeReservations(world, { count, kind, location })).reservations,
    control: (name, body) => accepted(control(world, name, body)),
    close: () => {
      closing.abort();
      return address.close();
    },
  };
}

async function listen(
  world: World,
  host: string,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('date', new Date(world.clock.now()).toUTCString());
    route(world, request, response).catch((error: unknown) => {
      // The client disconnected, or the sandbox is closing, so there is no response.
      if (request.destroyed && !request.complete) return;
      if (world.closing.aborted || response.destroyed) return;
      world.log(`the sandbox failed: ${error instanceof Error ? error.stack : String(error)}`);
      if (response.headersSent) response.destroy();
      else sendWholeAnswer(response, { status: 500, contentType: 'text/plain', body: 'The sandbox failed.' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${bound}`,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close(error => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function tokenOf(name: string): string {
  return seedTokens.find(token => token.name === name)?.value ?? '';
}

function accepted<T extends object>(result: T): Exclude<T, { readonly error: string }> {
  if ('error' in result) throw new TypeError(String(result.error));
  return result as Exclude<T, { readonly error: string }>;
}
