import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { unusedVariables } from '../../config/otel-variables.ts';
import { proxyOf } from '../../config/proxy.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import type { Status } from '../../inbox/event.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { StoreLookups } from '../../inbox/store-lookups.ts';
import type { Log } from '../../log/log.ts';
import { presets } from '../../receive/senders/senders.ts';
import type { SetupAccess } from '../../server/api/routes/setup/setup-access.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { readText, show, withShortPath } from '../workspace.ts';
import { freeStartMemory } from './free-start-memory.ts';
import { leakingDebugNames } from './leaking-debug-names.ts';
import { type OpenLog, openLog } from './open-log.ts';
import { readAll } from './read-all.ts';
import { type Serving, serve } from './serve.ts';
import { showReady } from './show-ready.ts';
import { listenForStop, type StopSignals } from './stop-signals.ts';
import { memoryFigures, warnAboutMemory } from './tell-memory.ts';

/** `fieldbridge start`: runs the bridge until it is stopped. Exit status 0 if nothing was interrupted. */
export function start(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  return startWith(args, surroundings, {});
}

/** The functions that another command than `start` gives to the bridge that it runs. */
export interface StartExtras {
  /** Runs the simulated calendar. */
  readonly sandbox?: SetupAccess['sandbox'];
  /** Called with the link that signs in to the console, at the first start. */
  readonly signIn?: (link: string) => void;
}

/** The same for another command that runs the bridge. */
export async function startWith(
  args: Arguments,
  surroundings: Surroundings,
  extras: StartExtras,
): Promise<ExitStatus> {
  const stop = listenForStop(surroundings.stop);
  try {
    const status = await run(args, surroundings, stop, extras).catch(error =>
      tellFailure(error, surroundings),
    );
    // Ends the process at once, before a repeated signal can kill it: a normal end is slow,
    // does not handle signals, and waits for requests that may never be answered.
    if (surroundings.stop === undefined) process.exit(status);
    return status;
  } finally {
    if (surroundings.stop) stop.end();
  }
}

async function run(
  args: Arguments,
  surroundings: Surroundings,
  stop: StopSignals,
  extras: StartExtras,
): Promise<ExitStatus> {
  const loud = leakingDebugNames(surroundings.env);
  if (loud !== undefined) {
    throw new CommandFailed(
      `NODE_DEBUG=${loud} makes Node print every request with its token; unset it. \`log: {level: trace}\` in the config shows more, and no secret`,
      exit.usage,
    );
  }
  const first = readAll(args, surroundings);
  const { config, noticed, texts } = first;
  const opened = openLog(config.log, surroundings);
  if (!surroundings.err.isTTY) tellFound(noticed, opened.log(), surroundings);
  else if (noticed.length > 0)
    surroundings.err.write(`${show(noticed, texts, surroundings, surroundings.err)}\n`);
  for (const unused of unusedVariables(surroundings.env, config.telemetry))
    opened.log().warn(unused, 'OpenTelemetry variable not applied');
  if (hasErrors(first.volume)) throw new CommandFailed('the store cannot be kept safely there', exit.usage);
  stop.onOthers(signal => opened.log().warn({ signal }, 'signal ignored'));
  try {
    return await serveUntilStopped(first, { args, surroundings, opened, stop, extras });
  } finally {
    opened.log().end();
  }
}

/** Everything that a start needs. */
type ReadAll = ReturnType<typeof readAll>;

/** The parts of the process that no config changes. */
interface Process {
  readonly args: Arguments;
  readonly surroundings: Surroundings;
  readonly opened: OpenLog;
  readonly stop: StopSignals;
  readonly extras: StartExtras;
}

/** A serving bridge, and the data with which it is to be restarted, once somebody requests that. */
interface Started {
  readonly read: ReadAll;
  readonly serving: Serving;
  readonly next: Promise<ReadAll>;
}

async function serveUntilStopped(first: ReadAll, parts: Process): Promise<ExitStatus> {
  const { surroundings, opened, stop, extras } = parts;
  // Nothing was accepted yet, so the process can end at once; opening a store may take long.
  const ends = surroundings.stop === undefined;
  let isServing = false;
  void stop.requested.then(async signal => {
    if (isServing || !ends) return;
    opened.log().info({ signal }, 'stopped');
    await opened.output.settled(lastLinesMs);
    process.exit(exit.fine);
  });
  let started = await startServing(first, parts);
  isServing = true;
  await tellReady(started, parts);
  await showReady(started.serving, first.config, surroundings, extras);
  // Done now, because a killed process would lose the cache, which makes the next start faster.
  flushCompileCache();
  if (ends) freeStartMemory();
  for (;;) {
    const { serving, next } = started;
    const end = await Promise.race([
      stop.requested,
      serving.broken.then(reason => ({ reason })),
      next.then(read => ({ read })),
    ]);
    if (typeof end === 'string') return endServing(serving, end, opened);
    if ('reason' in end) return exitBroken(end.reason, opened);
    started = await restartWith(end.read, started, parts);
    await tellReady(started, parts);
  }
}

async function startServing(read: ReadAll, parts: Process): Promise<Started> {
  const { config, mappings, used } = read;
  const { log, output } = parts.opened;
  const { promise: next, resolve } = Promise.withResolvers<ReadAll>();
  const serving = await serve(config, mappings, log(), {
    output,
    used,
    setup: setupAccess(parts, config, resolve),
  });
  return { read, serving, next };
}

/** Restarts with the data that were read; if that fails, with the previous ones. */
async function restartWith(read: ReadAll, before: Started, parts: Process): Promise<Started> {
  const { opened, surroundings } = parts;
  // The response to the request for it is sent first.
  await setTimeout(lastAnswersMs);
  await before.serving.close('at once');
  try {
    opened.use(read.config.log);
    tellFound(read.noticed, opened.log(), surroundings);
    const started = await startServing(read, parts);
    opened.log().info({}, 'restarted with the current config');
    return started;
  } catch (error) {
    const { message: reason } = error as Error;
    opened.use(before.read.config.log);
    opened.log().error({ reason }, 'restart failed, previous config in use');
    return startServing(before.read, parts);
  }
}

async function tellReady(
  { read: { config, mappings }, serving }: Started,
  { surroundings: { memory }, opened }: Process,
): Promise<void> {
  const log = opened.log();
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
}

/** The functions for setting up from the console. `begin`: serves with the data that were read just now. */
function setupAccess(
  { args, surroundings, opened, extras: { sandbox } }: Process,
  { file }: Config,
  begin: (read: ReadAll) => void,
): SetupAccess {
  const { env } = surroundings;
  return {
    tryConfig(text, unwritten) {
      const readFile = (path: string) => (path === file ? text : (unwritten.get(path) ?? readText(path)));
      return loadConfig(file, { env, readFile, presets });
    },
    random: randomBytes,
    now: Date.now,
    proxyOf: baseUrl => proxyOf(baseUrl, env),
    sandbox,
    restart() {
      const read = readOrFaults(args, surroundings);
      if ('faults' in read) {
        tellFound(read.faults, opened.log(), surroundings);
        return read.faults;
      }
      begin(read);
      return undefined;
    },
  };
}

/** Returns everything that a start needs, or the errors that would prevent it. */
function readOrFaults(
  args: Arguments,
  surroundings: Surroundings,
): ReadAll | { readonly faults: readonly Diagnostic[] } {
  try {
    const read = readAll(args, surroundings);
    return hasErrors(read.volume) ? { faults: read.volume } : read;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    return { faults: error.diagnostics.filter(each => hasErrors([each])) };
  }
}

/** The process ends with a store that cannot be written any more. */
async function exitBroken(reason: string, { log, output }: OpenLog): Promise<never> {
  log().end();
  log().fatal({ reason }, 'store broken, exiting');
  // Senders that wait for a response are asked to retry.
  await Promise.all([setTimeout(lastAnswersMs), output.settled(lastLinesMs)]);
  return process.exit(exit.broken);
}

async function endServing(serving: Serving, signal: string, { log, output }: OpenLog): Promise<ExitStatus> {
  log().info({ signal }, 'stopping');
  const drained = await serving.close(signal === 'SIGINT' || signal === 'stop' ? 'at once' : 'announced');
  log().end();
  if (drained) log().info({ drained }, 'stopped');
  else log().warn({ drained }, 'stopped with calls in flight');
  await output.settled(lastLinesMs);
  return drained ? exit.fine : exit.failure;
}

/** Returns the counts that the previous process left; it logged each when it happened. */
async function countsOf(store: StoreLookups): Promise<Partial<Record<Status, number>>> {
  try {
    const { uncertain, failed, held, queued } = (await store.counts()).statuses;
    return { uncertain, failed, held, queued };
  } catch (error) {
    if (error instanceof StoreUnavailable) return {};
    throw error;
  }
}

/** Without a terminal, the log must contain the reason why the program does not start. */
async function tellFailure(error: unknown, surroundings: Surroundings): Promise<never> {
  if (error instanceof CommandFailed && !surroundings.err.isTTY) {
    const { log, output } = openLog({ level: 'info', format: 'json' }, surroundings);
    tellFound(error.diagnostics, log(), surroundings);
    const [reason] = error.message.split('\n');
    log().fatal({ reason, exitStatus: error.status }, 'start failed');
    await output.settled(lastLinesMs);
  }
  throw error;
}

/** The time for which a broken store may keep the process for responses in progress. */
const lastAnswersMs = 100;
/** The time for which the end waits for a slow reader of the log. */
const lastLinesMs = 500;

/** Logs each diagnostic of files. None contains personal data, and `loadConfig` leaves secrets out. */
function tellFound(diagnostics: readonly Diagnostic[], log: Log, surroundings: Surroundings): void {
  for (const each of diagnostics) {
    const { code, severity, message, hint, path, place } = withShortPath(each, surroundings);
    const about = {
      code,
      severity,
      ...(place && { file: place.file, line: place.line, column: place.column }),
      ...(path !== undefined && { path }),
      message,
      ...(hint !== undefined && { hint }),
    };
    if (severity === 'error') log.error(about, 'diagnostic');
    else if (severity === 'warning') log.warn(about, 'diagnostic');
    else log.info(about, 'diagnostic');
  }
}
