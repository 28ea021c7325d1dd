import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { statusMeant } from '../booking/catalog/status-knowledge.ts';
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts';
import { isSeveral } from '../mapping/convert/stays-text.ts';
import type { FieldRule, Mapping, ParameterRule, Rule } from '../mapping/mapping.ts';
import { severalStatuses } from './call/choices/forgiven-status.ts';
import { refutedSince, unconfirmedStatus } from './call/choices/status-name.ts';
import { withDateHint } from './call/days/accepted-dates.ts';
import { withAccountFormat } from './call/days/account-dates.ts';
import { findField, unknownField, unsettable } from './call/field-key.ts';
import { choiceFault, clearFault, inAccountSpelling, ofLiteral, separatorFault } from './call/field-value.ts';
import { numberFault, refutedStatus } from './call/parameter-value.ts';
import { type SuggestionBudget, within } from './call/suggestion-budget.ts';
import { emailFault } from './call/texts/email-address.ts';
import { genderLiteralFault } from './call/texts/gender.ts';
import { typeDoubt, typeFault } from './call/typed-value.ts';
import { unreadableValidator, validatorFault } from './call/validator-fault.ts';
import { conversionFault } from './conversion-fault.ts';
import { diagnose, type Fault, fieldTitle } from './fault.ts';
import { type Catalogs, withOtherLocations } from './names/other-location.ts';
import { renamedField, renameInMapping } from './names/renamed-field.ts';
import { type StaticValue, staticValues } from './static-values.ts';

/** The maximum number of names that are compared for hints about one mapping: some tens of milliseconds. */
const comparisons = 5_000;

/**
 * Returns the faults of a mapping that do not depend on events: keyNames, types and literals, against the
 * catalog of one destination. `others` are the catalogs of other destinations, which may have a missing name.
 * Without a catalog, only checks that need none are made. In the order of the file.
 */
export function checkMapping(
  mapping: Mapping,
  catalog: CatalogSnapshot | undefined,
  destination: string,
  validators: 'fail' | 'warn' = 'fail',
  others: Catalogs = new Map(),
): Diagnostic[] {
  const budget = within(comparisons);
  const parameters = mapping.set.flatMap(parameter =>
    checkParameter(parameter, catalog, destination, budget),
  );
  if (catalog === undefined) return parameters;
  const fields = mapping.additionalFields.flatMap(field => {
    const configuration = findField(field.key, catalog);
    if (configuration === undefined) {
      return [unknownFieldDiagnostic(field, mapping, { catalog, destination, others, budget })];
    }
    const fault = unsettable(configuration, mapping.operation);
    return fault
      ? [fieldDiagnostic(fault, field)]
      : checkFieldRule(field, configuration, { validators, budget });
  });
  return [...parameters, ...fields].sort(byPlace);
}

function unknownFieldDiagnostic(
  field: FieldRule,
  mapping: Mapping,
  {
    catalog,
    destination,
    others,
    budget,
  }: { catalog: CatalogSnapshot; destination: string; others: Catalogs; budget: SuggestionBudget },
): Diagnostic {
  const unknown = unknownField(field.key, catalog, destination, mapping.operation, budget);
  const found = fieldDiagnostic(withOtherLocations(unknown, field.key, destination, others), field);
  const renamed = renamedField(field.key, catalog);
  return renamed ? { ...found, ...renameInMapping(field, renamed, mapping) } : found;
}

function byPlace(one: Diagnostic, other: Diagnostic): number {
  const lines = (one.place?.line ?? 0) - (other.place?.line ?? 0);
  return lines === 0 ? (one.place?.column ?? 0) - (other.place?.column ?? 0) : lines;
}

function checkParameter(
  { name, rule }: ParameterRule,
  catalog: CatalogSnapshot | undefined,
  destination: string,
  budget: SuggestionBudget,
): readonly Diagnostic[] {
  const faultOf = parameterCheck(name, catalog, destination, budget);
  return staticValues(rule).flatMap(value => {
    const { place } = value;
    const several = catalog && value.choice ? severalStatuses(value, catalog, destination) : undefined;
    if (several) return diagnoseAt(several, place, name);
    const fault = faultOf(catalog && value.choice ? statusMeant(value, catalog) : value.text);
    return diagnoseAt(fault, place, name, fault?.severity);
  });
}

function parameterCheck(
  name: ParameterRule['name'],
  catalog: CatalogSnapshot | undefined,
  destination: string,
  budget: SuggestionBudget,
): (text: string) => (Fault & { readonly severity?: Diagnostic['severity'] | undefined }) | undefined {
  if (name === 'id' || name === 'customerId') return numberFault;
  if (name === 'genderType') return genderLiteralFault;
  if (name === 'email') return emailFault;
  if (name !== 'customerStatus' || catalog === undefined) return () => undefined;
  // Its data is judged as of the time at which the catalog was read.
  const now = Math.max(catalog.fetchedAt, catalog.statusesListedAt ?? 0);
  return text => {
    const refuted = refutedStatus(text, catalog, destination, now, budget);
    return refuted
      ? refutedSince(refuted, catalog)
      : unconfirmedStatus(text, catalog, destination, now, budget);
  };
}

interface HowToCheck {
  readonly validators: 'fail' | 'warn';
  readonly budget: SuggestionBudget;
}

function checkFieldRule(
  field: FieldRule,
  configuration: FieldConfiguration,
  how: HowToCheck,
): readonly Diagnostic[] {
  const path = `additionalFields.${field.key}`;
  const unreadable = unreadableValidator(configuration);
  const rule = withAccountFormat(field.rule, configuration);
  const values = staticValues(rule).flatMap(value => checkValue(value, configuration, how, field));
  const separator = listFault(field.rule, configuration) ?? choicelessFault(field.rule, configuration);
  const clear = clears(field.rule) ? clearFault(configuration) : undefined;
  const always = conversionFault(rule, configuration);
  const severity = always?.code === 'check/validator' && how.validators === 'warn' ? 'warning' : undefined;
  return [
    ...(unreadable ? [fieldDiagnostic(unreadable, field)] : []),
    ...(separator ? [diagnose(separator, { place: field.rule.place, path })] : []),
    ...values,
    ...diagnoseAt(always, field.rule.base.place, path, severity),
    ...diagnoseAt(clear, field.rule.place, path),
  ];
}

function checkValue(
  value: StaticValue,
  configuration: FieldConfiguration,
  { validators, budget }: HowToCheck,
  { key, rule }: FieldRule,
): readonly Diagnostic[] {
  const path = `additionalFields.${key}`;
  const { place } = value;
  const choice = choiceFault(configuration, value, budget);
  if (choice) return diagnoseAt(ofLiteral(choice), place, path);
  const severity = validators === 'warn' ? 'warning' : undefined;
  const text = inAccountSpelling(configuration, value);
  const none = typeFault(configuration, text);
  if (none) return diagnoseAt(none, place, path);
  const doubtful = diagnoseAt(typeDoubt(configuration, text), place, path, 'warning');
  const refused = validatorFault(configuration, text);
  // A default is sent unchanged.
  const isConverted = rule.as === 'date' && place !== rule.default?.place;
  const from = isConverted ? 'conversion' : 'mapping';
  const fault = withDateHint(refused, { field: configuration, text, from });
  return [...doubtful, ...diagnoseAt(fault, place, path, severity)];
}

/** Values of events may be any choices, but values of the mapping are known. */
function listFault(rule: Rule, configuration: FieldConfiguration): Fault | undefined {
  const { base, lookup, as, separator } = rule;
  if (base.kind !== 'literal' && lookup === undefined) {
    return isSeveral(as) ? separatorFault(configuration, separator) : undefined;
  }
  const given = staticValues(rule).flatMap(({ text, elements }) => elements ?? [text]);
  return given.length > 1 ? separatorFault(configuration, separator, given) : undefined;
}

/** If a field has no choices, `as: choice` finds nothing. */
function choicelessFault({ as }: Rule, configuration: FieldConfiguration): Fault | undefined {
  if ((as !== 'choice' && as !== 'choices') || (configuration.selectItems ?? []).length > 0) return undefined;
  return {
    code: 'check/no-choices',
    message: `as: ${as} is for a field with choices, and ${fieldTitle(configuration)}, a field of type ${configuration.type}, has none; the value is sent unchanged`,
    hint: 'remove as, or set a field with choices',
  };
}

function clears(rule: Rule): boolean {
  return rule.whenEmpty === 'clear' || rule.whenMissing === 'clear' || rule.onInvalid === 'clear';
}

function fieldDiagnostic(fault: Fault, field: FieldRule): Diagnostic {
  return diagnose(fault, { place: field.place, path: `additionalFields.${field.key}` });
}

function diagnoseAt(
  fault: Fault | undefined,
  place: Place,
  path: string,
  severity?: Diagnostic['severity'],
): readonly Diagnostic[] {
  return fault ? [diagnose(fault, { place, path, severity })] : [];
}
