import { type FieldConfiguration, unsupportedTypes } from '../booking/field.ts';
import type { Config } from '../config/config.ts';
import { findCatalogs } from './catalogs.ts';
import type { Arguments } from './command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';
import { table } from './table.ts';
import { readConfig } from './workspace.ts';

/** `fieldbridge fields`: lists the additional fields of a destination, live (API document 4.3). */
export async function fields(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { config } = readConfig(args, surroundings);
  const name = destinationOf(config, args.words[0]);
  const found = (await findCatalogs(config, { offline: false, languages: 'all' })).get(name);
  if (!found?.snapshot)
    throw new CommandFailed(
      `the fields of ${name} cannot be read: ${found?.trouble ?? 'nothing is known of it'}`,
    );
  if (found.trouble)
    surroundings.err.write(
      `${name} cannot be reached (${found.trouble}); this is what was known on ${new Date(found.snapshot.fetchedAt).toISOString()}\n`,
    );
  const { snapshot } = found;
  if (args.options.json) {
    surroundings.out.write(`${JSON.stringify({ destination: name, fields: snapshot.fields }, null, 2)}\n`);
    return exit.fine;
  }
  const headings = ['keyName', 'type', 'name', 'what it takes'];
  surroundings.out.write(table(headings, snapshot.fields.map(row), surroundings.out.columns));
  surroundings.out.write(`\n${count(name, snapshot.fields)}\n`);
  return exit.fine;
}

/** The destination that a command means: the one it names, or the only one. */
export function destinationOf(config: Config, word: string | undefined): string {
  const names = [...config.destinations.keys()];
  if (word === undefined && names.length === 1 && names[0] !== undefined) return names[0];
  if (word === undefined) throw new UsageError(`say which destination: ${names.join(', ')}`);
  if (!names.includes(word))
    throw new UsageError(`there is no destination "${word}"; there are ${names.join(', ')}`);
  return word;
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

function takes(field: FieldConfiguration): string {
  if (unsupportedTypes.has(field.type)) return 'cannot be set';
  const parts = [
    field.selectItems
      ? `${field.type === 'checkbox_group' ? 'any' : 'one'} of: ${field.selectItems.join(', ')}`
      : '',
    field.validatorRegexp ? `matches ${field.validatorRegexp}` : '',
    field.valueRequired ? 'required' : '',
    field.appointmentSpecific ? 'only in bookings' : '',
    field.hidden ? 'hidden' : '',
  ];
  return parts.filter(Boolean).join('; ');
}
