import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { offeredStatuses } from '../../booking/catalog/status-knowledge.ts';
import type { SourceConfig } from '../../config/config.ts';
import type { DefaultsOf } from '../../config/defaults.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { readSample, type SampleEvent, type SampleHead } from '../../receive/samples/read-sample.ts';
import { momentsOfChange } from '../days/moment-of-change.ts';
import { type MappingContents, mappingText, type SampleWords } from './mapping-text.ts';
import type { PayloadPath } from './payload-path.ts';
import { payloadPaths } from './payload-paths.ts';
import { byLink, byNumber, type CustomerSuggestion, suggestCustomer } from './suggest-customer.ts';
import { type NamedField, type Suggestion, suggestFields } from './suggest-fields.ts';
import { suggestStage } from './suggest-stage.ts';
import { conditionOfForm } from './tell-apart.ts';
import { type TriedMapping, tryMapping } from './try-mapping.ts';
import { withoutDefaults } from './without-defaults.ts';

/** The inputs of a first mapping. */
export interface StarterInput {
  readonly source: SourceConfig;
  readonly sender: string;
  readonly destination: string;
  readonly catalog: CatalogSnapshot;
  readonly fields: readonly NamedField[];
  readonly sample: SampleWords & Pick<SampleHead, 'query'> & { readonly bytes: Uint8Array };
  /** The changes requested by a person; by default none. */
  readonly wishes?: StarterWishes | undefined;
  /** The defaults of the config, which rules do not repeat; by default none. */
  readonly defaultsOf?: DefaultsOf | undefined;
  /** How its webhooks are told from those of another mapping of the source; undefined if there is no other one. */
  readonly kind?: MappingContents['kind'];
  /** Returns the diagnostics of `check` for the text of a mapping; by default nothing is checked. */
  readonly check?: (text: string) => Promise<readonly Diagnostic[]>;
}

/** The requested changes of the suggestions. Fields are named by keyName. */
export interface StarterWishes {
  /** Fields that should not be filled. */
  readonly leave: readonly string[];
  /** Fields to fill although their suggestion is uncertain. */
  readonly take: readonly string[];
  /** The expression or question with the customer number. */
  readonly number?: string | undefined;
  /** The expression or question with the sender's id of the person, if there is no customer number. */
  readonly link?: string | undefined;
}

/** A first mapping and its suggestions, or the reason why its sample is unreadable. */
export type StarterMapping =
  | {
      readonly kind: 'written';
      readonly text: string;
      readonly customer: CustomerSuggestion;
      readonly suggestions: readonly Suggestion[];
      /** The calls that it makes for the sample, in the form of a test. */
      readonly calls: TriedMapping['calls'];
      /** Every path of the sample whose value could be a customer number. */
      readonly numbers: readonly PayloadPath[];
      /** Every path of the sample whose value could be the sender's id of a person. */
      readonly links: readonly PayloadPath[];
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Writes a first mapping from the fields of an account and one webhook: a rule for each field that the
 * webhook seems to fill, and a test. It was tried: its test passes, and the account would refuse none of its
 * values. Rules with refused values are only in comments.
 */
export async function writeStarterMapping(input: StarterInput): Promise<StarterMapping> {
  const { source, sample, fields, catalog, sender, destination } = input;
  const read = await readSample(source, sample.bytes, sample);
  if (read.kind === 'unreadable') return read;
  const { events } = read;
  const paths = payloadPaths(events, source);
  const contents = {
    source: source.name,
    sender,
    destination,
    sample,
    kind: input.kind,
    eventType: events.find(({ type }) => type !== undefined)?.type,
    form: conditionOfForm(events, source),
    stage: suggestStage(paths),
    anyPath: paths[0],
    statuses: offeredStatuses(catalog, catalog.fetchedAt).map(({ name }) => name),
    notInUpdates: fields.map(({ field }) => field).filter(field => field.appointmentSpecific),
  };
  const numbers = paths.filter(({ value }) => /^\d{1,15}$/.test(String(value)) && !Array.isArray(value));
  const links = paths.filter(couldBeLink);
  const begun = withoutGiven(firstChoices(fields, paths, events), input);
  let choices = asWished(begun, { numbers, links }, input.wishes);
  for (;;) {
    const ignoreOlder = olderOf(choices, input.source, events);
    const tried = await tryMapping(mappingText({ ...contents, ...choices, ignoreOlder, expect: [] }), {
      ...input,
      events,
    });
    if (tried.isAboutPerson || tried.refused.size > 0) {
      choices = withLess(choices, tried);
      continue;
    }
    const text = mappingText({ ...contents, ...choices, ignoreOlder, expect: tried.calls });
    const doubted = doubtedIn((await input.check?.(text)) ?? [], choices);
    if (!doubted) return { kind: 'written', text, calls: tried.calls, numbers, links, ...choices };
    choices = doubted;
  }
}

/**
 * Returns how certain `ignoreOlder` is. If the time of change, the id of the person and all values are in one object, the
 * event is the whole record. Undefined if the source does not use the time of change of the sample.
 */
function olderOf(
  { customer, suggestions }: Choices,
  { occurredAt }: SourceConfig,
  events: readonly SampleEvent[],
): MappingContents['ignoreOlder'] {
  const moments = events.map(({ payload }) =>
    momentsOfChange(payload).find(({ expression }) => expression === occurredAt?.source),
  );
  const [moment] = moments;
  if (!moment || customer.kind === 'none' || !moments.every(each => each !== undefined)) return undefined;
  const rules = suggestions.filter(isRule).flatMap(({ candidates: [best] }) => best?.path ?? []);
  const isBeside = ({ expression, keys }: PayloadPath) =>
    expression === pathText(keys) && pathText(keys.slice(0, -1)) === pathText(moment.above);
  return !moment.isOfEvent && [customer.path, ...rules].every(isBeside) ? 'sure' : 'unsure';
}

/** The parts of a mapping that may change after it was tried. */
type Choices = Pick<MappingContents, 'customer' | 'isEverywhere' | 'suggestions'>;

function firstChoices(
  fields: readonly NamedField[],
  paths: readonly PayloadPath[],
  events: readonly SampleEvent[],
): Choices {
  const customer = suggestCustomer(paths);
  if (customer.kind === 'none')
    return { customer, isEverywhere: false, suggestions: suggestFields(fields, paths) };
  const others = paths.filter(path => path !== customer.path);
  const isEverywhere = events.every(event => hasPath(event, customer.path));
  return { customer, isEverywhere, suggestions: suggestFields(fields, others, customer.path) };
}

/** Returns the rules without the keys that the defaults of source and destination set. */
function withoutGiven(
  choices: Choices,
  { source, destination, defaultsOf }: Pick<StarterInput, 'source' | 'destination' | 'defaultsOf'>,
): Choices {
  if (!defaultsOf) return choices;
  const defaults = { ...defaultsOf('destination', destination), ...defaultsOf('source', source.name) };
  const suggestions = choices.suggestions.map(each => ({
    ...each,
    candidates: each.candidates.map(candidate => ({
      ...candidate,
      rule: withoutDefaults(candidate.rule, defaults, candidate.path.value),
    })),
  }));
  return { ...choices, suggestions };
}

/** True for a short text or a number. Only a person knows if all webhooks about a person have the same. */
function couldBeLink({ value }: PayloadPath): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value).trim();
  return text !== '' && text.length <= 100;
}

function asWished(
  choices: Choices,
  { numbers, links }: { readonly numbers: readonly PayloadPath[]; readonly links: readonly PayloadPath[] },
  wishes: StarterWishes | undefined,
): Choices {
  if (!wishes) return choices;
  const { leave, take, number, link } = wishes;
  const suggestions = choices.suggestions.map((each): Suggestion => {
    if (leave.includes(each.field.keyName)) return { ...each, sureness: 'unsure' };
    const isTaken = take.includes(each.field.keyName) && each.sureness === 'unsure';
    return isTaken ? { ...each, sureness: 'likely', isTaken } : each;
  });
  const named = (wish: string | undefined) => (path: PayloadPath) =>
    wish === (path.answer ?? path.expression);
  const wished = numbers.find(named(number));
  if (wished) return { customer: byNumber(wished, numbers), isEverywhere: false, suggestions };
  const wishedLink = links.find(named(link));
  if (!wishedLink) return { ...choices, suggestions };
  return { customer: byLink(wishedLink, 'likely', links), isEverywhere: false, suggestions };
}

/** Returns the choices, less certain where `check` has findings; undefined if there are none. */
function doubtedIn(found: readonly Diagnostic[], choices: Choices): Choices | undefined {
  const doubts = new Map(
    found.flatMap(({ path, message, severity }) => {
      const key = /^additionalFields\.(.*)$/.exec(path ?? '')?.[1];
      return key === undefined || severity === 'info' ? [] : [[key, message] as const];
    }),
  );
  const isDoubted = ({ field, sureness }: Suggestion) => sureness === 'sure' && doubts.has(field.keyName);
  if (!choices.suggestions.some(isDoubted)) return undefined;
  const suggestions = choices.suggestions.map((each): Suggestion => {
    const [best, ...others] = each.candidates;
    if (!isDoubted(each) || !best) return each;
    const doubt = { code: 'check', text: doubts.get(each.field.keyName) ?? '' } as const;
    return { ...each, sureness: 'likely', candidates: [{ ...best, doubt }, ...others] };
  });
  return { ...choices, suggestions };
}

/** Returns the choices without refused rules. The person is identified less strictly, or not at all. */
function withLess(
  { customer, isEverywhere, suggestions }: Choices,
  { refused, isAboutPerson }: TriedMapping,
): Choices {
  const wrong = suggestions.filter(each => isRule(each) && refused.has(each.field.keyName));
  if (wrong.length > 0) {
    const fewer = suggestions.map(
      (each): Suggestion => (wrong.includes(each) ? { ...each, sureness: 'unsure' } : each),
    );
    return { customer, isEverywhere, suggestions: fewer };
  }
  if (isAboutPerson && isEverywhere) return { customer, isEverywhere: false, suggestions };
  if (isAboutPerson && customer.kind !== 'none') {
    return { customer: { kind: 'none' }, isEverywhere: false, suggestions };
  }
  throw new Error('the first mapping is refused because of a field that it does not have');
}

function hasPath(event: SampleEvent, { expression }: PayloadPath): boolean {
  return payloadPaths([event]).some(path => path.expression === expression && path.value !== null);
}

function isRule({ sureness }: Suggestion): boolean {
  return sureness === 'sure' || sureness === 'likely';
}
