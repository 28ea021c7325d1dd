import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadConfig } from '../../config/load-config.ts';
import { isLoopback } from '../../config/web-url.ts';
import { presets } from '../../receive/senders/senders.ts';
import { seedStatuses, seedTokens } from '../../sandbox/salon/salon.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { SimulatedCalendar } from '../../server/api/routes/setup/setup-access.ts';
import type { Arguments } from '../command.ts';
import { startWith } from '../start/start.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { readText, shortPath } from '../workspace.ts';
import { simulated } from './account.ts';
import { readInitFlags } from './flags.ts';
import { openInBrowser } from './open-browser.ts';
import { type NewFile, writeFiles } from './write-files.ts';

/**
 * `fieldbridge init --console`: creates the smallest config if there is none, starts the bridge, and shows the link
 * that signs in to its console once. An earlier setup continues.
 */
export async function initConsole(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const flags = readInitFlags(args);
  const folder = resolve(surroundings.directory, flags.folder ?? '.');
  const file = join(folder, 'config.yaml');
  if (!existsSync(file)) writeSmallest(folder, flags.port, surroundings);
  const { config } = loadConfig(file, { env: surroundings.env, readFile: readText, presets });
  if (config && config.admin?.edit !== true) {
    throw new CommandFailed(
      `${shortPath(file, surroundings)} does not allow the console to write files; set admin.edit: true in it`,
      exit.usage,
    );
  }
  let calendar: Sandbox | undefined;
  const sandbox = async (port?: number): Promise<SimulatedCalendar> => {
    calendar ??= await startSimulated(port ?? Number(new URL(simulated.baseUrl).port));
    return { url: calendar.url, token: calendar.tokens.mitte, statuses: seedStatuses };
  };
  for (const { baseUrl, token } of config?.destinations.values() ?? []) {
    const isSimulated = isLoopback(baseUrl) && seedTokens.some(({ value }) => value === token.reveal());
    if (isSimulated) await sandbox(Number(new URL(baseUrl).port));
  }
  try {
    const signIn = (link: string) => {
      surroundings.out.write(
        `\nOpen this link to continue in the browser. It signs in once, within ten minutes:\n  ${link}\n\nCtrl+C stops the bridge. \`fieldbridge init --console\` continues where you stopped.\n\n`,
      );
      if (surroundings.out.isTTY) openInBrowser(link, surroundings.env);
    };
    return await startWith({ words: [], options: { config: file } }, surroundings, {
      sandbox: () => sandbox(),
      signIn,
    });
  } finally {
    await calendar?.close();
  }
}

/** Starts it on its own port, or on any free port if that is taken. */
async function startSimulated(port: number): Promise<Sandbox> {
  try {
    return await startSandbox({ port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startSandbox();
  }
}

function writeSmallest(folder: string, port: number, surroundings: Surroundings): void {
  const token = join(folder, 'secrets/admin-token');
  const files: readonly NewFile[] = [
    { path: join(folder, 'config.yaml'), contents: smallestConfig(port) },
    ...(existsSync(token)
      ? []
      : [{ path: token, contents: `${randomBytes(32).toString('base64url')}\n`, isSecret: true } as const]),
    ...(existsSync(join(folder, 'secrets/.gitignore'))
      ? []
      : [{ path: join(folder, 'secrets/.gitignore'), contents: '*\n' }]),
  ];
  try {
    writeFiles(files, 'keep');
    mkdirSync(join(folder, 'mappings'), { recursive: true });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandFailed(`nothing was written, since ${path ?? folder} cannot be (${code})`);
  }
  surroundings.out.write(`Written: ${shortPath(join(folder, 'config.yaml'), surroundings)}\n`);
}

/** Returns the smallest config with which the console can write the rest. */
function smallestConfig(port: number): string {
  return `# Senders and destinations of webhooks. The console at /console writes this file; you may edit it too.
# It contains no secret: {file: PATH} reads one from a file. After a change by hand, run \`fieldbridge check\`.

server:
  port: ${port} # the port of Fieldbridge on this machine
mappings: mappings # the folder of the mapping files

# The token for the console. With \`edit: true\` the console may write this file, mappings and secrets.
admin:
  token: {file: secrets/admin-token}
  edit: true
`;
}
