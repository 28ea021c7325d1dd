import type { StatusOrigin } from '../booking/field.ts';
import { findCatalogs } from './catalogs.ts';
import type { Arguments } from './command.ts';
import { destinationOf } from './fields.ts';
import { type ExitStatus, exit, type Surroundings } from './surroundings.ts';
import { table } from './table.ts';
import { readConfig } from './workspace.ts';

const words: Record<StatusOrigin, string> = {
  declared: 'declared in the config',
  listed: 'listed by the API when it refused another one',
  confirmed: 'taken by the API in a call',
};

/**
 * `fieldbridge statuses`: the customer statuses of a destination that are known, and how. The API has no operation
 * that lists them; it tells them only in a refusal (API document 7).
 */
export async function statuses(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const { config } = readConfig(args, surroundings);
  const name = destinationOf(config, args.words[0]);
  const snapshot = (await findCatalogs(config, { offline: true })).get(name)?.snapshot ?? null;
  const declared = (config.destinations.get(name)?.statuses ?? []).map(status => ({
    name: status,
    origin: 'declared' as const,
    at: 0,
  }));
  const known = snapshot?.statuses ?? declared;
  const listedAt = snapshot?.statusesListedAt ?? null;
  if (args.options.json) {
    const shown = known.map(({ name: status, origin, at }) => ({
      name: status,
      origin,
      at: at === 0 ? null : new Date(at).toISOString(),
    }));
    surroundings.out.write(
      `${JSON.stringify({ destination: name, statuses: shown, listedAt: listedAt === null ? null : new Date(listedAt).toISOString() }, null, 2)}\n`,
    );
    return exit.fine;
  }
  surroundings.out.write(
    table(
      ['status', 'how it is known'],
      known.map(each => [each.name, words[each.origin]]),
      surroundings.out.columns,
    ),
  );
  surroundings.out.write(
    `\n${known.length} ${known.length === 1 ? 'status' : 'statuses'} of ${name}; ${complete(listedAt)}\n`,
  );
  return exit.fine;
}

function complete(listedAt: number | null): string {
  if (listedAt === null) return 'there may be more: the API lists them only on refusing one';
  return `the API listed them all on ${new Date(listedAt).toISOString()}`;
}
