import * as z from 'zod';
import { editorSchema, type RawSchema } from '../config/schema/editor-schema.ts';
import type { Operation } from '../inbox/call.ts';
import { parameters } from './parameters.ts';
import { fieldsDescription, mappingShape, operationShape, ruleShape } from './schema.ts';

/** The name of a rule's schema in `definitions`. */
const ruleName = 'rule';

/** A reference to the schema of a rule, inside that of a mapping. */
export const ruleReference = { $ref: `#/definitions/${ruleName}` } as const;

/** A rule is an expression or an object. By these types, editors write the colon after a completed name. */
export const ruleTypes = ['string', 'object'] as const;

/** Stands for the schema of a rule, without a description, which would hide that of the parameter. */
const rule = z.string().meta({ id: ruleName });

/**
 * The JSON Schema of a mapping file for editors: every key with its description, and the parameters by
 * operation. It is of draft 7, which all editors support.
 */
export function mappingJsonSchema(): RawSchema {
  const shape = z.union(operationShape.options.map(fileShape));
  const schema = z.toJSONSchema(shape, options);
  const definitions = { [ruleName]: ruleSchema() };
  return editorSchema({ title: 'Fieldbridge mapping', ...schema, definitions });
}

/** Without references to shared parts, after which editors complete less. */
const options = { io: 'input', reused: 'inline', target: 'draft-7' } as const;

/** The keys only apply to objects. This needs no `anyOf`, of which editors would show every part. */
function ruleSchema(): RawSchema {
  const { $schema, ...schema } = z.toJSONSchema(ruleShape, options);
  return { ...schema, type: ruleTypes };
}

function fileShape(operation: Operation) {
  const set = Object.entries(parameters[operation]).map(([name, parameter]) => {
    const described = rule.meta({ description: parameter.description, type: ruleTypes });
    return [name, parameter.needed ? described : described.optional()] as const;
  });
  const { ignoreOlder } = mappingShape.shape;
  return mappingShape.omit({ ignoreOlder: true }).extend({
    ...(operation === 'updateCustomer' && { ignoreOlder }),
    destination: rule.meta({
      description: 'A destination of the config, or a rule that gives its name.',
      type: ruleTypes,
    }),
    operation: z.literal(operation).describe('The operation of the API.'),
    set: z
      .strictObject({
        ...Object.fromEntries(set),
        additionalFields: z.record(z.string(), rule).optional().describe(fieldsDescription),
      })
      .describe("Rules for the API's own parameter names."),
  });
}
