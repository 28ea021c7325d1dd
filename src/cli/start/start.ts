import { flushCompileCache } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { styleText } from 'node:util';
import pino from 'pino';
import type { Config, SourceConfig } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { unusedVariables } from '../../config/otel-variables.ts';
import type { SectionMarks } from '../../config/section-marks.ts';
import { systemTime } from '../../deliver/time/time.ts';
import { hasErrors } from '../../diagnostics/diagnostic.ts';
import { systemClock } from '../../inbox/clock.ts';
import type { Status } from '../../inbox/event.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { StoreLookups } from '../../inbox/store-lookups.ts';
import { type LimitedLog, limitedLog } from '../../log/limited-log.ts';
import type { MappingFolder } from '../../mapping/folder.ts';
import { presets } from '../../receive/senders/senders.ts';
import { type LogOutput, logOutput } from '../../server/health/log-output.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, wantsColor } from '../surroundings.ts';
import { configFile, openWorkspace, readText, show } from '../workspace.ts';
import { checkVolume } from './check-volume.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { leakingDebugNames } from './leaking-debug-names.ts';
import { peopleLog } from './log-for-people.ts';
import { type Serving, serve } from './serve.ts';
import { listenForStop, type StopSignals } from './stop-signals.ts';
import { tellFound } from './tell-found.ts';
import { memoryFigures, warnAboutMemory } from './tell-memory.ts';
import { configMark, type UsedConfig } from './watch-config.ts';

/** `fieldbridge start`: runs the bridge until it is told to stop. Exit status 0 where nothing was cut off. */
export async function start(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const stop = listenForStop(surroundings.stop);
  try {
    const status = await run(args, surroundings, stop).catch(error => tellFailure(error, surroundings));
    // A process that ends must not be killed by the same signal coming once more. One that runs out of work ends slowly
    // and hears no signals meanwhile; and a request that is never answered would keep it.
    if (surroundings.stop === undefined) process.exit(status);
    return status;
  } finally {
    if (surroundings.stop) stop.end();
  }
}

async function run(args: Arguments, surroundings: Surroundings, stop: StopSignals): Promise<ExitStatus> {
  const loud = leakingDebugNames(surroundings.env);
  if (loud !== undefined) {
    throw new CommandFailed(
      `NODE_DEBUG=${loud} has Node print every request with its token; unset it. \`log: {level: trace}\` in the config shows more, and no secret`,
      exit.usage,
    );
  }
  const file = configFile(args, surroundings);
  const before = { file, mark: markOf(file) };
  const { config, mappings, diagnostics, texts, marks } = openWorkspace(
    args,
    surroundings,
    'all of the config',
  );
  const used = usedConfig(before, marks, surroundings);
  const volume = checkVolume(config);
  const noticed = [...diagnostics, ...volume];
  const opened = openLog(config.log, surroundings);
  const { log } = opened;
  if (!surroundings.err.isTTY) tellFound(noticed, log, surroundings);
  else if (noticed.length > 0)
    surroundings.err.write(`${show(noticed, texts, surroundings, surroundings.err)}\n`);
  for (const unused of unusedVariables(surroundings.env, config.telemetry))
    log.warn(unused, 'a variable of OpenTelemetry does not do what it says');
  if (hasErrors(volume)) throw new CommandFailed('the store cannot be kept safely there', exit.usage);
  stop.tellOthers(signal => log.warn({ signal }, 'this signal means nothing here; SIGTERM stops it'));
  try {
    const { memory, stop: ending, err } = surroundings;
    const ready = async (serving: Serving) => {
      if (err.isTTY) err.write(addressesText([...config.sources.values()], serving));
      await showConsole(serving, err);
    };
    const workspace = { config, mappings, used, memory, ready, ends: ending === undefined };
    return await serveUntilTold(workspace, opened, stop);
  } finally {
    log.end();
  }
}

/** Shows a person at a terminal how to open the console. The link is a secret, so no log has it. */
async function showConsole({ makeSignInLink }: Serving, err: Surroundings['err']): Promise<void> {
  if (!err.isTTY || !makeSignInLink) return;
  err.write(`\nConsole (this link signs in once, within ten minutes):\n  ${await makeSignInLink()}\n\n`);
}

/** Where senders post to, for a person at a terminal. */
function addressesText(sources: readonly SourceConfig[], { url }: Serving): string {
  const lines = sources.slice(0, mostAddresses).map(({ path }) => `  ${url}${path}\n`);
  const more = sources.length - lines.length;
  return lines.length === 0
    ? ''
    : `\nSenders post to:\n${lines.join('')}${more > 0 ? `  and ${more} more\n` : ''}`;
}

/** With more of them a person knows where they are. */
const mostAddresses = 12;

/** The workspace that a start uses. */
interface Opened {
  readonly config: Config;
  readonly mappings: MappingFolder;
  readonly used: UsedConfig | undefined;
  readonly memory: Surroundings['memory'];
  /** Called once the bridge serves. */
  readonly ready: (serving: Serving) => Promise<void>;
  /** Whether the process is the program's own, and ends with it. */
  readonly ends: boolean;
}

async function serveUntilTold(
  { config, mappings, used, memory, ready, ends }: Opened,
  { log, output }: OpenLog,
  stop: StopSignals,
): Promise<ExitStatus> {
  // Nothing was taken in so far, so nothing is to be finished; a store may take long to look through.
  let isServing = false;
  void stop.told.then(async signal => {
    if (isServing || !ends) return;
    log.info({ signal }, 'stopped');
    await output.settled(lastLinesMs);
    process.exit(exit.fine);
  });
  const serving = await serve(config, mappings, log, { output, used });
  isServing = true;
  const counts = await countsOf(serving.store);
  log.info(
    {
      url: serving.url,
      ...(serving.adminUrl !== serving.url && { admin: serving.adminUrl }),
      sources: config.sources.size,
      destinations: config.destinations.size,
      mappings: mappings.mappings.length,
      ...counts,
      ...memoryFigures(memory),
    },
    'ready for webhooks',
  );
  warnAboutMemory(memory, log);
  await ready(serving);
  // Kept now, since a process that is killed would keep nothing of it for a faster next start.
  flushCompileCache();
  if (ends) giveBackMemory();
  const end = await Promise.race([stop.told, serving.broken.then(reason => ({ reason }))]);
  if (typeof end === 'object') {
    log.end();
    log.fatal(
      { reason: end.reason },
      'the store is broken; ending, so that a new start finds out what is there',
    );
    // Senders are told to try again, as far as they were about to be told something.
    await Promise.all([setTimeout(lastAnswersMs), output.settled(lastLinesMs)]);
    process.exit(exit.broken);
  }
  log.info({ signal: end }, 'stopping: what is in flight is finished first');
  const drained = await serving.close(end === 'SIGINT' || end === 'stop' ? 'at once' : 'announced');
  log.end();
  if (drained) log.info({ drained }, 'stopped');
  else
    log.warn(
      { drained },
      'stopped before every answer came: bookings that were sent show as uncertain after the next start, updates are sent again',
    );
  await output.settled(lastLinesMs);
  return drained ? exit.fine : exit.failure;
}

/** What was left by the process before: it told of each when it happened. */
async function countsOf(store: StoreLookups): Promise<Partial<Record<Status, number>>> {
  try {
    const { uncertain, failed, held, queued } = (await store.counts()).statuses;
    return { uncertain, failed, held, queued };
  } catch (error) {
    if (error instanceof StoreUnavailable) return {};
    throw error;
  }
}

interface OpenLog {
  readonly log: LimitedLog;
  readonly output: LogOutput;
}

function openLog({ level, format }: Config['log'], surroundings: Surroundings): OpenLog {
  const { out, err, env } = surroundings;
  const output = logOutput(out, systemClock, {
    lose: reason => err.write(`fieldbridge start: it goes on without a log, since ${reason}\n`),
    goOn: lost => log.warn({ lost }, 'the log goes on; these lines of it were lost'),
  });
  const isForPeople = format === 'text' || (format === 'auto' && out.isTTY === true);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    wantsColor(out, env) ? styleText(style, text, { validateStream: false }) : text;
  const lines = isForPeople ? peopleLog(output, level, paint) : { level, write: output.write };
  const options = { level: lines.level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const logger = pino(options, lines);
  const log = limitedLog(logger, systemTime.after);
  return { log, output };
}

/** Where nobody looks at a terminal, whoever reads the log should find there why the program does not start. */
async function tellFailure(error: unknown, surroundings: Surroundings): Promise<never> {
  if (error instanceof CommandFailed && !surroundings.err.isTTY) {
    const { log, output } = openLog({ level: 'info', format: 'json' }, surroundings);
    tellFound(error.diagnostics, log, surroundings);
    const [reason] = error.message.split('\n');
    log.fatal({ reason, exitStatus: error.status }, 'start failed');
    await output.settled(lastLinesMs);
  }
  throw error;
}

/** How long a broken store may keep the process for the answers that are on their way. */
const lastAnswersMs = 100;
/** How long the end waits for a slow reader of the log. */
const lastLinesMs = 500;

/** The config that was read, and its file as it was before, so that no change after that is missed. */
function usedConfig(
  { file, mark }: { readonly file: string; readonly mark: string | undefined },
  marks: SectionMarks | undefined,
  { env }: Surroundings,
): UsedConfig | undefined {
  if (mark === undefined || !marks) return undefined;
  const read = () => {
    let read: string | undefined;
    const readFile = (path: string) => {
      const text = readText(path);
      if (path === file) read = configMark(text);
      return text;
    };
    const loaded = loadConfig(file, { env, readFile, presets });
    return { ...loaded, mark: read };
  };
  return { file, mark, marks, read };
}

function markOf(file: string): string | undefined {
  try {
    return configMark(readText(file));
  } catch {
    return undefined;
  }
}
