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

/** How to start a sandbox. Where nothing is said: 127.0.0.1, any free port, the machine's clock, no log. */
export interface SandboxOptions {
  readonly host?: string;
  readonly port?: number;
  /** Epoch milliseconds. Delays of faults run by the machine's clock all the same. */
  readonly clock?: { now(): number };
  /** 0 up to but not including 1; decides the faults with a probability. */
  readonly random?: () => number;
  /** Told one line for each call; never a token, never a value of a customer. */
  readonly log?: (line: string) => void;
}

/** A running sandbox. What it holds can be looked at and changed in process or by HTTP (see its start page). */
export interface Sandbox {
  /** Where it is reached: what a destination's `baseUrl` is. */
  readonly url: string;
  /** The tokens of the seed: one for each location, and an expired one. */
  readonly tokens: { readonly mitte: string; readonly nord: string; readonly expired: string };
  state(): SandboxState;
  /** What was received, in order: the last 100,000 calls. */
  calls(): readonly JournalEntry[];
  /** With the updates that were applied to them, in their order. */
  customer(id: number): (CustomerView & { readonly updates: readonly LoggedUpdate[] }) | undefined;
  reservation(appointmentId: string): ReservationView | undefined;
  /** Puts fault rules in force, behind those that are. @throws TypeError where a rule contradicts itself */
  addFaults(...rules: readonly FaultRule[]): void;
  clearFaults(): void;
  /** Makes fresh reservations: plain ones at location 1 unless told otherwise. */
  reserve(count: number, kind?: ReservationKind, locationId?: number): readonly ReservedSlot[];
  /** What `POST /sandbox/<name>` does with this body. @throws TypeError where that would be refused */
  control(name: ControlName, body: unknown): object;
  /** Ends every connection and delay, and the server. */
  close(): Promise<void>;
}

/**
 * Starts the protected API, simulated, with Salon Sonnenschein as its account, all in memory.
 * @throws where the port cannot be listened on
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
      // The client went away, or the sandbox is closing: there is nobody to answer.
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
