import { type FieldConfiguration, unsupportedTypes } from '../../booking/catalog/field.ts';
import type { Config } from '../../config/config.ts';
import { needsDestination } from '../../config/placeholder.ts';
import { visibleNames } from '../../diagnostics/visible-text.ts';
import type { Arguments } from '../command.ts';
import { knownName } from '../known-name.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { fitted } from '../terminal/fitted.ts';
import { table } from '../terminal/table.ts';
import { localTime } from '../terminal/time-words.ts';
import { readConfig } from '../workspace.ts';
import { type FoundCatalog, findCatalogs } from './catalogs.ts';
import { saveFields } from './save-fields.ts';

/**
 * `fieldbridge fields`: lists the additional fields of a destination, live (API document 4.3). With `--save` it saves
 * them in the lock; without a name, those of all destinations.
 */
export async function fields(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { config } = readConfig(args, surroundings, needsDestination(args.words[0]));
  const [word] = args.words;
  if (args.options.save === true) {
    const names = word === undefined ? [...config.destinations.keys()] : [destinationOf(config, word)];
    return saveFields(config, names, { json: args.options.json === true }, surroundings);
  }
  const name = destinationOf(config, word);
  const found = (await findCatalogs(config, { offline: false, languages: 'all', only: name })).get(name);
  const { snapshot } = found ?? {};
  if (!found || !snapshot)
    throw new CommandFailed(
      `the fields of ${name} cannot be read: ${found?.trouble ?? 'nothing is known of it'}`,
    );
  if (found.trouble)
    surroundings.err.write(
      `${fitted(unreached(name, found, snapshot.fetchedAt), surroundings.err.columns)}\n`,
    );
  if (args.options.json) {
    const readAt = new Date(snapshot.fetchedAt).toISOString();
    const answer = { destination: name, readAt, live: !found.trouble, fields: snapshot.fields.map(asJson) };
    surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
    return exit.fine;
  }
  const headings = ['keyName', 'type', 'name', 'what it takes'];
  surroundings.out.write(table(headings, snapshot.fields.map(row), surroundings.out.columns));
  surroundings.out.write(`\n${count(name, snapshot.fields)}\n`);
  return exit.fine;
}

/** Returns the destination of a command: the named one, or the only one. */
export function destinationOf(config: Config, word: string | undefined): string {
  const names = [...config.destinations.keys()];
  if (word === undefined && names.length === 1 && names[0] !== undefined) return names[0];
  if (word === undefined) throw new UsageError(`say which destination: ${names.join(', ')}`);
  return knownName(word, names, 'destination');
}

function unreached(name: string, { trouble, from }: FoundCatalog, fetchedAt: number): string {
  const where = from === 'lock' ? 'in catalog.lock.yaml ' : '';
  return `${name} cannot be reached (${trouble}); this is what was known ${where}on ${localTime(new Date(fetchedAt).toISOString())}`;
}

/** Returns everything known about a field, including whether and where it can be set. */
function asJson(field: FieldConfiguration) {
  const { names, formerKeys, ...configuration } = field;
  return {
    ...configuration,
    names: names ?? {},
    formerKeys: formerKeys ?? [],
    settable: !unsupportedTypes.has(field.type),
    operations: unsupportedTypes.has(field.type)
      ? []
      : field.appointmentSpecific
        ? ['persistCustomerData']
        : ['updateCustomer', 'persistCustomerData'],
  };
}

function row(field: FieldConfiguration): string[] {
  return [field.keyName, field.type, field.name, takes(field)];
}

function count(name: string, all: readonly FieldConfiguration[]): string {
  const settable = all.filter(field => !unsupportedTypes.has(field.type));
  const booked = settable.filter(field => field.appointmentSpecific).length;
  const parts = [
    `${settable.length - booked} can be set`,
    booked === 0 ? '' : `${booked} only in bookings`,
    settable.length === all.length ? '' : `${all.length - settable.length} cannot be set`,
  ];
  return `${all.length} fields of ${name}: ${parts.filter(Boolean).join(', ')}`;
}

/** Descriptions of the values of a type, if the type alone determines them. */
const typeTakes: Readonly<Record<string, string>> = {
  checkbox: 'true or false',
};

function takes(field: FieldConfiguration): string {
  if (unsupportedTypes.has(field.type)) return 'cannot be set';
  const parts = [
    field.selectItems
      ? `${field.type === 'checkbox_group' ? 'any' : 'one'} of: ${visibleNames(field.selectItems)}`
      : (typeTakes[field.type] ?? ''),
    field.validatorRegexp ? `matches ${field.validatorRegexp}` : '',
    field.valueRequired ? 'required' : '',
    field.appointmentSpecific ? 'only in bookings' : '',
    field.specificForLocationId === null ? '' : `only at location ${field.specificForLocationId}`,
    field.hidden ? 'hidden' : '',
    field.formerKeys ? `was ${field.formerKeys.join(', ')}` : '',
  ];
  return parts.filter(Boolean).join('; ');
}
