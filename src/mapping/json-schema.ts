import * as z from 'zod';
import { editorSchema, type JsonSchema } from '../config/editor-schema.ts';
import type { Operation } from '../inbox/call.ts';
import { parameters } from './parameters.ts';
import { fieldsDescription, mappingShape, operationShape, ruleShape } from './schema.ts';

/** By what name the schema of a rule stands in `definitions`. */
const ruleName = 'rule';

/** Points at the schema of a rule, within that of a mapping. */
export const ruleReference = { $ref: `#/definitions/${ruleName}` } as const;

const rule = z
  .union([z.string().describe('A JSONata expression.'), ruleShape])
  .meta({ id: ruleName, description: 'A JSONata expression, or a rule.' });

/**
 * The JSON Schema of a mapping file, for editors: every key with its description, the parameters by operation. It is of
 * draft 7, which all of them read.
 */
export function mappingJsonSchema(): JsonSchema {
  const shape = z.union(operationShape.options.map(fileShape));
  const schema = z.toJSONSchema(shape, { io: 'input', reused: 'ref', target: 'draft-7' });
  return editorSchema({ title: 'Fieldbridge mapping', ...schema });
}

function fileShape(operation: Operation) {
  const set = Object.entries(parameters[operation]).map(([name, parameter]) => {
    const described = rule.describe(parameter.description);
    return [name, parameter.needed ? described : described.optional()] as const;
  });
  const { ignoreOlder } = mappingShape.shape;
  return mappingShape.omit({ ignoreOlder: true }).extend({
    ...(operation === 'updateCustomer' && { ignoreOlder }),
    destination: z
      .union([z.string(), ruleShape])
      .describe('A destination of the config, or a rule that gives its name.'),
    operation: z.literal(operation).describe('The operation of the API.'),
    set: z
      .strictObject({
        ...Object.fromEntries(set),
        additionalFields: z.record(z.string(), rule).optional().describe(fieldsDescription),
      })
      .describe("Rules for the API's own parameter names."),
  });
}
