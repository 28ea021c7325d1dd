import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { samplePayloads } from '../named-positions.ts';
import { compactKey, isTypeContainer } from './event-type-keys.ts';
import { wordSet } from './record-words.ts';

/** The kind of appointment in a payload: `payload.scheduled_event.event_type`. */
interface BookingKind {
  /** The steps to the object of the appointment. */
  readonly steps: readonly string[];
  readonly key: string;
  readonly value: string | number;
}

/**
 * Returns a note about an appointment of another kind than those of the samples, if a rule sends the time of it: each kind that is
 * booked would overwrite "next check-up". A mapping that reads the kind or its name anywhere knows its kinds.
 */
export function newBooking(
  mapping: Mapping,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  { where = 'the event' }: { readonly where?: string } = {},
): Diagnostic | undefined {
  const known = kindsOfSamples(mapping);
  if (known.length === 0) return undefined;
  for (const { steps, key, value } of kindsIn(payload, [])) {
    if (answers && Object.hasOwn(answers, key)) continue;
    const at = pathText([...steps, key]);
    const before = known.filter(each => pathText([...each.steps, each.key]) === at);
    if (before.length === 0 || before.some(each => each.value === value)) continue;
    const time = timeRead(mapping, steps);
    if (!time || readsKind(mapping, steps)) continue;
    const message = `${where} is an appointment of another kind than those in the samples of the mapping (${at}), and ${time.path} reads its ${time.what}`;
    const hint = `if the mapping is for one kind, ${conditionFor(mapping, steps)}; if it is for this one too, keep one of its events as a test (fieldbridge capture)`;
    return diagnostic('mapping/new-form', message, {
      hint,
      place: mapping.when?.place ?? mapping.places?.source,
      path: 'when',
      severity: 'info',
    });
  }
  return undefined;
}

/** Returns the change of `when` that leaves the other kinds out, by the name of the kind in a sample if it has one. */
function conditionFor(mapping: Mapping, steps: readonly string[]): string {
  const named = samplePayloads(mapping).flatMap(sample => {
    const object = steps.reduce<unknown>(ownValue, sample);
    return nameKeys.flatMap(key => {
      const value = ownValue(object, key);
      return typeof value === 'string' && value !== '' ? [{ key, value }] : [];
    });
  })[0];
  const known = kindsOfSamples(mapping).find(each => pathText(each.steps) === pathText(steps));
  const [key, value] = named ? [named.key, named.value] : [known?.key ?? 'id', known?.value ?? ''];
  const condition = `${pathText([...steps, key])} = ${JSON.stringify(value)}`;
  return mapping.when
    ? `add and ${visibleText(condition)} to when`
    : `write when: '${visibleText(condition.replaceAll("'", "''"))}'`;
}

const nameKeys = ['name', 'title', 'type', 'slug'];

/** Every event passes here. */
const kindsOfSamples = onceFor((mapping: Mapping): readonly BookingKind[] =>
  samplePayloads(mapping).flatMap(each => kindsIn(each, [])),
);

function kindsIn(object: unknown, steps: readonly string[]): readonly BookingKind[] {
  if (!isPlainObject(object)) return [];
  return Object.entries(object)
    .slice(0, mostKeys)
    .flatMap(([key, value]): readonly BookingKind[] => {
      const isKind = typeof value === 'number' || (typeof value === 'string' && value !== '');
      if (isKind) return bookingKinds.has(compactKey(key)) ? [{ steps, key, value }] : [];
      const isInside = isTypeContainer(key) || ofBooking.test(compactKey(key));
      return isInside && steps.length < deepest ? kindsIn(value, [...steps, key]) : [];
    });
}

const mostKeys = 200;
const deepest = 3;
const bookingKinds = wordSet(
  'eventtype eventtypeid eventtypeslug eventtypeuri eventtypeuuid appointmenttype appointmenttypeid appointmenttypename terminart terminartid ' +
    'termintyp termintypid serviceid servicetypeid sessiontypeid classtypeid meetingtypeid meetingtype leistungid behandlungid',
);
const ofBooking = /event|booking|appointment|termin|meeting|session|buchung|resource/;

/** Returns the rule that sends a time of the appointment, and its path; of the root, only one of the root itself. */
function timeRead(
  mapping: Mapping,
  steps: readonly string[],
): { readonly path: string; readonly what: string } | undefined {
  for (const { expression, path } of expressionUses(mapping)) {
    if (notSent.has(path)) continue;
    const read = pathsRead(expression).find(each => isBelow(each, steps) && times.test(each.at(-1) ?? ''));
    if (read) return { path: path.replace(/^additionalFields\./, ''), what: visibleText(read.at(-1) ?? '') };
  }
  return undefined;
}

const notSent: ReadonlySet<string> = new Set(['id', 'link', 'when', 'destination']);
const times = /^(?:start|begin|end|when|time|date|datum|termin)|(?:time|date|datum|begin|start|at)$/i;

function isBelow(path: readonly string[], steps: readonly string[]): boolean {
  return path.length === steps.length + 1 && steps.every((each, at) => path[at] === each);
}

/** True if an expression reads the kind or the name of the appointment. */
function readsKind(mapping: Mapping, steps: readonly string[]): boolean {
  return expressionUses(mapping).some(({ expression }) =>
    pathsRead(expression).some(path => {
      const [last = ''] = path.slice(-1);
      return (
        isBelow(path, steps) &&
        (nameKeys.includes(compactKey(last)) || bookingKinds.has(compactKey(last)) || kindNames.test(last))
      );
    }),
  );
}

const kindNames = /(?:type|service|event|termin|leistung|behandlung)_?(?:name|title|slug)$/i;
