import { request } from 'undici';
import { needsNothing } from '../../config/placeholder.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { readConfig } from '../workspace.ts';
import { trustingOwn } from './own-certificate.ts';
import { apiAddress, webhookAddress } from './server-address.ts';

/** Shorter than the usual five seconds of supervisors, so that they show the message below. */
const patienceMs = 4_000;

/**
 * `fieldbridge health`: prints if the running bridge is alive; with `--ready`, if it accepts webhooks. Exit status 1
 * if not. It is the health check of a container without other programs.
 */
export async function health(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { config } = readConfig(args, surroundings, needsNothing);
  const { out, err } = surroundings;
  const [address, path] = args.options.ready
    ? [apiAddress(config, args), '/readyz']
    : [webhookAddress(config, args), '/healthz'];
  const url = new URL(path, address).href;
  const found = await ask(url, trustingOwn(config, address));
  if ('answer' in found) {
    out.write(`${found.answer}\n`);
    return found.isWell ? exit.fine : exit.wrong;
  }
  err.write(`fieldbridge health: no bridge answers at ${url} (${found.fault})\n`);
  return exit.wrong;
}

type Found = { readonly answer: string; readonly isWell: boolean } | { readonly fault: string };

async function ask(url: string, trusting: ReturnType<typeof trustingOwn>): Promise<Found> {
  try {
    const reply = await request(url, { ...trusting, signal: AbortSignal.timeout(patienceMs) });
    return { answer: await reply.body.text(), isWell: reply.statusCode === 200 };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { fault: name === 'TimeoutError' ? `not within ${patienceMs / 1000} s` : (code ?? name) };
  }
}
