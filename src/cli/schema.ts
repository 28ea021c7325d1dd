import { configJsonSchema } from '../config/json-schema.ts';
import { mappingJsonSchema } from '../mapping/json-schema.ts';
import type { Arguments } from './command.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';

/** `fieldbridge schema`: prints the JSON Schema of the config or of a mapping. */
export async function schema(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  surroundings.out.write(`${JSON.stringify(schemaOf(args.words[0]), null, 2)}\n`);
  return exit.fine;
}

function schemaOf(what: string | undefined): unknown {
  if (what === 'config') return configJsonSchema();
  if (what === 'mapping') return mappingJsonSchema();
  throw new UsageError(`there is no schema "${what}"; there are config and mapping`);
}
