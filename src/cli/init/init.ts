import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type ConfigContents, configText } from '../../check/starter/config-text.ts';
import { writeStarterMapping } from '../../check/starter/starter-mapping.ts';
import type { SourceConfig } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { guessContentType } from '../../receive/bodies/guess-content-type.ts';
import { presets } from '../../receive/senders/senders.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { type Dialogue, openDialogue, WrongAnswer } from '../terminal/dialogue.ts';
import { readText, shortPath, show } from '../workspace.ts';
import { answerOf } from './asking.ts';
import { type FoundCalendar, findCalendar } from './calendar.ts';
import { type InitFlags, missingFlags, readInitFlags } from './flags.ts';
import { pasteText } from './paste.ts';
import { reportJson, reportText } from './report.ts';
import { type FoundSample, findSample } from './sample.ts';
import { type FoundSender, findSender } from './sender.ts';
import { type NewFile, writeFiles } from './write-files.ts';

/**
 * `fieldbridge init`: writes a config, a first mapping and its test, from the live fields of an account and one
 * webhook. It asks for what the flags do not say, where there is a terminal. It writes all or nothing, and replaces
 * nothing without --force. Where it waits for a webhook, it writes all but the mapping before, since the sender must
 * know the secret by then.
 */
export async function init(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
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
    refuseExisting([join(folder, 'mappings', `${sender.source}.yaml`)], flags, surroundings);
    // Of a sender that is not known by name nothing else tells where its secret is entered.
    const isTold = dialogue !== undefined && 'verify' in sender.sender;
    if (isTold) dialogue.say(pasteText(sender));
    const newSecrets = secretFiles(folder, calendar, sender);
    const config = configText(configContents(calendar, sender, flags));
    const source = sourceOf(config, { folder, source: sender.source, newSecrets }, surroundings);
    const known: NewFile[] = [{ path: join(folder, 'config.yaml'), contents: config }, ...newSecrets];
    // Where somebody reads JSON, what is said while it waits goes elsewhere.
    const shownAt = args.options.json ? surroundings.err : surroundings.out;
    const say = (text: string) => void shownAt.write(text);
    let isBegun = false;
    const listening = () => {
      refuseExisting(pathsOf(known), flags, surroundings);
      write(known, flags, 'nothing was written');
      isBegun = true;
      say(
        `\nWritten: ${pathsOf(known)
          .map(each => shortPath(each, surroundings))
          .join(', ')}\n`,
      );
      if (!isTold) say(`${pasteText(sender)}\n`);
    };
    const search = { source, publicUrl: sender.publicUrl, flags, listening, say };
    const sample = await findSample(dialogue, search, surroundings);
    const path = `samples/${sender.source}.${extensionOf(sample.bytes)}`;
    const written = await writeStarterMapping({
      source,
      sender: sender.title,
      destination: calendar.destination,
      catalog: calendar.account.catalog,
      fields: calendar.account.fields,
      sample: { ...sample, path },
    });
    if (written.kind === 'unreadable')
      throw new CommandFailed(`the webhook cannot be read: ${written.reason}`);
    const made: NewFile[] = [
      { path: join(folder, 'mappings', `${sender.source}.yaml`), contents: written.text },
      { path: join(folder, 'mappings', path), contents: sample.bytes },
    ];
    const unwritten = isBegun ? made : [...known, ...made];
    refuseExisting(pathsOf(unwritten), flags, surroundings);
    write(unwritten, flags, isBegun ? 'the mapping was not written' : 'nothing was written');
    const files = [...known, ...made];
    const shown = relative(surroundings.directory, folder) || '.';
    const done = { folder: shown, files, calendar, sender, written, origin: sample.origin };
    if (args.options.json) surroundings.out.write(`${JSON.stringify(reportJson(done), null, 2)}\n`);
    else surroundings.out.write(reportText(done, surroundings));
    return exit.fine;
  } finally {
    dialogue?.close();
  }
}

async function askFolder(
  dialogue: Dialogue | undefined,
  flags: InitFlags,
  surroundings: Surroundings,
): Promise<string> {
  dialogue?.say(
    'This makes the first files of a bridge: a config, and a mapping that says what becomes of the webhooks of one sender. A few questions; Enter takes what stands in brackets, Ctrl+C ends it. Nothing is written before the last one.',
  );
  const folder = await answerOf(dialogue, {
    flag: '--folder',
    given: flags.folder,
    asks: 'Folder to write to',
    otherwise: '.',
    read: answer => {
      const path = resolve(surroundings.directory, answer);
      const config = join(path, 'config.yaml');
      if (existsSync(config) && !flags.force && dialogue && flags.folder === undefined)
        throw new WrongAnswer(
          `There is a config.yaml in ${answer} already. Name another folder, or start again with --force.`,
        );
      return path;
    },
  });
  refuseExisting([join(folder, 'config.yaml')], flags, surroundings);
  return folder;
}

function refuseExisting(paths: readonly string[], { force }: InitFlags, { directory }: Surroundings): void {
  const there = force ? [] : paths.filter(path => existsSync(path)).map(path => relative(directory, path));
  if (there.length === 0) return;
  const are = there.length === 1 ? 'is there already and is' : 'are there already and are';
  throw new CommandFailed(
    `${there.join(', ')} ${are} not overwritten; choose another --folder, or say --force to replace`,
    exit.usage,
  );
}

function pathsOf(files: readonly NewFile[]): readonly string[] {
  return files.map(({ path }) => path);
}

function configContents(calendar: FoundCalendar, sender: FoundSender, flags: InitFlags): ConfigContents {
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

/** Where a new config will be, and what it is read with. */
interface ConfigPlace {
  readonly folder: string;
  readonly source: string;
  readonly newSecrets: readonly NewFile[];
}

/** Stands for a secret that is set later; it can be read in every way in which secrets are written. */
const laterSecret = '7f'.repeat(32);

/** The source as the new config has it. @throws CommandFailed where it cannot be, such as with an ill-made secret */
function sourceOf(
  config: string,
  { folder, source: name, newSecrets }: ConfigPlace,
  surroundings: Surroundings,
): SourceConfig {
  const file = join(folder, 'config.yaml');
  const unwritten = new Map([
    [file, config],
    ...newSecrets.map(({ path, contents }) => [path, String(contents)] as const),
  ]);
  const readFile = (path: string) => unwritten.get(path) ?? readText(path);
  const names = [...config.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const later = names.filter(name => !surroundings.env[name]).map(name => [name, laterSecret]);
  const env = { ...surroundings.env, ...Object.fromEntries(later) };
  const { config: loaded, diagnostics, texts } = loadConfig(file, { env, readFile, presets });
  const source = loaded?.sources.get(name);
  if (source) return source;
  throw new CommandFailed(
    `these answers make no config that can be used\n\n${show(diagnostics, texts, surroundings, surroundings.err)}`,
    exit.usage,
  );
}

function extensionOf(bytes: FoundSample['bytes']): string {
  const type = guessContentType(bytes);
  return type === 'application/json' ? 'json' : type === 'text/xml' ? 'xml' : 'txt';
}

/** Below the folder: the token with which the commands ask the running bridge. */
const adminTokenPath = 'secrets/admin-token';

function secretFiles(folder: string, { token }: FoundCalendar, { secret }: FoundSender): NewFile[] {
  const admin: NewFile = {
    path: join(folder, adminTokenPath),
    contents: `${randomBytes(32).toString('base64url')}\n`,
    isSecret: true,
  };
  const ignore: NewFile = { path: join(folder, 'secrets/.gitignore'), contents: '*\n' };
  const given = [token.file, secret.file].flatMap(file => file ?? []);
  // What is there already stays: the admin token may be in use, and neither is anybody's answer.
  return [...given, ...[admin, ignore].filter(({ path }) => !existsSync(path))];
}

function write(files: readonly NewFile[], { force }: InitFlags, missing: string): void {
  try {
    writeFiles(files, force ? 'replace' : 'keep');
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandFailed(`${missing}, since ${path ?? 'a file'} cannot be (${code})`);
  }
}
