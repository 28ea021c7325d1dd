import type { Report } from '../../src/deliver/report.ts';
import type { Claim, Progress } from '../../src/inbox/claim.ts';
import type { DestinationRecord } from '../../src/inbox/destination-record.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { chanceOf, seedOf } from '../../torture/chance.ts';
import type { ArrivedRequest } from './arrived-request.ts';
import type { FateName } from './fates.ts';
import type { StoreFate } from './faulty-store.ts';
import type { Machine, MachineOptions } from './machine.ts';
import type { Step } from './network.ts';
import type { Record } from './record.ts';
import type { Scenario } from './scenario.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Decides which faults happen, by the scenario and at random, and records observations. */
export interface Chaos {
  fateOf(request: ArrivedRequest): FateName;
  /** Called when a request has reached a step: the process may end here. */
  step(step: Step): void;
  readonly store: MachineOptions['faults'];
  report(report: Report): void;
}

interface Surroundings {
  readonly time: VirtualTime;
  readonly record: Record;
  readonly machine: () => Machine;
}

/** Makes the chaos of one run. */
export function createChaos(scenario: Scenario, { time, record, machine }: Surroundings): Chaos {
  const chance = chanceOf(seedOf(scenario.seed, 4));
  const { crashes, store, outages, personal, mishaps } = scenario;
  let held = false;
  const isIn = (span: { from: number; to: number } | undefined) =>
    span !== undefined && time.monotonic() >= span.from && time.monotonic() < span.to;

  function mayCrash(): boolean {
    const before = record.crashes.length < crashes.most && time.monotonic() < scenario.calm;
    return before && chance.maybe(crashes.share);
  }

  function crash(where: string): void {
    const { process } = machine();
    if (!process) return;
    record.note(`crash ${where}`);
    record.crashes.push({ at: time.monotonic(), process: process.number, where });
    record.disturbed.push(time.monotonic());
    held = false;
    machine().crash();
    time.after(100 + chance.int(5_000), async () => {
      await machine().start();
      record.disturbed.push(time.monotonic());
    });
  }

  function storeFate(method: string): StoreFate {
    if (!machine().process || time.monotonic() >= scenario.calm) return 'well';
    if (mayCrash()) return chance.maybe(0.5) ? 'crash before' : 'lost';
    if (isIn(store.full) && !isRead(method)) return 'unavailable';
    if (!chance.maybe(store.share)) return 'well';
    return chance.maybe(0.5) ? 'unavailable' : 'stalls';
  }

  function noteDestination({ heldSince, paused, reason }: DestinationRecord): void {
    const isHeld = heldSince !== null;
    if (isHeld !== held) record.note(isHeld ? `held: ${reason}` : 'not held');
    if (isHeld && !held && !everybodys.some(each => scenario.troubles.has(each)))
      record.found.push('the destination is held though only one person has trouble');
    if (held && !isHeld && !paused) record.opened.push(time.monotonic());
    held = isHeld;
  }

  function noteSettled({ eventId, attempt }: Claim, progress: Progress): void {
    record.note(`settled ${eventId} ${attempt} ${progress.status}`);
    record.settledAt.set(eventId, [...(record.settledAt.get(eventId) ?? []), time.monotonic()]);
    if (progress.status === 'delivered') record.deliveredAt.set(eventId, time.monotonic());
    if (progress.status !== 'delivered' || !progress.linked) return;
    const { id } = progress.linked.link;
    if (!record.linked.has(id)) record.linked.set(id, time.monotonic());
  }

  return {
    fateOf(request) {
      for (const outage of outages) if (isIn(outage)) return outage.fate;
      if (request.kind === 'look') return looksBad() ? chance.pick(mishaps.kinds) : 'well';
      if (isIn(personal) && personal?.customer === request.customer) return personal.fate;
      return isIn(mishaps) && chance.maybe(mishaps.share) ? chance.pick(mishaps.kinds) : 'well';
    },
    step(step) {
      if (step !== 'end' && machine().process && mayCrash()) crash(`at ${step}`);
    },
    store: {
      fateOf: storeFate,
      crash,
      pause: () => new Promise(done => time.after(chance.int(3_000), done)),
      used(method, given, answer) {
        if (method === 'saveDestination') noteDestination(given[0] as DestinationRecord);
        if (method === 'settle' && answer === true) noteSettled(given[0] as Claim, given[1] as Progress);
      },
    },
    report(report) {
      record.note(`report ${report.what}`);
      record.reports.push(report);
      const { error } = report;
      if (error === undefined || error instanceof StoreUnavailable) return;
      record.found.push(`the program failed: ${report.what}: ${(error as Error).stack ?? error}`);
    },
  };

  function looksBad(): boolean {
    return isIn(mishaps) && chance.maybe(mishaps.share / 2);
  }
}

/** Troubles that affect more than one person. */
const everybodys = ['wire', 'outage', 'token'] as const;

function isRead(method: string): boolean {
  return [
    'claim',
    'nextDueAt',
    'plannable',
    'findLink',
    'newerDelivered',
    'lastApplied',
    'laterDelivered',
  ].includes(method);
}
