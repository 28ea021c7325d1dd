import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { loadConfig } from '../config/load-config.ts';
import { hasErrors } from '../diagnostics/diagnostic.ts';
import { presets } from '../receive/presets/presets.ts';
import { checkVolume } from './check-volume.ts';
import type { Arguments } from './command.ts';
import { serve } from './serve.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from './surroundings.ts';
import { configMark, type UsedConfig, watchConfig } from './watch-config.ts';
import { configFile, openWorkspace, readText, show } from './workspace.ts';

/** `fieldbridge start`: runs the bridge until it is told to stop. Exit status 0 where nothing was cut off. */
export async function start(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const used = usedConfig(args, surroundings);
  const { config, mappings, diagnostics, texts } = openWorkspace(args, surroundings, 'all of the config');
  const volume = checkVolume(config);
  const noticed = [...diagnostics, ...volume];
  if (noticed.length > 0) surroundings.err.write(`${show(noticed, texts, surroundings, surroundings.err)}\n`);
  if (hasErrors(volume)) throw new CommandFailed('the store cannot be kept safely there', exit.usage);
  const logger = pino(
    { level: config.log.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    surroundings.out,
  );
  const serving = await serve(config, mappings, logger);
  logger.info(
    {
      url: serving.url,
      sources: config.sources.size,
      destinations: config.destinations.size,
      mappings: mappings.mappings.length,
    },
    'ready for webhooks',
  );
  const stopWatching = used && watchConfig(used, logger);
  // Kept now, since a process that is killed would keep nothing of it for a faster next start.
  flushCompileCache();
  const end = await Promise.race([stopped(surroundings.stop), serving.broken.then(reason => ({ reason }))]);
  stopWatching?.();
  if (typeof end === 'object') {
    logger.fatal(
      { reason: end.reason },
      'the store is broken; ending, so that a new start finds out what is there',
    );
    process.exit(exit.failure);
  }
  logger.info({ signal: end }, 'stopping: what is in flight is finished first');
  const drained = await serving.close();
  logger.info({ drained }, 'stopped');
  return drained ? exit.fine : exit.failure;
}

/** The config file before it is read, so that no change after that is missed; undefined where there is none. */
function usedConfig(args: Arguments, surroundings: Surroundings): UsedConfig | undefined {
  const file = configFile(args, surroundings);
  try {
    return {
      file,
      mark: configMark(readText(file)),
      check: () => loadConfig(file, { env: surroundings.env, readFile: readText, presets }).diagnostics,
    };
  } catch {
    return undefined;
  }
}

/** Resolves when the process is told to stop; the second time it is told, it ends at once. */
export function stopped(stop: AbortSignal | undefined): Promise<string> {
  return new Promise(resolve => {
    const end = () => process.exit(exit.failure);
    const onSignal = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
      process.once('SIGTERM', end).once('SIGINT', end);
      resolve(signal);
    };
    const onStop = () => {
      process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
      resolve('stop');
    };
    process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
    if (stop?.aborted) onStop();
    stop?.addEventListener('abort', onStop, { once: true });
  });
}
