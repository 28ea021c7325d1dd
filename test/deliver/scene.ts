import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, vi } from 'vitest';
import type { Operation } from '../../src/inbox/call.ts';
import { certificate } from '../booking/raw-server.ts';
import { type Front, startFront } from './front.ts';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

const minute = 60_000;

/** A bridge whose destination is open, and the few things that the tests of the failure table do with it. */
export interface Scene {
  readonly harness: Harness;
  /** What stands before the sandbox, where the options say so. */
  readonly front: Front;
  /** The payload of an update of customer 1002, or of a booking of a fresh reservation. */
  payload(operation: Operation, slot?: 'plain' | 'payment' | 'tan' | 'error'): object;
  /** How often the destination received calls of this kind. */
  received(operation: Operation): number;
  /** The status of an event and the state of the destination: `held open`. */
  state(id: string): Promise<string>;
  /** How the last attempt ended: `again T2`. */
  lastOutcome(id: string): Promise<string | undefined>;
  /** Lets time pass, less than a booking waits at most, until the event has come to rest; answers its status. */
  rested(id: string): Promise<string>;
  /** Has an update of somebody else delivered. */
  othersGoOn(): Promise<void>;
  /** Loads the mappings again, with this customer status as their literal. */
  useStatus(literal: string): Promise<void>;
}

/** How to open a scene. */
export interface SceneOptions {
  readonly front?: 'http' | 'https';
  /** The customer status that the mappings give; else the event's own, where it has one. */
  readonly literalStatus?: string;
  /** How long a request may take. */
  readonly timeout?: string;
  /** Further lines of the destination's entry in the config. */
  readonly destination?: string;
  /** In the words of the config: the token itself, or `{file: PATH}`. */
  readonly token?: string;
  /** Numbers in [0, 1). */
  readonly random?: () => number;
  /** How many calls may start in a second; default: as many as there are. */
  readonly perSecond?: number;
}

/** Starts a bridge and lets it look at its destination. All of it is ended with the test. */
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

/** Whether the certificate of a `https` front is trusted. */
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
