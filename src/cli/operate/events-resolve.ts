import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { EventView } from '../../inbox/event.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { openAdminApi } from './admin-api.ts';

const outcomes = ['booked', 'not-booked', 'give-up'];

/** `fieldbridge events resolve`: records the result of a booking whose response was lost. */
export async function resolveEvent(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const id = args.words[0] ?? '';
  const request = requestOf(args);
  const api = openAdminApi(args, surroundings);
  const event = await api.post<EventView>(`events/${encodeURIComponent(id)}/resolve`, request);
  const text = args.options.json ? JSON.stringify(event, null, 2) : words(event, String(request.outcome));
  surroundings.out.write(`${text}\n`);
  return exit.fine;
}

function requestOf({ words: [, outcome = ''], options: { reason, who, customer, call } }: Arguments) {
  if (!outcomes.includes(outcome)) {
    throw new UsageError(`there is no outcome "${outcome}"; there are ${outcomes.join(', ')}`);
  }
  if (!reason) throw new UsageError('--reason is missing: write how you know; it is stored in the audit log');
  if (call !== undefined && !/^\d{1,4}$/.test(String(call))) throw new UsageError('--call takes a number');
  const number = call === undefined ? undefined : Number(call);
  return withoutAbsent({ outcome, reason, who, customerId: customer, call: number });
}

function words({ id, calls }: EventView, outcome: string): string {
  if (outcome === 'booked') {
    const unlinked = calls.flatMap(each => each.diagnostics.find(isUnlinked) ?? [])[0];
    const more = unlinked ? `\n${unlinked.message}; ${unlinked.hint}` : '';
    const customers = new Set(calls.flatMap(({ customerId }) => customerId ?? []));
    const whose = customers.size > 0 ? ` for customer ${[...customers].join(', ')}` : '';
    return `${id} counts as booked${whose}; no other event books it again${more}`;
  }
  if (outcome === 'not-booked')
    return `${id} is sent again; \`fieldbridge events show ${id}\` shows the result`;
  return `${id} is discarded; no other event books it silently`;
}

function isUnlinked({ code, severity }: Diagnostic): boolean {
  return code === 'delivery/resolved' && severity === 'warning';
}
