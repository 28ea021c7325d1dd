import { dirname, join } from 'node:path';
import type { MadeSecrets } from '../../setup/setup.ts';
import type { Surroundings } from '../surroundings.ts';
import { shortPath } from '../workspace.ts';
import type { FoundSecret } from './secret.ts';

/** A sender that was added, as it is told. */
export interface AddedSender {
  readonly name: string;
  readonly url: string;
  readonly setup: readonly string[];
  /** The settings to enter at an unknown sender. */
  readonly toEnter: string | undefined;
  /** True if the same command adds its mapping. */
  readonly withMapping: boolean;
  /** The place of an existing secret that the command line names. */
  readonly given: FoundSecret | undefined;
}

/** Nothing is written into the folder of the secrets if the secret is in a variable or in a file of its own. */
function secretsText(given: FoundSecret | undefined, folder: string, surroundings: Surroundings): string {
  if (given?.place.kind === 'environment')
    return `; the secret is read from the variable ${given.place.name}`;
  if (given?.place.kind === 'file')
    return `; the secret is read from ${shortPath(given.place.path, surroundings)}`;
  return `, secrets in ${shortPath(folder, surroundings)}`;
}

/** A running process does not get variables that are set later. */
function usedFrom(given: FoundSecret | undefined): readonly string[] {
  if (given?.place.kind !== 'environment')
    return ['A running bridge uses the new sender within two seconds.'];
  const { name } = given.place;
  return [
    `If the running bridge was started without ${name}, its responses to the sender are 404 until then:`,
    `restart it with ${name} set. With --secret-file, it needs no restart.`,
  ];
}

/** Returns what was written, from when on it is used, and what to enter at the sender. */
export function addedSenderText(
  { name, url, setup, toEnter, withMapping, given }: AddedSender,
  { secret, verifyToken }: MadeSecrets,
  file: string,
  surroundings: Surroundings,
): string {
  const steps = setup.map((step, index) => `  ${index + 1}. ${step.replaceAll('{url}', url)}`);
  return [
    '',
    `Written: ${shortPath(file, surroundings)}${secretsText(given, join(dirname(file), 'secrets'), surroundings)}`,
    ...usedFrom(given),
    ...(toEnter === undefined ? ['', 'Enter at the sender:', `  address  ${url}`] : [toEnter]),
    ...(secret !== undefined && setup.length > 0 ? [`  secret   ${secret}`] : []),
    ...(verifyToken === undefined ? [] : [`  verify token   ${verifyToken}`]),
    ...(steps.length > 0 ? ['', 'At the sender:', ...steps] : []),
    '',
    ...(withMapping
      ? []
      : [`After the first webhook, the console can write the mapping of ${name} from it.`, '']),
  ].join('\n');
}
