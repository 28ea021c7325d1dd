import { isoTime } from '../clock.ts';
import type { EventFilter } from '../event-filter.ts';

/** Describes a filter for the audit log, without a value of a customer. */
export function filterWords(filter: EventFilter): string {
  const { status, source, since, until, mapping, destination, code, person, q, needs, action } = filter;
  const parts = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(needs === undefined ? [] : ['need of a person']),
    ...(source === undefined ? [] : [`source ${source}`]),
    ...(mapping === undefined ? [] : [`mapping ${mapping}`]),
    ...(destination === undefined ? [] : [`destination ${destination}`]),
    ...(action === undefined ? [] : [`action ${action}`]),
    ...(code === undefined ? [] : [`code ${code}`]),
    ...(since === undefined ? [] : [`since ${isoTime(since)}`]),
    ...(until === undefined ? [] : [`until ${isoTime(until)}`]),
    ...(person === undefined ? [] : ['a person']),
    ...(q === undefined ? [] : ['a text']),
  ];
  return `events by ${parts.join(', ')}`;
}
