import type { CatalogSnapshot } from '../../booking/field.ts';
import type { SourceConfig } from '../../config/config.ts';
import { readSample, type SampleEvent, type SampleHead } from '../../receive/sample.ts';
import { mappingText, type SampleWords } from './mapping-text.ts';
import type { PayloadPath } from './payload-path.ts';
import { payloadPaths } from './payload-paths.ts';
import { type CustomerSuggestion, suggestCustomer } from './suggest-customer.ts';
import { type NamedField, type Suggestion, suggestFields } from './suggest-fields.ts';
import { suggestStage } from './suggest-stage.ts';
import { tryMapping } from './try-mapping.ts';

/** What a first mapping is made from. */
export interface StarterInput {
  readonly source: SourceConfig;
  readonly sender: string;
  readonly destination: string;
  readonly catalog: CatalogSnapshot;
  readonly fields: readonly NamedField[];
  readonly sample: SampleWords & Pick<SampleHead, 'query'> & { readonly bytes: Uint8Array };
}

/** A first mapping, and what was suggested in it; or why its sample cannot be read. */
export type StarterMapping =
  | {
      readonly kind: 'written';
      readonly text: string;
      readonly customer: CustomerSuggestion;
      readonly suggestions: readonly Suggestion[];
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Writes a first mapping from the fields of an account and one webhook: a rule for each field that the webhook seems
 * to fill, and a test. It has been tried: its test passes, and nothing in it is refused by the account. What would be
 * is only shown in a comment.
 */
export async function writeStarterMapping(input: StarterInput): Promise<StarterMapping> {
  const { source, sample, fields, catalog, sender, destination } = input;
  const read = await readSample(source, sample.bytes, sample);
  if (read.kind === 'unreadable') return read;
  const { events } = read;
  const paths = payloadPaths(events);
  const customer = suggestCustomer(paths);
  const taken = customer.kind === 'none' ? undefined : customer.path;
  const others = paths.filter(path => path !== taken);
  let suggestions = suggestFields(fields, others);
  for (;;) {
    const contents = {
      source: source.name,
      sender,
      destination,
      sample,
      eventType: firstType(events),
      customer,
      isEverywhere: taken !== undefined && events.every(event => hasPath(event, taken)),
      stage: suggestStage(others),
      statuses: catalog.statuses.map(({ name }) => name),
      suggestions,
      notInUpdates: fields.map(({ field }) => field).filter(field => field.appointmentSpecific),
    };
    const tried = await tryMapping(mappingText({ ...contents, expect: [] }), { ...input, events });
    if (tried.refused.size === 0) {
      return {
        kind: 'written',
        text: mappingText({ ...contents, expect: tried.calls }),
        customer,
        suggestions,
      };
    }
    const kept = suggestions.filter(each => isRule(each) && tried.refused.has(each.field.keyName));
    if (kept.length === 0) throw new Error('the first mapping is refused for what is not in it');
    suggestions = suggestions.map(each => (kept.includes(each) ? { ...each, sureness: 'unsure' } : each));
  }
}

function firstType(events: readonly SampleEvent[]): string | undefined {
  return events.find(({ type }) => type !== undefined)?.type;
}

function hasPath(event: SampleEvent, { expression }: PayloadPath): boolean {
  return payloadPaths([event]).some(path => path.expression === expression && path.value !== null);
}

function isRule({ sureness }: Suggestion): boolean {
  return sureness === 'sure' || sureness === 'likely';
}
