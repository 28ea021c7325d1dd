import { onceFor } from '../../../diagnostics/once-for.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import { formPlaces } from '../changed-form/form-signs.ts';
import { samplePayloads } from '../named-positions.ts';
import type { EndingSign } from './ended-signs.ts';
import { type EndKind, endKind, isCanceledState, isStateKey } from './ended-states.ts';
import { compactKey, isTypeContainer } from './event-type-keys.ts';
import { type Inactivity, inactivity, isActive } from './inactive-states.ts';
import { wordSet } from './record-words.ts';

/**
 * Returns the flags, times and states of an event that say that its record was canceled, refunded or is over, and that no
 * sample of the mapping has. Such a value may have another meaning at a sender; the samples show records that are not over.
 */
export function endedUnlikeSamples(mapping: Mapping, input: MappingInput): readonly EndingSign[] {
  const samples = samplePayloads(mapping);
  if (samples.length === 0) return [];
  const ended = endsIn(input).filter(each => !isAnswer(input, each));
  return [
    ...ended.filter(({ key, steps, value, how, isNear }) => {
      const seen = samples.map(sample => seenIn(sample, key, steps));
      if (seen.some(({ isEnded }) => isEnded)) return false;
      if (seen.some(({ isThere }) => isThere)) return true;
      const isOfRecord = isNear || isTransaction(steps);
      return isOfRecord && (how !== 'state' || isCanceledState(value));
    }),
    ...inactiveIn(input).filter(each => isInactiveUnlike(samples, input, each)),
  ];
}

/** A value that says that a record is not active, and its place. */
interface Inactive extends EndingSign {
  readonly steps: readonly string[];
  readonly how: Inactivity;
  readonly isNear: boolean;
}

/** True if the record of some sample is active there, or if the value is certain and no sample has the key. */
function isInactiveUnlike(
  samples: readonly unknown[],
  input: MappingInput,
  { key, steps, value, how, isNear }: Inactive,
): boolean {
  const values = samples.flatMap(sample => valuesSeen(sample, key, steps));
  const isStateKeyed = isStateKey(key);
  if (values.some(each => inactivity(key, each, { isStateKey: isStateKeyed }) !== undefined)) return false;
  if (values.some(isActive)) return true;
  // A person answers the questions of a form, and the sender writes a state.
  const isQuestion = input.answers !== undefined && Object.hasOwn(input.answers, key) && !isStateKeyed;
  if (values.length > 0 || isQuestion || how !== 'surely') return false;
  return isNear || (typeof value !== 'string' && isTransaction(steps));
}

/** True for a value in the object of an appointment or an order: `auftrag.status`, `data.booking.status`. */
function isTransaction(steps: readonly string[]): boolean {
  return steps.slice(0, -1).every(each => isTypeContainer(each) || transactions.has(compactKey(each)));
}

const transactions = wordSet(
  'booking appointment reservation visit lesson order invoice job transaction termin buchung reservierung besuch bestellung auftrag rechnung ' +
    'beleg vorgang kurs afspraak boeking bestelling commande reservation facture rendezvous cita reserva pedido prenotazione ordine rezerwacja zamowienie wizyta',
);

/** A value that says that a record is over, and its place. */
interface End extends EndingSign {
  readonly steps: readonly string[];
  readonly how: EndKind;
  /** True at the root, or in the object of the event. */
  readonly isNear: boolean;
}

/** Several doubts about an event ask for them. */
const valuesNear = onceFor((input: MappingInput) => valuesBelow(input.payload, [], { isNear: true }));

const endsIn = onceFor((input: MappingInput): readonly End[] =>
  valuesNear(input).flatMap(each => {
    const how = endKind(each.key, each.value);
    return how ? [{ ...each, at: pathText(each.steps), says: 'over' as const, how }] : [];
  }),
);

const inactiveIn = onceFor((input: MappingInput): readonly Inactive[] =>
  valuesNear(input).flatMap(each => {
    const how = inactivity(each.key, each.value, { isStateKey: isStateKey(each.key) });
    return how ? [{ ...each, at: pathText(each.steps), says: 'inactive' as const, how }] : [];
  }),
);

type PlacedValue = Pick<End, 'key' | 'value' | 'steps' | 'isNear'>;

function valuesBelow(
  object: unknown,
  steps: readonly string[],
  { isNear }: { readonly isNear: boolean },
): readonly PlacedValue[] {
  if (!isPlainObject(object)) return [];
  return Object.entries(object)
    .slice(0, mostKeys)
    .flatMap(([key, value]): readonly PlacedValue[] => {
      const own = [...steps, key];
      if (!isPlainObject(value)) return [{ key, value, steps: own, isNear }];
      return own.length < deepest ? valuesBelow(value, own, { isNear: isNear && isTypeContainer(key) }) : [];
    });
}

const mostKeys = 200;
const deepest = 4;

function seenIn(sample: unknown, key: string, steps: readonly string[]): Seen {
  const values = valuesSeen(sample, key, steps);
  return { isThere: values.length > 0, isEnded: values.some(each => endKind(key, each) !== undefined) };
}

/** The values of a key in a sample: at the same place, or at others if the sample is a webhook of several events. */
function valuesSeen(sample: unknown, key: string, steps: readonly string[]): readonly unknown[] {
  const own = steps.reduce<unknown>(ownValue, sample);
  return own === undefined ? valuesOf(sample, key) : [own];
}

interface Seen {
  readonly isThere: boolean;
  readonly isEnded: boolean;
}

function valuesOf(sample: unknown, key: string): readonly unknown[] {
  const found: unknown[] = [];
  let level = [sample];
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const objects = level.filter(each => typeof each === 'object' && each !== null).slice(0, mostKeys);
    for (const each of objects) if (Object.hasOwn(each, key)) found.push(ownValue(each, key));
    level = objects.flatMap(each => Object.values(each));
  }
  return found;
}

/** True for a question of a form: a person answers it, and it says nothing about the record. */
function isAnswer({ answers, payload }: MappingInput, { key, value, how }: End): boolean {
  // No form asks whether its own record was canceled.
  const isOfRecord = canceled.test(compactKey(key)) || (how === 'state' && isCanceledState(value));
  if (answers && Object.hasOwn(answers, key) && !isOfRecord) return true;
  return (
    how === 'flag' &&
    typeof value === 'string' &&
    formPlaces(payload).some(({ of }) => of === 'id of the form')
  );
}

const canceled =
  /^(?:is|ist|was|wurde|est)?(?:cancell?ed|cancellation|storniert|storno|stornierung|annulliert|annulee?|annullat[oa]|geannuleerd|cancelad[oa]|anulad[oa]|voided)/;
