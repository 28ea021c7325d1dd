import { parameterNames } from '../parameters.ts';
import { isMap, type Parsing, report } from './parsing.ts';

/** Reports keys beside `set` that belong inside it, and returns them. */
export function misplacedKeys(parsing: Parsing, raw: Readonly<Record<string, unknown>>): readonly string[] {
  const names = new Set<string>([
    ...parameterNames('updateCustomer'),
    ...parameterNames('persistCustomerData'),
    'additionalFields',
  ]);
  const misplaced = Object.keys(raw).filter(key => names.has(key));
  for (const key of misplaced) {
    const isThere = key === 'additionalFields' && isMap(raw.set) && raw.set.additionalFields !== undefined;
    const hint = isThere
      ? 'move its lines below the additionalFields: that stands in set: already'
      : `move the line below set: and indent it by two more spaces`;
    const message = `${key} stands beside set:, and belongs below it`;
    report(parsing, 'yaml/unknown-key', message, { path: [key], part: 'key' }, { hint });
  }
  return [...misplaced, ...keysOfElsewhere(parsing, raw)];
}

/** Reports keys of a source and of `defaults` at the head of a mapping, and returns them. */
function keysOfElsewhere(parsing: Parsing, raw: Readonly<Record<string, unknown>>): readonly string[] {
  const source = typeof raw.source === 'string' ? raw.source : 'NAME';
  const ofSource = (key: string) => ({
    message: `${key} is a key of the source, and stands in the config`,
    hint: `write the line in config.yaml, below sources: ${source}:`,
  });
  const ofDefaults = (key: string) => ({
    message: `${key} is a key of a rule, or of defaults: for all rules of the mapping`,
    hint: `write defaults: {${key}: ${String(raw[key])}}`,
  });
  return Object.keys(raw).filter(key => {
    const found = sourceKeys.has(key)
      ? ofSource(key)
      : defaultKeys.has(key) && typeof raw[key] === 'string'
        ? ofDefaults(key)
        : undefined;
    if (found)
      report(parsing, 'yaml/unknown-key', found.message, { path: [key], part: 'key' }, { hint: found.hint });
    return found !== undefined;
  });
}

const sourceKeys: ReadonlySet<string> = new Set(
  'answers empty split eventId eventType occurredAt verify preset people secret body jsonField charset handshake respond notify'.split(
    ' ',
  ),
);
const defaultKeys: ReadonlySet<string> = new Set(
  'country zone parse format separator decimal whenEmpty whenMissing'.split(' '),
);
