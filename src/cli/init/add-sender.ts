import { randomBytes } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { OwnVerification } from '../../check/starter/config-text.ts';
import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { Secret } from '../../config/secret.ts';
import type { MeantPreset } from '../../config/sources/meant-presets.ts';
import { setupSteps } from '../../config/sources/setup-steps.ts';
import type { FileText } from '../../edit/file-editor.ts';
import { presets } from '../../receive/senders/senders.ts';
import { tokenInAddress } from '../../setup/change-sources.ts';
import { createSetup, type MadeSecrets, type Setup } from '../../setup/setup.ts';
import type { SetupRefusal } from '../../setup/setup-refusal.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { openDialogue } from '../terminal/dialogue.ts';
import { readSampleFile } from '../try/read-sample-file.ts';
import { readText, shortPath, show } from '../workspace.ts';
import type { MappingToAdd } from './add-mapping.ts';
import { addedSenderText } from './added-sender-text.ts';
import { answerOf, readName } from './asking.ts';
import { type InitFlags, readInitFlags } from './flags.ts';
import { pasteText, type SenderToEnter } from './paste.ts';
import { readingOfPayload } from './reading.ts';
import { type FoundSecret, findSecret } from './secret.ts';
import { askPreset, askVerify } from './sender.ts';

/**
 * `fieldbridge init --add`: adds a sender to an existing config, as the console does; for an existing source, a
 * mapping. A running bridge uses it within two seconds, unless its secret is in a variable. If a part fails, nothing is
 * written.
 */
export async function addSender(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  refuseUnused(args);
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
    const toAdd = { name, sender, config, flags, file, setup, isJson: args.options.json === true };
    return await enter(toAdd, surroundings);
  } finally {
    dialogue?.close();
  }
}

interface SenderToAdd {
  readonly name: string;
  readonly sender: MeantPreset | undefined;
  readonly config: Config;
  readonly flags: InitFlags;
  readonly file: string;
  readonly setup: Setup;
  readonly isJson: boolean;
}

/** Adds a sender to the config, and its mapping if there is a webhook. Shows the settings to enter. */
async function enter(
  { name, sender, config, flags, file, setup, isJson }: SenderToAdd,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  if (sender && flags.verify !== undefined)
    throw new UsageError(
      '--verify is for `--sender other`; the webhooks of a known sender are verified in its way',
    );
  const verify = flags.verify === undefined ? tokenInAddress : await askVerify(undefined, flags);
  const kept = await givenSecret(name, { flags, folder: dirname(file) }, surroundings);
  const reading = sender ? {} : await readingOfPayload(sender, flags, surroundings);
  // If the file cannot be used, nothing is written.
  const payload = flags.payload === undefined ? undefined : await readSampleFile(flags.payload, surroundings);
  const withMapping = flags.payload !== undefined || flags.sample === true;
  const { findTarget } = await import('./add-mapping.ts');
  const target = withMapping ? await findTarget(name, { config, flags }, surroundings) : undefined;
  const request = { name, sender, verify, secretPlace: kept?.place, reading, publicUrl: flags.publicUrl };
  const before = configText(setup);
  const done = await setup.addSource(request, { who: 'terminal' });
  if (done.kind === 'refused') throw failureOf(done.why, file, surroundings);
  const publicUrl = flags.publicUrl ?? config.server.publicUrl;
  const url = `${publicUrl ?? 'https://YOUR-SERVER'}/hooks/${name}`;
  const inUrl = !sender && verify.type === 'query-token' && done.value.secret !== undefined;
  const added = {
    name,
    url: inUrl ? `${url}?${verify.name}=${done.value.secret}` : url,
    setup: setupSteps(sender?.preset.setup ?? [], done.value.secret === undefined ? 'by-hand' : 'made'),
  };
  const asJson = { ...added, ...done.value, ...reading };
  const toEnter = sender ? undefined : pasteText(unknownSender(name, { verify, publicUrl }, done.value));
  const tell = () =>
    surroundings.out.write(
      isJson
        ? `${JSON.stringify(asJson, null, 2)}\n`
        : addedSenderText({ ...added, withMapping, toEnter, given: kept }, done.value, file, surroundings),
    );
  if (!withMapping) {
    tell();
    return exit.fine;
  }
  const written = configText(setup);
  try {
    const mapping = {
      file,
      flags,
      isJson,
      before: asJson,
      payload,
      target,
      isReady: isJson ? undefined : tell,
    };
    return await mappingOf(name, mapping, surroundings);
  } catch (error) {
    await undo(name, { before, written }, setup);
    throw error;
  }
}

function configText({ editor }: Setup): FileText | undefined {
  const read = editor.read({ kind: 'config' });
  return 'code' in read ? undefined : read;
}

/** Removes a sender whose mapping cannot be written, with its secrets. If nobody has changed the config, it is as before. */
async function undo(
  name: string,
  { before, written }: { readonly before: FileText | undefined; readonly written: FileText | undefined },
  setup: Setup,
): Promise<void> {
  const actor = { who: 'terminal' };
  const isOurs = configText(setup)?.version === written?.version;
  await setup.removeSource(name, [], actor);
  const now = configText(setup);
  if (!isOurs || !before || !now) return;
  await setup.editor.write({ kind: 'config' }, { text: before.text, expected: now.version, actor });
}

/** The options of `init` for the account or a new config. */
const ofNewConfig = [
  'url',
  'sandbox',
  'allow-http',
  'token-env',
  'token-file',
  'locale',
  'statuses',
  'port',
  'wait',
  'force',
];

function refuseUnused({ options }: Arguments): void {
  const unused = ofNewConfig.filter(name => options[name] !== undefined && options[name] !== false);
  if (unused.length === 0) return;
  const named = unused.map(name => `--${name}`).join(', ');
  throw new UsageError(
    `--add uses the account and the settings of the config that is there, so it takes no ${named}; change them in config.yaml`,
  );
}

/** Adds the mapping of the new sender, from the webhook that the command line names. */
async function mappingOf(
  name: string,
  more: Pick<MappingToAdd, 'flags' | 'isJson' | 'before' | 'payload' | 'target' | 'isReady'> & {
    readonly file: string;
  },
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { file, ...toAdd } = more;
  const config = configOf(file, surroundings);
  const source = config.sources.get(name);
  if (!source) throw new Error('a source that was added is not there');
  const { addMapping } = await import('./add-mapping.ts');
  return addMapping({ ...toAdd, config, source, setup: setupOf(file, config, surroundings) }, surroundings);
}

function setupOf(file: string, config: Config, { env }: Surroundings): Setup {
  return createSetup({
    // A person with this terminal has access to the files anyway.
    place: { allowed: true, config: file, mappings: config.mappings },
    // The audit log is in the store of the running bridge; it has no entries for changes of files made here.
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

/** Returns the place of an existing secret, if the command line names one. */
async function givenSecret(
  name: string,
  { flags, folder }: { readonly flags: InitFlags; readonly folder: string },
  surroundings: Surroundings,
): Promise<FoundSecret | undefined> {
  const { secretEnv, secretFile } = flags;
  if (secretEnv === undefined && secretFile === undefined) return undefined;
  const question = {
    what: 'the secret of the sender',
    explains: 'It proves that a webhook comes from the sender.',
    variable: `${name.toUpperCase().replaceAll('-', '_')}_SECRET`,
    fileName: `${name}-secret`,
    flags: { environment: secretEnv, file: secretFile, name: 'secret' },
    folder,
    needed: 'now',
    origin: 'given',
    kind: 'text',
  } as const;
  return findSecret(undefined, question, surroundings);
}

function unknownSender(
  source: string,
  { verify, publicUrl }: { readonly verify: OwnVerification; readonly publicUrl: string | undefined },
  { secret }: MadeSecrets,
): SenderToEnter {
  const made =
    secret === undefined ? { secret: undefined } : { secret: new Secret(secret), isNew: true as const };
  return { sender: { verify }, source, publicUrl, secret: { place: { kind: 'none' }, ...made } };
}

function failureOf(why: SetupRefusal, file: string, surroundings: Surroundings): CommandFailed {
  const path = shortPath(file, surroundings);
  switch (why.code) {
    case 'name-taken':
      return new CommandFailed(
        `${path} has a source ${why.name} already; to add a mapping for it, leave out --sender; for another sender, choose another --source`,
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
