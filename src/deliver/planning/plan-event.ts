import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { CallChecking } from '../../check/call/call-checking.ts';
import { checkCall, checkParameters } from '../../check/call/check-call.ts';
import { withDaysOfAccount } from '../../check/call/days/account-dates.ts';
import { doubtsOfCall } from '../../check/call/doubtful-values.ts';
import type { Verdict } from '../../check/call/verdict.ts';
import { choicesAt } from '../../check/choices-at.ts';
import { refusedElsewhere } from '../../check/consents/refused-elsewhere.ts';
import { unclearConsents } from '../../check/consents/unclear-consents.ts';
import { peopleAtEvent } from '../../check/data/names/names-at-event.ts';
import { ownEmergencyNumbers, withEmergencyNumbers } from '../../check/people/own-emergency-number.ts';
import { valuesAsEmpty } from '../../check/values-as-empty.ts';
import type { DestinationConfig, SourceConfig } from '../../config/config.ts';
import { type Diagnostic, diagnostic, mainDiagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';
import type { PlannableEvent } from '../../inbox/event.ts';
import { type MappingHold, mappingHold } from '../../inbox/mapping-hold.ts';
import type { EventPlan, PlannedCall } from '../../inbox/plan.ts';
import { evaluate } from '../../mapping/evaluate/evaluate.ts';
import type {
  Evaluation,
  FindLink,
  FindNearLink,
  MappingInput,
  SharedLink,
} from '../../mapping/evaluate/evaluation.ts';
import { namesPerson } from '../../mapping/evaluate/person/names-person.ts';
import { withNamedPerson } from '../../mapping/evaluate/person/with-named-person.ts';
import type { Recorder } from '../../mapping/explain/recorder.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { isHeldAsCostly } from '../mappings/costly-mappings.ts';
import type { MappingSet } from '../mappings/mapping-set.ts';
import { settleVerdict } from '../settle-verdict.ts';
import { doubtsByAccount, withFurther } from './doubts-by-account.ts';
import { mappingInput } from './mapping-input.ts';
import { notOfDisk, unclaimed } from './unclaimed.ts';

/** The dependencies of planning an event. */
export interface PlanningContext {
  readonly mappings: MappingSet;
  readonly source: (name: string) => SourceConfig | undefined;
  readonly destination: (
    name: string,
  ) => { config: DestinationConfig; catalog: CatalogSnapshot | null } | undefined;
  readonly findLink: FindLink;
  readonly sharedLink?: SharedLink | undefined;
  readonly nearLink?: FindNearLink | undefined;
  readonly now: number;
}

/** The plan of an event, and the mappings that proved faulty. */
export interface Planned {
  readonly plan: EventPlan;
  readonly holds: readonly MappingHold[];
  /** The results of the mappings that apply, in the order of the calls. */
  readonly results: readonly PlannedMapping[];
}

/** Returns the calls that the mappings of an event's source make. Sends and stores nothing. */
export async function planEvent(event: PlannableEvent, planning: PlanningContext): Promise<Planned> {
  const source = planning.source(event.source);
  const mappings = planning.mappings.of(event.source);
  const input = mappingInput(event, source);
  const results: PlannedMapping[] = [];
  for (const mapping of mappings) {
    const planned = await planMapping(mapping, input, planning, source?.people ?? event.source);
    if (planned) results.push(planned);
  }
  const calls = results.map(({ call }) => call);
  const holds = results.flatMap(({ hold }) => hold ?? []);
  const unwanted =
    calls.length === 0 ? unclaimed(event.source, mappings, planning.mappings, input) : undefined;
  const outcome =
    unwanted?.status === 'skipped' && event.imported
      ? await withoutPerson(unwanted, mappings, input, source)
      : unwanted;
  return { plan: { event, calls, ...(outcome && { outcome }) }, holds, results };
}

/** If no mapping applies to a row of a list, a missing customer number may be the reason, which is then reported. */
async function withoutPerson(
  outcome: NonNullable<EventPlan['outcome']>,
  mappings: readonly Mapping[],
  input: MappingInput,
  source: SourceConfig | undefined,
): Promise<NonNullable<EventPlan['outcome']>> {
  for (const mapping of mappings) if (await namesPerson(mapping, input, source?.empty)) return outcome;
  const names = mappings.map(({ name }) => name).join(', ');
  const message = `the row has no customer number: \`id\` of ${names} has no value, so ${outcome.reason}`;
  return { ...outcome, diagnostics: [...outcome.diagnostics, diagnostic('mapping/not-linked', message)] };
}

/** The result of one mapping for an event. */
export interface PlannedMapping {
  readonly call: PlannedCall;
  /** The mapping proved faulty. */
  readonly hold?: MappingHold;
  /** The verdict of the check, if the call was checked. */
  readonly verdict?: Verdict;
  /** If the call is not made now: the verdict on its known values. If its mapping is held, only with a recorder. */
  readonly further?: Verdict;
}

/** Plans one mapping for an event; undefined if its condition is false. `record` collects the origin of every value. */
export async function planMapping(
  mapping: Mapping,
  input: MappingInput,
  planning: PlanningContext,
  people: string,
  record?: Recorder,
): Promise<PlannedMapping | undefined> {
  const held = planning.mappings.held(mapping.name);
  if (held && isHeldAsCostly(held) && !record) return { call: untried(mapping, held) };
  const { findLink, sharedLink, nearLink } = planning;
  const { empty } = planning.source(mapping.source) ?? {};
  const settingsOf = (name: string) => planning.destination(name)?.config;
  const evaluated = await evaluate(mapping, input, {
    people,
    findLink,
    sharedLink,
    nearLink,
    settingsOf,
    choicesOf: (name, path) => choicesAt(path, planning.destination(name)?.catalog),
    record,
    empty,
  });
  const evaluation = withNamedPerson(evaluated, mapping, input);
  if (evaluation.kind === 'not-wanted') return undefined;
  const base = {
    mapping: mapping.name,
    mappingVersion: mapping.version,
    destination: evaluation.destination,
    operation: mapping.operation,
    ...(evaluation.link && { link: evaluation.link }),
    policy: policyOf(mapping),
    diagnostics: [
      ...evaluation.diagnostics,
      ...(await lostAsEmpty(evaluation, { mapping, input }, planning)),
      ...notOfDisk(mapping, planning.mappings),
    ],
  };
  if (held) {
    const diagnostics = [...base.diagnostics, ...held.diagnostics];
    const state = { status: 'held' as const, reason: held.reason, ...callOf(evaluation) };
    const further = record && furtherVerdict(evaluation, base, planning);
    return { call: { ...base, state, diagnostics }, ...(further && { further }) };
  }
  if (evaluation.kind !== 'call') {
    const further = furtherVerdict(evaluation, base, planning);
    // The faults of a call that waits for its link are stored once the whole call is known.
    const faults = evaluation.kind === 'failed' ? faultsIn(further) : [];
    const call = { ...base, diagnostics: [...base.diagnostics, ...faults], state: withoutCall(evaluation) };
    return { call, ...(further && { further }) };
  }
  const persons = await peopleAtEvent(mapping, { input });
  const known = { ...base, diagnostics: withFurther(base.diagnostics, persons, evaluation.call) };
  return checked(evaluation, { mapping, input }, known, planning);
}

/** Returns the warnings about values that are not sent because the source counts them as empty. */
async function lostAsEmpty(
  evaluation: Exclude<Evaluation, { kind: 'not-wanted' }>,
  { mapping, input }: { readonly mapping: Mapping; readonly input: MappingInput },
  planning: PlanningContext,
): Promise<readonly Diagnostic[]> {
  const { empty } = planning.source(mapping.source) ?? {};
  if (!empty || (evaluation.kind !== 'call' && evaluation.kind !== 'skipped')) return [];
  const { destination } = evaluation;
  const { catalog = null, config: settings } = planning.destination(destination) ?? {};
  return valuesAsEmpty(mapping, input, { empty, destination, catalog, settings });
}

/** Returns the notes that the delivery will add to a call; for an unknown account, as far as possible. */
export function notesOfDelivery({ call: { state }, verdict }: PlannedMapping): readonly Diagnostic[] {
  if (verdict) return verdict.kind === 'send' ? verdict.diagnostics : [];
  return state.status === 'queued' ? doubtsOfCall(state.call) : [];
}

/** Returns the call of a mapping that is held because of its costly expressions: its contents are not known yet. */
function untried(mapping: Mapping, hold: MappingHold): PlannedCall {
  return {
    mapping: mapping.name,
    mappingVersion: mapping.version,
    destination: 'name' in mapping.destination ? mapping.destination.name : '',
    operation: mapping.operation,
    policy: policyOf(mapping),
    state: { status: 'held', reason: hold.reason },
    diagnostics: hold.diagnostics,
  };
}

function policyOf({ onInvalid, onUnknownField, maxAgeMs, ignoreOlder }: Mapping): PlannedCall['policy'] {
  return { onInvalid, onUnknownField, maxAgeMs, ignoreOlder };
}

function checked(
  evaluation: Extract<Evaluation, { kind: 'call' }>,
  { mapping, input }: { readonly mapping: Mapping; readonly input: MappingInput },
  base: Omit<PlannedCall, 'state'>,
  planning: PlanningContext,
): PlannedMapping {
  const destination = planning.destination(evaluation.destination);
  if (!destination) return unknownDestination(evaluation.destination, mapping, base, planning.now);
  const { config, catalog } = destination;
  if (catalog === null) {
    const { call: alone } = evaluation;
    const doubts = [
      ...unclearConsents(mapping, null, input, alone),
      ...refusedElsewhere(mapping, null, input, alone),
      ...ownEmergencyNumbers(mapping, null, input, alone),
    ];
    return checkedAlone(withEmergencyNumbers(mapping, null, alone, input.answers), {
      ...base,
      diagnostics: withFurther(base.diagnostics, doubts, alone),
    });
  }
  const verdict = checkCall(evaluation.call, checkingOf({ config, catalog }, base, planning));
  const written = withDaysOfAccount(evaluation.call, catalog);
  const call = withEmergencyNumbers(mapping, catalog, written, input.answers);
  if (verdict.kind === 'send') {
    const doubts = doubtsByAccount(mapping, catalog, input, call);
    const diagnostics = withFurther(base.diagnostics, doubts, call);
    return { call: { ...base, diagnostics, state: { status: 'queued', call } }, verdict };
  }
  const checked = { mapping, destination: config.name, catalogVersion: catalog.version, now: planning.now };
  const { status, reason, hold } = settleVerdict(verdict, checked);
  const diagnostics = [...base.diagnostics, ...verdict.diagnostics];
  return {
    verdict,
    call: { ...base, diagnostics, state: { status, reason, call } },
    ...(hold && { hold }),
  };
}

/** Checks a call for an unknown account: a call that no account accepts fails at once, others wait for the account. */
function checkedAlone(call: Call, base: Omit<PlannedCall, 'state'>): PlannedMapping {
  const verdict = checkParameters(call, base.policy);
  if (verdict.kind !== 'fail') return { call: { ...base, state: { status: 'queued', call } } };
  const diagnostics = [...base.diagnostics, ...verdict.diagnostics];
  const reason = mainDiagnostic(verdict.diagnostics)?.message ?? '';
  return { verdict, call: { ...base, diagnostics, state: { status: 'failed', reason, call } } };
}

/** Returns the diagnostics of the known values of a call that is not made now. */
export function faultsIn(further: Verdict | undefined): readonly Diagnostic[] {
  return further?.diagnostics.filter(each => each.code !== 'mapping/nothing-to-send') ?? [];
}

/** Checks the known values of a call that is not made now. Their faults are reported together with its own. */
function furtherVerdict(
  evaluation: Exclude<Evaluation, { kind: 'not-wanted' }>,
  base: Omit<PlannedCall, 'state'>,
  planning: PlanningContext,
): Verdict | undefined {
  if (evaluation.kind === 'skipped') return undefined;
  const destination = planning.destination(evaluation.destination);
  const call = evaluation.kind === 'call' ? evaluation.call : evaluation.unfaulty;
  if (!call || !destination?.catalog) return undefined;
  const { config, catalog } = destination;
  return checkCall(call, checkingOf({ config, catalog }, base, planning));
}

function checkingOf(
  { config, catalog }: { config: DestinationConfig; catalog: CatalogSnapshot },
  { policy }: Pick<PlannedCall, 'policy'>,
  { now }: PlanningContext,
): CallChecking {
  const { name: destination, validators } = config;
  return { catalog, destination, policy, validators, now };
}

function callOf(evaluation: Evaluation): Pick<Extract<Evaluation, { kind: 'call' }>, 'call'> | object {
  return evaluation.kind === 'call' ? { call: evaluation.call } : {};
}

function withoutCall(evaluation: Exclude<Evaluation, { kind: 'call' | 'not-wanted' }>): PlannedCall['state'] {
  const reason = mainDiagnostic(evaluation.diagnostics)?.message ?? '';
  return { status: evaluation.kind, reason };
}

function unknownDestination(
  name: string,
  mapping: Mapping,
  base: Omit<PlannedCall, 'state'>,
  now: number,
): PlannedMapping {
  const reason = `there is no destination "${name}" in the config`;
  const diagnostics = [diagnostic('mapping/unknown-destination', reason, { path: 'destination' })];
  const call = { ...base, diagnostics: [...base.diagnostics, ...diagnostics] };
  // A name from the event is one of its values, so it is shown only with values.
  if ('rule' in mapping.destination)
    return { call: { ...call, destination: '', state: { status: 'failed', reason } } };
  return {
    call: { ...call, state: { status: 'held', reason } },
    hold: mappingHold(mapping, name, '', { reason, diagnostics }, now),
  };
}
