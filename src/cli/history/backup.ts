import { createReadStream, openSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { needsStore } from '../../config/placeholder.ts';
import { backUp } from '../../inbox/sqlite/file/back-up.ts';
import { noteBackup } from '../../inbox/sqlite/file/last-backup.ts';
import { StoreUnusable } from '../../inbox/store-unusable.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { readConfig, shortPath } from '../workspace.ts';

/**
 * `fieldbridge backup`: makes a backup of the store, which may be in use. `-` writes it to the output, for containers
 * without another program that could copy it out.
 */
export async function backup(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { config } = readConfig(args, surroundings, needsStore);
  if (config.store.kind !== 'sqlite') {
    throw new CommandFailed(
      'the store is in PostgreSQL: its own tools back it up, such as pg_dump (docs/scaling.md says how, and how it is restored)',
    );
  }
  if (args.words[0] === '-') return writeBackup(config.store.path, surroundings);
  const target = resolve(surroundings.directory, args.words[0] ?? '');
  const made = makeBackup(config.store.path, target);
  noteBackup(config.store.path, { file: made.file, at: Date.now() });
  if (args.options.json) surroundings.out.write(`${JSON.stringify(made)}\n`);
  else {
    surroundings.out.write(
      `${shortPath(made.file, surroundings)}: a backup of ${shortPath(config.store.path, surroundings)}, ` +
        `${sizeWords(made.bytes)}\nto restore it: stop the bridge, put the file in the place of the store ` +
        '(without its -wal and -shm), start.\nit starts paused and sends nothing before you resume its destinations\n',
    );
  }
  return exit.fine;
}

/** Makes a backup beside the store first: it is one consistent, checked state before it is written. */
async function writeBackup(store: string, { out }: Surroundings): Promise<ExitStatus> {
  if (out.isTTY) throw new UsageError('a backup is binary; redirect it to a file: backup - > FILE');
  const { file } = makeBackup(store, `${store}-backup-${Date.now()}`);
  const fd = openSync(file, 'r');
  // The reader may close the pipe at any time, which ends this process; no file may be left then.
  rmSync(file);
  for await (const chunk of createReadStream(file, { fd }))
    if (!out.write(chunk)) await new Promise<void>(resolve => void out.once('drain', () => resolve()));
  noteBackup(store, { at: Date.now() });
  return exit.fine;
}

function makeBackup(store: string, target: string) {
  try {
    return backUp(store, target, Date.now());
  } catch (error) {
    if (error instanceof StoreUnusable) throw new CommandFailed(error.message);
    throw error;
  }
}

function sizeWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
