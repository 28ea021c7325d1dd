import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { onceForText } from '../../diagnostics/once-for-text.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import type { Call } from '../../inbox/call.ts';
import { isDisclosureName } from '../../mapping/disclosures.ts';
import { answersOfSamples } from '../../mapping/doubts/changed-form/questions-in-samples.ts';
import { endingWords } from '../../mapping/doubts/event-kind/ending-words.ts';
import { sayNo } from '../../mapping/doubts/event-kind/withdrawal.ts';
import { samplePayloads } from '../../mapping/doubts/named-positions.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { isConsentName } from '../../mapping/opt-out.ts';
import { concerns, isOfMessages, type PurposeId, purposesRefused } from '../../mapping/purposes.ts';
import { comparedName } from '../../receive/answers/find-answer.ts';
import { doubtsOfCall } from '../call/doubtful-values.ts';
import { findField } from '../call/field-key.ts';
import { type Refusal, refusalsIn } from './event-refusals.ts';
import { limitBeside } from './limits-beside.ts';
import { type ConsentRule, consentsGiven } from './unclear-consents.ts';

/**
 * Returns warnings about the consents that a call gives although the event refuses them elsewhere, in a value that no rule reads and
 * no sample of the mapping has: `photo.ok` beside the added question "Keine Fotos". The reason of a rule (`because`) was given
 * before, so it confirms none of them.
 */
export function refusedElsewhere(
  mapping: Mapping,
  catalog: CatalogSnapshot | null,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  call: Call,
): readonly Diagnostic[] {
  // Few calls have a consent, and every event passes here.
  const given = consentsGiven(mapping, catalog, call, { withConfirmed: true });
  if (given.length === 0) return [];
  const unknown = unknownRefusals(mapping, payload, answers);
  const told = new Set(
    doubtsOfCall(call).flatMap(({ code, path }) => (code === 'mapping/denied-consent' ? [path] : [])),
  );
  return given.flatMap(each => {
    if (told.has(each.path)) return [];
    const own = purposesOfRule(catalog ?? noCatalog)(each);
    const refusal = unknown.find(one => contradicts(one, each, own));
    return (refusal ? warning(each, refusal) : limited(mapping, each, own, payload)) ?? [];
  });
}

/** Returns the refusals of an event that no rule reads and no sample has. */
function unknownRefusals(
  mapping: Mapping,
  payload: unknown,
  answers: MappingInput['answers'],
): readonly Refusal[] {
  const refusals = refusalsIn(payload, answers).filter(each => !isRead(mapping, each));
  if (refusals.length === 0) return [];
  const ofAnswers = answers ? answersOfSamples(mapping, answers) : [];
  const known = new Set([
    ...refusedInSamples(mapping),
    ...ofAnswers.flatMap(each => refusalsIn(null, each).map(keyOf)),
  ]);
  return refusals.filter(each => !known.has(keyOf(each)));
}

/** Returns a warning about a text beside the consent that may limit it. */
function limited(
  mapping: Mapping,
  { name, path, rule: { base } }: ConsentRule,
  purposes: ReadonlySet<PurposeId>,
  payload: unknown,
): Diagnostic | undefined {
  if (mapping.tests.length === 0 || base.kind !== 'expression') return undefined;
  const limit = limitBeside(mapping, base.expression, purposes, payload);
  if (!limit) return undefined;
  const { at, value } = limit;
  const message = `${path}: the rule says yes, and ${at} is ${shown(value)}, which no sample of the mapping has beside the yes`;
  const hint = `if it limits the consent, let the rule for ${name} say no, as in ${name}: '$exists(${at.replaceAll("'", "''")}) ? false : (…)' with its expression in place of …; ${keeping}`;
  return diagnostic('mapping/unclear-consent', message, { hint, place: base.place, path });
}

const keeping = 'if the yes is right, keep the event as a test (fieldbridge capture)';

function warning({ name, path, rule }: ConsentRule, { at, value, condition }: Refusal): Diagnostic {
  const message = `${path}: the rule says yes, but ${at} is ${shown(value)}`;
  const cure = sayNo(name, rule, condition.replaceAll("'", "''"));
  const hint = `${cure}; ${keeping}`;
  return diagnostic('mapping/denied-consent', message, {
    hint,
    place: rule.base.place,
    path,
    severity: 'warning',
  });
}

/** Returns the refusals of the samples, whose results a person has seen. */
const refusedInSamples = onceFor(
  (mapping: Mapping): ReadonlySet<string> =>
    new Set(samplePayloads(mapping).flatMap(each => refusalsIn(each, undefined).map(keyOf))),
);

function keyOf({ names, steps }: Refusal): string {
  return JSON.stringify([steps.map(comparedName), names.map(comparedName)]);
}

/** The paths and the names that the expressions of a mapping read. */
const namesRead = onceFor((mapping: Mapping) => {
  const expressions = expressionUses(mapping).map(({ expression }) => expression);
  const paths = expressions.flatMap(pathsRead);
  const literals = expressions.flatMap(expression =>
    nodesOf(treeOf(expression)).flatMap(({ type, value }) => (type === 'string' ? [String(value)] : [])),
  );
  const questions = [
    ...expressions.flatMap(({ answer }) => answer ?? []),
    ...paths.flatMap(([root, name]) => (root === '$answers' && name !== undefined ? [name] : [])),
  ];
  return {
    paths: new Set(paths.map(steps => JSON.stringify(steps))),
    names: new Set([...literals, ...questions].map(comparedName)),
  };
});

function isRead(mapping: Mapping, { steps }: Refusal): boolean {
  const { paths, names } = namesRead(mapping);
  return paths.has(JSON.stringify(steps)) || names.has(comparedName(steps.at(-1) ?? ''));
}

/** True if a refusal is about the consent of a rule, by the purposes in both names. */
function contradicts(refusal: Refusal, rule: ConsentRule, own: ReadonlySet<PurposeId>): boolean {
  const refused = purposesRefused(refusal.names);
  if (refused.size > 0) return concerns(refused, own);
  const [name = ''] = refusal.names;
  return !refusal.isRemark && namesConsentsAlone(name) && isOfSameObject(refusal, rule, own);
}

/** True for a name that only says that consents are refused. "Kein Getreide" and `paymentDeclined` are about something else. */
const namesConsentsAlone = onceForText((name: string): boolean =>
  (spellings(name.slice(0, longestName))[0] ?? '')
    .split(' ')
    .every(word => consentWords.has(word) || endingWords.revocations.has(word)),
);

const longestName = 200;
const consentWords: ReadonlySet<string> = new Set(
  (
    'revoked revocation revoke withdrawn withdrawal withdraw widerruf widerrufen widersprochen widerspruch denied declined refused rejected expired ' +
    'abgelehnt verweigert entzogen zuruckgezogen erloschen ungultig keine kein no not nicht ohne without status state zustand reason grund action value ' +
    'consent consents consented permission permissions einwilligung einwilligungen zustimmung zustimmungen einverstandnis erlaubnis freigabe freigaben ' +
    'toestemming consentement consenso consentimiento agreement agreed given granted erteilt gegeben accepted ' +
    'der des die das den dem my your meine ihre unsere unserer eltern elternteil vater mutter vaters parent parents father mother guardian ' +
    'at am on since seit date datum is was ist wurde has subscription subscriber member opt in abo mailing'
  ).split(' '),
);

/** A refusal that names no purpose is about the consents of the same object, or of the whole form. */
function isOfSameObject(
  { steps }: Refusal,
  { rule: { base } }: ConsentRule,
  own: ReadonlySet<PurposeId>,
): boolean {
  const around = steps.slice(0, -1);
  if (around.length === 0) return isOfMessages(own);
  const read = base.kind === 'expression' ? pathsRead(base.expression) : [];
  return read.some(path => around.every((step, at) => path[at] === step));
}

/** Returns the purposes of the consent of a rule: those of its own names, else of the value that it reads. */
const purposesOfRule = onceFor((catalog: Pick<CatalogSnapshot, 'fields'>) =>
  onceFor(({ rule: { base }, name, asked }: ConsentRule): ReadonlySet<PurposeId> => {
    const field = findField(name, catalog);
    const own = purposesRefused([name, ...(field ? [field.name] : [])]);
    if (own.size > 0) return own;
    const read =
      base.kind === 'expression' ? pathsRead(base.expression).flatMap(steps => steps.slice(-2)) : [];
    // A release of data is no consent to messages.
    if ([name, ...asked, ...read].some(isDisclosureName)) return none;
    const found = purposesRefused([...asked, ...read]);
    return found.size > 0 || !isConsentName(name) ? found : purposesRefused(['marketing']);
  }),
);

const noCatalog = { fields: [] };
const none: ReadonlySet<PurposeId> = new Set();
