import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Change } from '../../inbox/call.ts';
import { staysText } from '../../mapping/convert/stays-text.ts';
import type { FieldRule, Mapping, Rule } from '../../mapping/mapping.ts';
import { staticValues } from '../static-values.ts';
import type { CallChecking } from './call-checking.ts';
import { checkField } from './check-field.ts';
import { findField, unsettable } from './field-key.ts';
import { refutedStatus } from './parameter-value.ts';
import { never } from './suggestion-budget.ts';

/**
 * Returns the diagnostics of `checkMapping` because of which every call of a mapping would be refused, for
 * any event; empty if some call may pass. A mapping can only fail if a part of each of its calls is refused,
 * or, for an update, everything that it could change.
 */
export function canOnlyFail(
  mapping: Mapping,
  diagnostics: readonly Diagnostic[],
  checking: Omit<CallChecking, 'policy'>,
): readonly Diagnostic[] {
  if (!hasErrors(diagnostics)) return [];
  const parts = [...statusParts(mapping, checking), ...fieldParts(mapping, checking)];
  const changesMore = mapping.set.some(({ name }) => name === 'note');
  const nothingElse =
    mapping.operation === 'updateCustomer' && !changesMore && parts.every(part => part.refused);
  const fatal = parts.filter(part => part.refused && (part.always || nothingElse));
  const paths = new Set(fatal.map(part => part.path));
  return diagnostics.filter(each => each.severity === 'error' && paths.has(each.path ?? ''));
}

/** A value that the calls of a mapping may set. */
interface Part {
  readonly path: string;
  /** True if every possible value is refused because of the mapping. */
  readonly refused: boolean;
  /** True if each call of the mapping has it. */
  readonly always: boolean;
}

function statusParts(mapping: Mapping, { catalog, destination, now }: Omit<CallChecking, 'policy'>): Part[] {
  return mapping.set
    .filter(({ name }) => name === 'customerStatus')
    .map(({ rule }) => {
      const changes = possibleChanges(rule);
      const refused = changes?.every(
        change =>
          'set' in change && refutedStatus(change.set.text, catalog, destination, now, never) !== undefined,
      );
      return { path: 'customerStatus', refused: refused === true, always: isAlwaysSent(rule, mapping) };
    });
}

function fieldParts(mapping: Mapping, checking: Omit<CallChecking, 'policy'>): Part[] {
  return mapping.additionalFields.map(field => ({
    path: `additionalFields.${field.key}`,
    refused: isRefused(field, mapping, checking),
    always: isAlwaysSent(field.rule, mapping),
  }));
}

function isRefused(
  { key, rule }: FieldRule,
  mapping: Mapping,
  checking: Omit<CallChecking, 'policy'>,
): boolean {
  const configuration = findField(key, checking.catalog);
  if (configuration === undefined) return mapping.onUnknownField === 'hold';
  if (unsettable(configuration, mapping.operation)) return true;
  const changes = possibleChanges(rule);
  return (
    changes?.every(change =>
      checkField({ key, change }, mapping.operation, {
        ...checking,
        policy: mapping,
        budget: never,
      }).findings.some(finding => finding.weight === 'hold'),
    ) === true
  );
}

/**
 * Returns all values that a rule can ever send, if they are in the rule itself: its literal, or the results
 * of its look-up table. Undefined if they depend on events or on a conversion.
 */
function possibleChanges(rule: Rule): readonly Change[] | undefined {
  const isPlain = staysText(rule.as);
  const isLiteral = literalOf(rule) !== undefined;
  if (!isPlain || (rule.lookup === undefined && !isLiteral)) return undefined;
  // With a literal that is not empty, the default is never used.
  const values = staticValues(rule.lookup ? rule : { ...rule, default: undefined });
  if (values.length === 0) return undefined;
  const { whenMissing, whenEmpty, onInvalid } = rule;
  const clears = !isLiteral && [whenMissing, whenEmpty, onInvalid].includes('clear');
  return [
    ...values.map(({ place: _, ...value }): Change => ({ set: { ...value, origin: 'mapping' } })),
    ...(clears ? [{ clear: true } as const] : []),
  ];
}

/** True if a rule sends a value in every call of its mapping. */
function isAlwaysSent(rule: Rule, { onInvalid }: Mapping): boolean {
  if (literalOf(rule) !== undefined && rule.lookup === undefined) return true;
  if ((rule.onInvalid ?? onInvalid) === 'drop') return false;
  if (rule.default && presenceOf(rule.default.value) === 'present') return true;
  return rule.whenMissing !== 'skip' && rule.whenEmpty !== 'skip';
}

/** Returns the literal of a rule, if it is sent. */
function literalOf({ base }: Rule): unknown {
  const value =
    base.kind === 'literal'
      ? base.value
      : base.kind === 'expression'
        ? base.expression.literal?.value
        : base.parts.every(part => typeof part === 'string')
          ? base.parts.join('')
          : undefined;
  return presenceOf(value) === 'present' ? value : undefined;
}
