import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import type { Severity } from '../diagnostics/severity.ts';
import { presenceOf } from '../expressions/convert/presence.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import { quoted } from './fault.ts';
import { staticValues } from './static-values.ts';

/**
 * Warns about updates that set one status for all customers, by which a regular customer would become a new
 * one. Bookings are excluded, since a status may belong to them. `because` confirms the status.
 */
export function fixedStatus(mapping: Mapping): readonly Diagnostic[] {
  const rule = mapping.set.find(({ name }) => name === 'customerStatus')?.rule;
  if (mapping.operation !== 'updateCustomer' || !rule || rule.because !== undefined) return [];
  return fixedIn(rule, mapping).map(({ events, status, place, cure, severity }) => {
    const message = `${events} sets the status ${quoted(status)}, whatever status the customer has`;
    const hint = `${cure}; if it is right, add because: with the reason`;
    return diagnostic('mapping/fixed-status', message, { hint, place, path: 'customerStatus', severity });
  });
}

interface Fixed {
  /** The events with this status, as the subject of a sentence. */
  readonly events: string;
  readonly status: string;
  readonly place: Place;
  readonly cure: string;
  readonly severity?: Severity;
}

function fixedIn(rule: Rule, { source, when }: Mapping): readonly Fixed[] {
  const found: Fixed[] = [];
  const { lookup } = rule;
  const [own] = lookup || when ? [] : staticValues({ ...rule, default: undefined });
  if (own) {
    const cure = 'say in when which events set it, or read it from the payload';
    found.push({ events: `each event of ${source}`, status: own.text, place: own.place, cure });
  }
  const { otherwise } = lookup ?? {};
  if (otherwise && presenceOf(otherwise.value) === 'present') {
    const events = 'each value that the table does not have';
    const cure = 'write otherwise: null, which leaves the status alone';
    found.push({ events, status: String(otherwise.value), place: otherwise.place, cure, severity: 'info' });
  }
  if (!own && rule.default && presenceOf(rule.default.value) === 'present') {
    const { value, place } = rule.default;
    const cure = 'remove default, which leaves the status alone';
    found.push({ events: 'each event without a value', status: String(value), place, cure });
  }
  return found;
}
