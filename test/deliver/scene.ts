import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, vi } from 'vitest';
import type { Operation } from '../../src/inbox/call.ts';
import { certificate } from '../booking/raw-server.ts';
import { type Front, startFront } from './front.ts';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

const minute = 60_000;

/** A bridge with an open destination, and a few functions for the tests of the failure table. */
export interface Scene {
  readonly harness: Harness;
  /** The server in front of the sandbox, if the options have one. */
  readonly front: Front;
  /** The payload of an update of customer 1002, or of a booking of a new reservation. */
  payload(operation: Operation, slot?: 'plain' | 'payment' | 'tan' | 'error'): object;
  /** The number of calls of this operation that the destination received. */
  received(operation: Operation): number;
  /** The status of an event and the state of the destination, such as `held open`. */
  state(id: string): Promise<string>;
  /** The outcome of the last attempt, such as `again T2`. */
  lastOutcome(id: string): Promise<string | undefined>;
  /** Lets time pass, less than a booking may wait, until the event has ended; returns its status. */
  rested(id: string): Promise<string>;
  /** Delivers an update of another person. */
  othersGoOn(): Promise<void>;
  /** Loads the mappings again with this customer status as a literal. */
  useStatus(literal: string): Promise<void>;
}

/** Options of a scene. */
export interface SceneOptions {
  readonly front?: 'http' | 'https';
  /** The customer status in the mappings; default: the event's own, if it has one. */
  readonly literalStatus?: string;
  /** The timeout of a request. */
  readonly timeout?: string;
  /** Further lines of the destination's entry in the config. */
  readonly destination?: string;
  /** The token as written in the config: the token itself, or `{file: PATH}`. */
  readonly token?: string;
  /** Numbers in [0, 1). */
  readonly random?: () => number;
  /** The limit of calls that start in a second; default: no limit. */
  readonly perSecond?: number;
}

/** Starts a bridge and probes its destination. Everything ends with the test. */
export async function openScene(options: SceneOptions = {}): Promise<Scene> {
  let front: Front | undefined;
  const isEncrypted = options.front === 'https';
  if (isEncrypted) trust(true);
  const harness = await startHarness({
    ...harnessOptions(options),
    ...(options.front && {
      async baseUrl(sandboxUrl) {
        front = await startFront(sandboxUrl, { tls: isEncrypted });
        return front.url;
      },
    }),
  });
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await harness.close();
    await front?.close();
    if (isEncrypted) trust(false);
  });
  await harness.run();
  const scene: Scene = {
    harness,
    get front() {
      if (!front) throw new Error('this scene has no front');
      return front;
    },
    payload(operation, kind) {
      if (operation === 'updateCustomer') {
        return { kind: 'update', customer: 1002, note: 'called', allergies: 'Nuts' };
      }
      const [slot] = harness.sandbox.reserve(1, kind);
      return {
        kind: 'booking',
        appointment: slot?.appointmentId,
        participant: slot?.appointmentParticipantId,
      };
    },
    received: operation => harness.sandbox.calls().filter(call => call.operation === operation).length,
    async state(id) {
      const [destination] = await harness.bridge.destinations();
      return `${(await harness.event(id)).status} ${destination?.state}`;
    },
    lastOutcome: async id => (await harness.event(id)).calls[0]?.attempts.at(-1)?.outcome,
    async rested(id) {
      for (let times = 0; times < 20; times += 1) {
        if (!['queued', 'held'].includes((await harness.event(id)).status)) break;
        await harness.later(minute / 2);
      }
      return (await harness.event(id)).status;
    },
    async othersGoOn() {
      const other = await harness.send({ kind: 'update', customer: 1003, note: 'somebody else' });
      expect(await scene.rested(other)).toBe('delivered');
    },
    useStatus: literal => harness.use(mappings(literal)),
  };
  return scene;
}

/** Sets whether the certificate of an `https` front is trusted. */
export function trust(yes: boolean): void {
  setDefaultCACertificates([...getCACertificates('bundled'), ...(yes ? [certificate.cert.toString()] : [])]);
}

function harnessOptions(options: SceneOptions): HarnessOptions {
  const { timeout, destination, literalStatus, token, random, perSecond } = options;
  return {
    mappings: mappings(literalStatus),
    ...(timeout !== undefined && { timeout }),
    ...(destination !== undefined && { destination }),
    ...(token !== undefined && { token }),
    ...(random && { random }),
    ...(perSecond !== undefined && { perSecond }),
  };
}

function mappings(literalStatus?: string): Record<string, string> {
  const status = literalStatus === undefined ? 'status' : `{value: ${literalStatus}}`;
  return {
    update: `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
set: {id: customer, note: note, customerStatus: ${status}, additionalFields: {allergies: allergies}}
`,
    booking: `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  name: {value: Musterfrau}
  customerStatus: ${status}
  privacy: {value: true, because: asked on the page before}
  terms: {value: true, because: asked on the page before}
  minAge: {value: true, because: asked on the page before}
`,
  };
}
