import { isMap, parseDocument } from 'yaml';
import * as z from 'zod';
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
  payload: z.unknown().optional().describe('In place of `eventId`: the payload of one event'),
  source: z.string().max(100).optional().describe('With `payload`: the source whose event it would be'),
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

/** The event of a request, as far as a rule can read it. */
export interface PointedContents {
  readonly source: string;
  readonly payload: unknown;
  readonly answers: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the event that a request names or brings; an answer where there is none. */
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

/** A text that gets a rule; if it is empty, the other keys are its first lines. */
export interface BegunMapping {
  readonly text: string;
  readonly part: string;
  readonly source: string;
  readonly destination?: string | undefined;
  readonly operation?: string | undefined;
}

/** How rules for one part are written into a text. */
export interface RuleWriter {
  /** The field of the part, with everything that it is called; undefined for a parameter, or where it is not known. */
  readonly field: NamedField | undefined;
  /** The known statuses of the account. */
  readonly statuses: readonly string[];
  /** True if phone numbers without a country have one by default. */
  readonly hasCountry: boolean;
  /**
   * Writes a rule for a value of the payload, without the keys that defaults give. Undefined where the text is written in a
   * way that no rule can be put into it.
   */
  write(rule: StarterRule, value: unknown): { readonly edit: TextEdit; readonly rule: string } | undefined;
}

/** Writes rules for one part into a text. Each is written into the text as it is, not behind the one before. */
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
  const { fields = [], statuses = [] } = bridge.planning().destination(destination)?.catalog ?? {};
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
    statuses: statuses.map(({ name }) => name),
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

/** The defaults that a text has itself; none where they cannot be read. */
function defaultsAtHead(text: string): Defaults {
  const document = parseDocument(text, { logLevel: 'silent' });
  const written = isMap(document.contents) ? document.toJS().defaults : undefined;
  return defaultsSchema.safeParse(written).data ?? {};
}

/**
 * True if an update does not say whose data it changes, or takes the id at the sender for the customer number: it is the
 * customer of the link.
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
