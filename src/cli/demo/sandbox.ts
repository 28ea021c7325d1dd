import { request } from 'undici';
import { startSandbox } from '../../sandbox/sandbox.ts';
import type { Arguments } from '../command.ts';
import { listenFault } from '../start/listen-fault.ts';
import { stopped } from '../start/stop-signals.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';

const defaultPort = 8090;

/** `fieldbridge sandbox`: runs the simulated calendar until it is stopped. */
export async function sandbox(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const host = String(args.options.host ?? '127.0.0.1');
  const port = readPort(args.options.port, defaultPort);
  const running = await startSandbox({ host, port }).catch(error => {
    throw listenFault(error, { host, port, names: { host: '--host', port: '--port' } }) ?? error;
  });
  const page = await request(running.url);
  surroundings.out.write(await page.body.text());
  await stopped(surroundings.stop);
  await running.close();
  return exit.fine;
}

/** A port of the command line; 0 lets the system choose. */
export function readPort(text: Arguments['options'][string], otherwise: number): number {
  if (text === undefined) return otherwise;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new UsageError(`--port takes a number from 0 to 65535`);
  return port;
}
