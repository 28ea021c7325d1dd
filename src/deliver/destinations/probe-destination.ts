import { probeStatuses, type StatusProbe } from '../../booking/catalog/probe-statuses.ts';
import type { Client } from '../../booking/http/client.ts';
import { causeWords } from '../../inbox/destination-record.ts';
import type { Time } from '../time/time.ts';
import type { Destination } from './destination.ts';

/**
 * The parts of a probe: a status name that no account has, and a real customer if no other number reveals the statuses.
 */
export interface ProbeRequest {
  readonly name: string;
  readonly customer: string | undefined;
}

/** The result of a requested probe. A destination that is not open is not probed. */
export type ProbeAnswer =
  | { readonly kind: 'probed'; readonly probe: StatusProbe }
  | { readonly kind: 'not-open'; readonly reason: string };

/** The maximum wait of a probe for a free slot of the destination. Milliseconds. */
const patienceMs = 1_000;

/** Probes the customer statuses of a destination in use, within its limits, and adds the result to its catalog. */
export async function probeDestination(
  destination: Destination,
  wish: ProbeRequest,
  time: Time,
): Promise<ProbeAnswer> {
  const { state, cause } = destination.status();
  if (state !== 'open') return { kind: 'not-open', reason: cause ? causeWords(cause) : `it is ${state}` };
  const send: Client['send'] = async request => {
    await roomFor(destination, time);
    destination.started();
    try {
      return await destination.client.send(request);
    } finally {
      destination.finished();
    }
  };
  const probe = await probeStatuses({ client: { send }, clock: time, ...wish });
  if (probe.names) await destination.catalog.learnStatuses(probe.names);
  return { kind: 'probed', probe };
}

async function roomFor(destination: Destination, time: Time): Promise<void> {
  if (destination.room() > 0) return;
  const waitMs = Math.min(patienceMs, destination.roomInMs() ?? 0);
  await new Promise<void>(resolve => {
    time.after(waitMs, resolve);
  });
}
