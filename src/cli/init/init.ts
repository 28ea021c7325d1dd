import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type ConfigContents, configBeginning, configText } from '../../check/starter/config-text.ts';
import { writeStarterMapping } from '../../check/starter/starter-mapping.ts';
import type { Config, SourceConfig } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { guessContentType } from '../../receive/bodies/guess-content-type.ts';
import { presets } from '../../receive/senders/senders.ts';
import type { SourceReading } from '../../setup/propose-source.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { type Dialogue, openDialogue, WrongAnswer } from '../terminal/dialogue.ts';
import { readText, shortPath, show } from '../workspace.ts';
import { answerOf } from './asking.ts';
import { type FoundCalendar, findCalendar } from './calendar.ts';
import { checkUnwritten } from './check-unwritten.ts';
import { type InitFlags, missingFlags, readInitFlags } from './flags.ts';
import { pasteText } from './paste.ts';
import { readingOfPayload } from './reading.ts';
import { reportJson, reportText } from './report.ts';
import { type FoundSample, findSample } from './sample.ts';
import { type FoundSender, findSender } from './sender.ts';
import { isThere, type KeptFile, type NewFile, writeFiles } from './write-files.ts';

/**
 * `fieldbridge init`: writes a config, a first mapping and its test, from the live fields of an account and one
 * webhook. On a terminal it asks for missing flags. It writes all or nothing, and replaces nothing without --force,
 * which keeps the old files. If it waits for a webhook, it first writes everything except the mapping, because the
 * sender needs the secret by then; the same command continues from there.
 */
export async function init(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  if (args.options.console) return (await import('./init-console.ts')).initConsole(args, surroundings);
  if (args.options.add) return (await import('./add-sender.ts')).addSender(args, surroundings);
  const flags = readInitFlags(args);
  const dialogue = args.options.json ? undefined : openDialogue(surroundings);
  const missing = dialogue ? [] : missingFlags(flags);
  if (missing.length > 0) {
    throw new UsageError(`without a terminal to ask at, these must be given:\n  ${missing.join('\n  ')}`);
  }
  try {
    const folder = await askFolder(dialogue, flags, surroundings);
    const calendar = await findCalendar(dialogue, flags, folder, surroundings);
    const sender = await findSender(dialogue, flags, folder, surroundings);
    refusePresent(join(folder, 'mappings', `${sender.source}.yaml`), flags, surroundings);
    // For an unknown sender nothing else says where its secret is.
    const isTold = dialogue !== undefined && 'verify' in sender.sender;
    if (isTold) dialogue.say(pasteText(sender));
    const reading = await readingOfPayload(sender.sender, flags, surroundings);
    const begun = beginnings(folder, { calendar, sender, reading }, flags, surroundings);
    // If the output is JSON, other texts go to standard error.
    const shownAt = args.options.json ? surroundings.err : surroundings.out;
    const say = (text: string) => void shownAt.write(text);
    const writing = openWriting(flags, surroundings);
    const listening = () => {
      writing.write(begun.files, 'nothing was written');
      say(`\n${writing.words()}\n`);
      if (!isTold) say(`${pasteText(sender)}\n`);
    };
    const source = begun.source;
    const search = { source, publicUrl: sender.publicUrl, flags, listening, say };
    const sample = await findSample(dialogue, search, surroundings);
    const { written, made } = await firstMapping(folder, { ...begun, calendar, sender, sample });
    const files = [...begun.files, ...made];
    writing.write(files, writing.isBegun() ? 'the mapping was not written' : 'nothing was written');
    const shown = relative(surroundings.directory, folder) || '.';
    const { origin } = sample;
    const done = { folder: shown, files, kept: writing.kept(), calendar, sender, written, origin };
    if (args.options.json) surroundings.out.write(`${JSON.stringify(reportJson(done), null, 2)}\n`);
    else surroundings.out.write(reportText(done, surroundings));
    return exit.fine;
  } finally {
    dialogue?.close();
  }
}

/** The data that are known before a webhook arrives. */
interface Beginnings {
  readonly files: readonly NewFile[];
  readonly config: Config;
  readonly source: SourceConfig;
}

/** Makes the config and the secrets. @throws CommandFailed if others exist, or they cannot be used */
function beginnings(
  folder: string,
  {
    calendar,
    sender,
    reading,
  }: { readonly calendar: FoundCalendar; readonly sender: FoundSender; readonly reading: SourceReading },
  flags: InitFlags,
  surroundings: Surroundings,
): Beginnings {
  const newSecrets = secretFiles(folder, calendar, sender);
  const text = configText({ ...configContents(calendar, sender, flags), reading: { ...reading } });
  const files: readonly NewFile[] = [{ path: join(folder, 'config.yaml'), contents: text }, ...newSecrets];
  refuseOthers(files, flags, surroundings);
  const config = loadUnwritten(text, { folder, newSecrets }, surroundings);
  const source = config.sources.get(sender.source);
  if (!source) throw new Error('the new config does not have its source');
  return { files, config, source };
}

/** Makes a first mapping, and the files to write for it: the mapping and its sample. */
async function firstMapping(
  folder: string,
  {
    config,
    source,
    calendar,
    sender,
    sample,
  }: Beginnings & { calendar: FoundCalendar; sender: FoundSender; sample: FoundSample },
) {
  const path = `samples/${sender.source}.${extensionOf(sample.bytes)}`;
  const file = join(folder, 'mappings', `${sender.source}.yaml`);
  const { destination, account } = calendar;
  const written = await writeStarterMapping({
    source,
    sender: sender.title,
    destination,
    catalog: account.catalog,
    fields: account.fields,
    sample: { ...sample, path },
    check: text =>
      checkUnwritten(config, { file, text, sample: sample.bytes, destination, catalog: account.catalog }),
  });
  if (written.kind === 'unreadable') throw new CommandFailed(`the webhook cannot be read: ${written.reason}`);
  const made: readonly NewFile[] = [
    { path: file, contents: written.text },
    { path: join(folder, 'mappings', path), contents: sample.bytes },
  ];
  return { written, made };
}

/** Writes files in one or two steps, and remembers the contents that they had before. */
function openWriting(flags: InitFlags, surroundings: Surroundings) {
  const written = new Set<string>();
  const kept: KeptFile[] = [];
  return {
    isBegun: () => written.size > 0,
    kept: (): readonly KeptFile[] => kept,
    /** Skips the files of the earlier step. @throws CommandFailed if a file cannot be written */
    write(files: readonly NewFile[], missing: string): void {
      const open = files.filter(({ path }) => !written.has(path));
      refuseOthers(open, flags, surroundings);
      kept.push(...write(open, flags, missing));
      for (const { path } of open) written.add(path);
    },
    words(): string {
      const names = (paths: readonly string[]) => paths.map(each => shortPath(each, surroundings)).join(', ');
      const before = kept.length === 0 ? '' : `\nKept as it was: ${names(kept.map(({ keptAs }) => keptAs))}`;
      return `Written: ${names([...written])}${before}`;
    },
  };
}

async function askFolder(
  dialogue: Dialogue | undefined,
  flags: InitFlags,
  surroundings: Surroundings,
): Promise<string> {
  dialogue?.say(
    'This command writes the first files of a bridge: a config, and a mapping for the webhooks of one sender. It asks a few questions. Enter accepts the value in brackets, Ctrl+C stops. Nothing is written before the last answer.',
  );
  const folder = await answerOf(dialogue, {
    flag: '--folder',
    given: flags.folder,
    asks: 'Folder to write to',
    otherwise: '.',
    read: answer => {
      const path = resolve(surroundings.directory, answer);
      if (isOfPerson(join(path, 'config.yaml')) && !flags.force && dialogue && flags.folder === undefined)
        throw new WrongAnswer(`There is a config.yaml in ${answer} already. Name another folder.`);
      return path;
    },
  });
  const config = join(folder, 'config.yaml');
  if (isOfPerson(config)) refusePresent(config, flags, surroundings);
  return folder;
}

/** True if there is a config that `init` did not write. One that it wrote may be the one to continue with. */
function isOfPerson(config: string): boolean {
  return existsSync(config) && !readFileSync(config, 'utf8').startsWith(configBeginning);
}

function refusePresent(path: string, { force }: InitFlags, surroundings: Surroundings): void {
  if (!force && existsSync(path)) refuse([path], surroundings);
}

/** Refuses to overwrite existing files that have other contents. */
function refuseOthers(files: readonly NewFile[], { force }: InitFlags, surroundings: Surroundings): void {
  const others = force ? [] : files.filter(file => existsSync(file.path) && !isThere(file));
  if (others.length > 0) refuse(pathsOf(others), surroundings);
}

function refuse(paths: readonly string[], { directory }: Surroundings): never {
  const are = paths.length === 1 ? 'is there already and is' : 'are there already and are';
  const them = paths.length === 1 ? 'it' : 'them';
  throw new CommandFailed(
    `${paths.map(path => relative(directory, path)).join(', ')} ${are} not overwritten; choose another --folder, or move ${them} away`,
    exit.usage,
  );
}

function pathsOf(files: readonly NewFile[]): readonly string[] {
  return files.map(({ path }) => path);
}

function configContents(
  calendar: FoundCalendar,
  sender: FoundSender,
  flags: InitFlags,
): Omit<ConfigContents, 'reading'> {
  const { account: _, token, ...others } = calendar;
  return {
    ...others,
    allowHttp: flags.allowHttp && /^http:/i.test(calendar.baseUrl),
    token: token.place,
    adminToken: { kind: 'file', path: adminTokenPath },
    source: sender.source,
    sender: sender.sender,
    secret: sender.secret.place,
    verifyToken: sender.verifyToken,
    publicUrl: sender.publicUrl,
    port: flags.port,
  };
}

/** The place of a new config, and the dependencies of reading it. */
interface ConfigPlace {
  readonly folder: string;
  readonly newSecrets: readonly NewFile[];
}

/** Stands for a secret that is set later; it is valid in every format of secrets. */
const laterSecret = '7f'.repeat(32);

/** Loads a config from its text. @throws CommandFailed if it is faulty, such as with an invalid secret */
function loadUnwritten(
  text: string,
  { folder, newSecrets }: ConfigPlace,
  surroundings: Surroundings,
): Config {
  const file = join(folder, 'config.yaml');
  const unwritten = new Map([
    [file, text],
    ...newSecrets.map(({ path, contents }) => [path, String(contents)] as const),
  ]);
  const readFile = (path: string) => unwritten.get(path) ?? readText(path);
  const names = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const later = names.filter(name => !surroundings.env[name]).map(name => [name, laterSecret]);
  const env = { ...surroundings.env, ...Object.fromEntries(later) };
  const { config, diagnostics, texts } = loadConfig(file, { env, readFile, presets });
  if (config) return config;
  throw new CommandFailed(
    `the config made from these answers is not valid\n\n${show(diagnostics, texts, surroundings, surroundings.err)}`,
    exit.usage,
  );
}

function extensionOf(bytes: FoundSample['bytes']): string {
  const type = guessContentType(bytes);
  return type === 'application/json' ? 'json' : type === 'text/xml' ? 'xml' : 'txt';
}

/** The path below the folder: the token with which the commands send requests to the running bridge. */
const adminTokenPath = 'secrets/admin-token';

function secretFiles(folder: string, { token }: FoundCalendar, { secret }: FoundSender): NewFile[] {
  const admin: NewFile = {
    path: join(folder, adminTokenPath),
    contents: `${randomBytes(32).toString('base64url')}\n`,
    isSecret: true,
  };
  const ignore: NewFile = { path: join(folder, 'secrets/.gitignore'), contents: '*\n' };
  const given = [token.file, secret.file].flatMap(file => file ?? []);
  // Existing files stay: the admin token may be in use, and neither file depends on an answer.
  return [...given, ...[admin, ignore].filter(({ path }) => !existsSync(path))];
}

function write(files: readonly NewFile[], { force }: InitFlags, missing: string): readonly KeptFile[] {
  try {
    return writeFiles(files, force ? 'replace' : 'keep');
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandFailed(`${missing}, since ${path ?? 'a file'} cannot be (${code})`);
  }
}
