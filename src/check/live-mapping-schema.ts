import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { editorSchema, type RawSchema } from '../config/schema/editor-schema.ts';
import type { Operation } from '../inbox/call.ts';
import { mappingJsonSchema, ruleReference, ruleTypes } from '../mapping/json-schema.ts';
import { destinationExpression } from '../mapping/schema.ts';
import { unsettable } from './call/field-key.ts';

/** The names defined by a config and its accounts. */
export interface LiveNames {
  readonly sources: readonly string[];
  /** Each destination with its live configuration, if it is known. */
  readonly destinations: ReadonlyMap<string, CatalogSnapshot | null>;
}

/**
 * The JSON Schema of a mapping with the names of one config and its accounts: sources, destinations, for each
 * destination the keyNames that an operation can set, with their display names and choices, and the status
 * names. An editor refuses any other name. Statuses are only suggested, since there may be others.
 */
export function liveMappingSchema({ sources, destinations }: LiveNames): RawSchema {
  const names = [...destinations.keys()];
  const parts = [...destinations].flatMap(([name, catalog]) =>
    catalog ? operations.map(operation => destinationPart(name, operation, catalog)) : [],
  );
  const common = {
    properties: {
      ...(sources.length > 0 && { source: { enum: sources } }),
      ...(names.length > 0 && {
        destination: {
          anyOf: [
            { enum: names },
            { type: 'string', pattern: destinationExpression.source },
            { type: 'object' },
          ],
        },
      }),
    },
  };
  return { ...mappingJsonSchema(), allOf: [common, ...parts.map(editorSchema)] };
}

const operations: readonly Operation[] = ['updateCustomer', 'persistCustomerData'];

/** Returns the schema for a mapping with this destination and this operation. */
function destinationPart(name: string, operation: Operation, catalog: CatalogSnapshot): RawSchema {
  const settable = catalog.fields.filter(field => unsettable(field, operation) === undefined);
  const fields = Object.fromEntries(settable.map(field => [field.keyName, fieldSchema(field)]));
  const statuses = catalog.statuses.map(status => status.name);
  return {
    if: {
      properties: { destination: { const: name }, operation: { const: operation } },
      required: ['destination', 'operation'],
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: {
        set: {
          properties: {
            additionalFields: { properties: fields, additionalProperties: false },
            ...(statuses.length > 0 && { customerStatus: statusSchema(statuses, name) }),
          },
        },
      },
    },
  };
}

function fieldSchema(field: FieldConfiguration): RawSchema {
  const choices = field.selectItems ?? [];
  return {
    title: field.name,
    description: fieldWords(field),
    type: ruleTypes,
    allOf: [ruleReference, ...(choices.length > 0 ? [givenBy(choiceSchema(field.type, choices))] : [])],
  };
}

function fieldWords(field: FieldConfiguration): string {
  const choices = field.selectItems ?? [];
  const validator = field.errorMessage ?? field.validatorRegexp;
  const parts = [
    `${field.name} (${field.type})`,
    // For a field with choices, the description only repeats the list of them (API document 2.6).
    choices.length > 0
      ? `${field.type === 'checkbox_group' ? 'any' : 'one'} of: ${choices.join(', ')}`
      : field.description,
    validator === null ? null : `checked: ${validator}`,
    field.valueRequired ? 'must have a value' : null,
    field.hidden ? 'hidden in the office' : null,
  ];
  return parts.filter(Boolean).join('. ');
}

/** Returns the schema of literals in a rule. It does not apply to a plain text, which is an expression. */
function givenBy(value: RawSchema): RawSchema {
  const orNone = { anyOf: [value, { type: 'null' }] };
  return {
    properties: {
      value: orNone,
      values: { additionalProperties: orNone },
      otherwise: orNone,
      default: orNone,
    },
  };
}

function choiceSchema(type: string, choices: readonly string[]): RawSchema {
  const one = { enum: choices.flatMap(asYaml) };
  const list = { type: 'array', items: one };
  if (type !== 'checkbox_group') return { anyOf: [one, list] };
  return { anyOf: [one, list, { type: 'string', pattern: '[,;|\\n]' }] };
}

/** Returns a choice as YAML may read it: without quotation marks, `3` is a number and `true` is true. */
function asYaml(choice: string): readonly unknown[] {
  if (choice === 'true' || choice === 'false') return [choice, choice === 'true'];
  const number = Number(choice);
  return choice !== '' && String(number) === choice ? [choice, number] : [choice];
}

function statusSchema(names: readonly string[], destination: string): RawSchema {
  const known = names.map(name => JSON.stringify(name)).join(', ');
  return {
    description: `Name of a customer status, exactly as it is written. Known of ${destination}: ${known}; there may be more.`,
    type: ruleTypes,
    allOf: [ruleReference, givenBy({ anyOf: [{ enum: names }, {}] })],
  };
}
