import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { evaluateBase } from '../../mapping/evaluate/evaluate-base.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping, ParameterName, Rule } from '../../mapping/mapping.ts';
import type { ValueKind } from './value-kind.ts';
import { mappedFields } from './vocabulary.ts';

/** The field of the destination that a payload value goes to. */
export interface Destined {
  readonly kind: ValueKind;
  /** True if the account treats the field as confidential (API document 2.6 privacyConfidential). */
  readonly isConfidential: boolean;
}

const parameterKinds: Partial<Record<ParameterName, ValueKind>> = {
  firstName: 'first-name',
  name: 'last-name',
  email: 'email',
  mobile: 'phone',
  phone: 'phone',
};

const typeKinds: Readonly<Record<string, ValueKind>> = { birthday: 'date', date: 'date', link: 'url' };

/** Returns the fields that the values of one event go to, by the texts that rules take from the payload. */
export async function destinedKinds(
  mapping: Mapping,
  input: MappingInput,
  catalog: CatalogSnapshot | null,
): Promise<ReadonlyMap<string, Destined>> {
  const found = new Map<string, Destined>();
  const fields = new Map(mappedFields(mapping, catalog).map(field => [field.keyName, field]));
  const { payload, event, ...bindings } = input;
  const scope: Scope = { input: payload, bindings: { ...bindings, event } };
  const note = async (rule: Rule, destined: Destined) => {
    for (const text of await textsOf(rule, scope)) if (!found.has(text)) found.set(text, destined);
  };
  for (const { key, rule } of mapping.additionalFields) {
    const field = fields.get(key);
    const kind = rule.as === 'date' ? 'date' : rule.as === 'phone' ? 'phone' : typeKinds[field?.type ?? ''];
    await note(rule, { kind: kind ?? 'text', isConfidential: field?.privacyConfidential ?? false });
  }
  for (const { name, rule } of mapping.set) {
    await note(rule, {
      kind: parameterKinds[name] ?? 'text',
      isConfidential: parameterKinds[name] !== undefined,
    });
  }
  return found;
}

async function textsOf(rule: Rule, scope: Scope): Promise<readonly string[]> {
  if (rule.base.kind === 'literal') return [];
  const base = await evaluateBase(rule, scope);
  if (!('value' in base)) return [];
  return [base.value].flat(Number.POSITIVE_INFINITY).flatMap(each => {
    const text = scalarText(each);
    return 'value' in text ? [text.value] : [];
  });
}
