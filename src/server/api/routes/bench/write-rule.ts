import { isMap, parseDocument } from 'yaml';
import * as z from 'zod';
import { offeredStatuses } from '../../../../booking/catalog/status-knowledge.ts';
import type { StatusName } from '../../../../check/starter/pointed-rule.ts';
import type { TextEdit } from '../../../../check/starter/put-rule.ts';
import type { StarterRule } from '../../../../check/starter/starter-rule.ts';
import type { NamedField } from '../../../../check/starter/suggest-fields.ts';
import { inOneLine, ruleInOneLine } from '../../../../check/starter/yaml-words.ts';
import { type Defaults, defaultsSchema } from '../../../../config/defaults.ts';
import { mappingInput } from '../../../../deliver/planning/mapping-input.ts';
import { composed } from '../../../../diagnostics/composed.ts';
import type { ParsedMapping } from '../../../../mapping/parse/parse-mapping.ts';
import { answersOf } from '../../../../receive/answers/answers-of.ts';
import { type Answer, problem } from '../../../http/answer.ts';
import type { ApiParts } from '../../api-route.ts';
import { eventNotFound } from '../events-read.ts';
import { noSource } from '../sources.ts';
import { editBetween, textKeys } from './text.ts';

/** The keys of a request that names a part of a mapping and an event. */
export const pointKeys = {
  ...textKeys,
  part: z
    .string()
    .min(1)
    .max(300)
    .describe('The target of the rule: `when`, `link`, a parameter, or `additionalFields.` and a keyName'),
  eventId: z.string().max(100).optional().describe('The stored event whose payload is meant'),
  payload: z.unknown().optional().describe('Instead of `eventId`: the payload of one event'),
  source: z.string().max(100).optional().describe('With `payload`: the source of the event'),
  destination: z
    .string()
    .max(100)
    .optional()
    .describe('For an empty text: the destination that the new mapping names; default: the first one'),
  operation: z
    .enum(['updateCustomer', 'persistCustomerData'])
    .optional()
    .describe('For an empty text: the operation of the new mapping; default: `updateCustomer`'),
};

/** The data of a request's event that a rule can read. */
export interface PointedContents {
  readonly source: string;
  readonly payload: unknown;
  readonly answers: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the event that a request contains or names by its id, or the response that there is none. */
export async function contentsOf(
  asked: {
    readonly eventId?: string | undefined;
    readonly source?: string | undefined;
    readonly payload?: unknown;
  },
  { store, config }: ApiParts,
): Promise<PointedContents | Answer> {
  if (asked.eventId !== undefined) {
    const contents = await store.contents(asked.eventId);
    if (!contents) return eventNotFound(asked.eventId);
    const { payload, answers } = mappingInput(contents, config.sources.get(contents.source));
    return { source: contents.source, payload, answers };
  }
  const { source = '' } = asked;
  const known = config.sources.get(source);
  if (!known) return problem(400, ...noSource(source, config));
  if (asked.payload === undefined) return problem(400, 'eventId or payload is missing');
  const payload = composed(asked.payload);
  return { source, payload, answers: answersOf(known.answers, payload) };
}

/** The text that gets a rule; if it is empty, the other keys become its first lines. */
export interface BegunMapping {
  readonly text: string;
  readonly part: string;
  readonly source: string;
  readonly destination?: string | undefined;
  readonly operation?: string | undefined;
}

/** Writes rules for one part of a mapping into a text. */
export interface RuleWriter {
  /** The field of the part, with all its names; undefined for a parameter or an unknown field. */
  readonly field: NamedField | undefined;
  /** The statuses of the account, without those that it refuted. */
  readonly statuses: readonly StatusName[];
  /** True if phone numbers without a country have a default country. */
  readonly hasCountry: boolean;
  /**
   * Writes a rule for a value of the payload, without the keys that defaults provide. Undefined if the text is written
   * in a way in which no rule can be added.
   */
  write(rule: StarterRule, value: unknown): { readonly edit: TextEdit; readonly rule: string } | undefined;
}

/** Creates a writer of rules for one part. Each is written into the original text. */
export async function ruleWriter(
  { text, part, source, operation = 'updateCustomer', ...begun }: BegunMapping,
  { mapping, readable }: ParsedMapping,
  { bridge, config }: ApiParts,
): Promise<RuleWriter> {
  // Loaded at the first request: an idle bridge does not need it.
  const [{ fieldWithNames }, { withoutDefaults }, { putRule }] = await Promise.all([
    import('../../../../check/starter/pointed-rule.ts'),
    import('../../../../check/starter/without-defaults.ts'),
    import('../../../../check/starter/put-rule.ts'),
  ]);
  const goesTo = (mapping ?? readable)?.destination;
  const named = goesTo && 'name' in goesTo ? goesTo.name : undefined;
  const destination = begun.destination ?? named ?? [...config.destinations.keys()][0] ?? '';
  const keyName = /^additionalFields\.(.+)$/s.exec(part)?.[1];
  const { catalog } = bridge.planning().destination(destination) ?? {};
  const { fields = [] } = catalog ?? {};
  const field = fields.find(each => each.keyName === keyName);
  const isEmpty = text.replace(/#.*/g, '').trim() === '';
  const head = `source: ${inOneLine(source)}\ndestination: ${inOneLine(destination)}\noperation: ${operation}\n`;
  const whole = isEmpty ? ended(text) + head : text;
  const defaults = {
    ...config.destinations.get(destination)?.defaults,
    ...config.sources.get(source)?.defaults,
    ...defaultsAtHead(text),
  };
  return {
    field: field && fieldWithNames(field),
    statuses: catalog ? offeredStatuses(catalog, bridge.planning().now) : [],
    hasCountry: defaults.country !== undefined,
    write(wanted, value) {
      const rule = withoutDefaults(wanted, defaults, value);
      const edit = putRule(whole, part, rule);
      if (!edit) return undefined;
      const written = apply(whole, edit);
      const linked =
        part === 'link' && needsLinked(written, rule) && putRule(written, 'id', { from: '$linked' });
      const line = ruleInOneLine(rule);
      if (!isEmpty && !linked) return { edit, rule: line };
      const all = linked ? apply(written, linked) : written;
      return { edit: editBetween(text, all), rule: line };
    },
  };
}

function apply(text: string, edit: TextEdit): string {
  return text.slice(0, edit.from) + edit.text + text.slice(edit.to);
}

/** Returns the defaults in a text; none if they cannot be read. */
function defaultsAtHead(text: string): Defaults {
  const document = parseDocument(text, { logLevel: 'silent' });
  const written = isMap(document.contents) ? document.toJS().defaults : undefined;
  return defaultsSchema.safeParse(written).data ?? {};
}

/**
 * True if an update has no customer number, or takes the sender's id as the customer number: it needs the customer
 * number of the link.
 */
function needsLinked(text: string, link: StarterRule): boolean {
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.get('operation') !== 'updateCustomer') return false;
  const id = document.getIn(['set', 'id']);
  const written = isMap(id) ? id.toJS(document) : { from: id };
  return id === undefined || (link.from !== undefined && written.from === link.from);
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
