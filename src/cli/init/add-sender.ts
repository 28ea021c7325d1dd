import { randomBytes } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { presets } from '../../receive/senders/senders.ts';
import { createSetup, type MadeSecrets, type Setup } from '../../setup/setup.ts';
import type { SetupRefusal } from '../../setup/setup-refusal.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { openDialogue } from '../terminal/dialogue.ts';
import { readText, shortPath, show } from '../workspace.ts';
import type { MappingToAdd } from './add-mapping.ts';
import { answerOf, readName } from './asking.ts';
import { readInitFlags } from './flags.ts';
import { askPreset } from './sender.ts';

/**
 * `fieldbridge init --add`: adds a sender to the config that is there, as the console does; for a source that the config
 * has, a mapping. A running bridge takes it within two seconds.
 */
export async function addSender(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const flags = readInitFlags(args);
  const file = join(resolve(surroundings.directory, flags.folder ?? '.'), 'config.yaml');
  const config = configOf(file, surroundings);
  const source = flags.source === undefined ? undefined : config.sources.get(flags.source);
  const setup = setupOf(file, config, surroundings);
  if (source && flags.sender === undefined) {
    const { addMapping } = await import('./add-mapping.ts');
    const isJson = args.options.json === true;
    return addMapping({ config, source, flags, setup, isJson }, surroundings);
  }
  const dialogue = args.options.json ? undefined : openDialogue(surroundings);
  if (!dialogue && flags.sender === undefined)
    throw new UsageError(
      'without a terminal to ask at, give --sender NAME (`fieldbridge sources` lists them; `other` for any other)',
    );
  try {
    const sender = await askPreset(dialogue, flags);
    const name = await answerOf(dialogue, {
      flag: '--source',
      given: flags.source,
      asks: 'A name for it, for your files and its address',
      otherwise: sender?.preset.name ?? 'website',
      read: readName,
    });
    const request = { name, sender, publicUrl: flags.publicUrl };
    const done = await setup.addSource(request, { who: 'terminal' });
    if (done.kind === 'refused') throw failureOf(done.why, file, surroundings);
    const url = `${flags.publicUrl ?? config.server.publicUrl ?? 'https://YOUR-SERVER'}/hooks/${name}`;
    const added = {
      name,
      url: addressOf(url, sender === undefined, done.value),
      setup: sender?.preset.setup ?? [],
    };
    const isJson = args.options.json === true;
    const before = { ...added, ...done.value };
    const withMapping = flags.payload !== undefined || flags.sample === true;
    if (!isJson) surroundings.out.write(addedText({ ...added, withMapping }, done.value, file, surroundings));
    else if (!withMapping) surroundings.out.write(`${JSON.stringify(before, null, 2)}\n`);
    return withMapping ? await mappingOf(name, { file, flags, isJson, before }, surroundings) : exit.fine;
  } finally {
    dialogue?.close();
  }
}

/** The mapping of a sender that was just added, from the webhook that the command was given with it. */
async function mappingOf(
  name: string,
  more: Pick<MappingToAdd, 'flags' | 'isJson' | 'before'> & { readonly file: string },
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { file, ...wish } = more;
  const config = configOf(file, surroundings);
  const source = config.sources.get(name);
  if (!source) throw new Error('a source that was added is not there');
  const { addMapping } = await import('./add-mapping.ts');
  return addMapping({ ...wish, config, source, setup: setupOf(file, config, surroundings) }, surroundings);
}

function setupOf(file: string, config: Config, { env }: Surroundings): Setup {
  return createSetup({
    // A person with this terminal can edit the files anyway.
    place: { allowed: true, config: file, mappings: config.mappings },
    // The audit log is in the store, which the running bridge has; what people do to files here is not in it.
    record: async () => {},
    now: Date.now,
    random: randomBytes,
    tryConfig(text, unwritten) {
      const readFile = (path: string) => (path === file ? text : (unwritten.get(path) ?? readText(path)));
      return loadConfig(file, { env, readFile, presets });
    },
  });
}

function configOf(file: string, surroundings: Surroundings): Config {
  const { config, diagnostics, texts } = loadConfig(file, {
    env: surroundings.env,
    readFile: readText,
    presets,
  });
  if (config) return config;
  const shown = show(diagnostics, texts, surroundings, surroundings.err);
  throw new CommandFailed(`the config cannot be used\n\n${shown}`, exit.usage, diagnostics);
}

/** An unknown sender is verified by a token in the address. */
function addressOf(url: string, hasToken: boolean, { secret }: MadeSecrets): string {
  return hasToken && secret !== undefined ? `${url}?token=${secret}` : url;
}

interface AddedSender {
  readonly name: string;
  readonly url: string;
  readonly setup: readonly string[];
  /** Its mapping is made by the same command. */
  readonly withMapping: boolean;
}

function addedText(
  { name, url, setup, withMapping }: AddedSender,
  { secret, verifyToken }: MadeSecrets,
  file: string,
  surroundings: Surroundings,
): string {
  const steps = setup.map((step, index) => `  ${index + 1}. ${step.replaceAll('{url}', url)}`);
  return [
    '',
    `Written: ${shortPath(file, surroundings)}, secrets in ${shortPath(join(dirname(file), 'secrets'), surroundings)}`,
    'A running bridge takes the new sender within two seconds.',
    '',
    'To be entered at the sender:',
    `  address  ${url}`,
    ...(secret !== undefined && setup.length > 0 ? [`  secret   ${secret}`] : []),
    ...(verifyToken === undefined ? [] : [`  verify token   ${verifyToken}`]),
    ...(steps.length > 0 ? ['', 'At the sender:', ...steps] : []),
    '',
    ...(withMapping
      ? []
      : [`Once its first webhook is there, the console makes the mapping of ${name} from it.`, '']),
  ].join('\n');
}

function failureOf(why: SetupRefusal, file: string, surroundings: Surroundings): CommandFailed {
  const path = shortPath(file, surroundings);
  switch (why.code) {
    case 'name-taken':
      return new CommandFailed(
        `${path} has a source ${why.name} already; choose another --source`,
        exit.usage,
      );
    case 'config-faulty': {
      const shown = why.diagnostics.map(({ message, hint }) => (hint ? `${message}; ${hint}` : message));
      return new CommandFailed(`${path} would not be valid: ${shown.join('; ')}`, exit.usage);
    }
    case 'not-writable':
      return new CommandFailed(`${why.path} cannot be written (${why.error})`);
    default:
      return new CommandFailed(`${path} was not changed (${why.code}); try again, or edit it by hand`);
  }
}
