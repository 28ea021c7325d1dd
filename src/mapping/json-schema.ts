import * as z from 'zod';
import type { Operation } from '../inbox/call.ts';
import { parameters } from './parameters.ts';
import { fieldsDescription, mappingShape, operationShape, ruleShape } from './schema.ts';

const rule = z.union([z.string().describe('A JSONata expression.'), ruleShape]);

/**
 * The JSON Schema of a mapping file, for editors: every key with its description, the parameters by operation. It is of
 * draft 7, which all of them read.
 */
export function mappingJsonSchema(): Readonly<Record<string, unknown>> {
  const shape = z.union(operationShape.options.map(fileShape));
  return {
    title: 'Fieldbridge mapping',
    ...z.toJSONSchema(shape, { io: 'input', reused: 'ref', target: 'draft-7' }),
  };
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
