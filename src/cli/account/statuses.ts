import { randomUUID } from 'node:crypto';
import { withListed } from '../../booking/catalog/catalog-state.ts';
import type { CatalogSnapshot, StatusOrigin } from '../../booking/catalog/field.ts';
import { probeStatuses, type StatusProbe } from '../../booking/catalog/probe-statuses.ts';
import { knownStatuses, statusReport } from '../../booking/catalog/status-report.ts';
import { createClient } from '../../booking/http/client.ts';
import { lockedCatalog } from '../../booking/lock/with-lock.ts';
import type { Config, DestinationConfig } from '../../config/config.ts';
import { needsDestination, needsStore } from '../../config/placeholder.ts';
import { counted } from '../../diagnostics/counted.ts';
import { systemClock } from '../../inbox/clock.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { localTime } from '../terminal/time-words.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';
import { readConfig } from '../workspace.ts';
import { findCatalogs } from './catalogs.ts';
import { destinationOf } from './fields.ts';
import { lockName, openLock, saveLock } from './lock-file.ts';

const words: Record<StatusOrigin, string> = {
  declared: 'declared in the config',
  listed: 'listed by the API when it refused another one',
  confirmed: 'taken by the API in a call',
};

const notListed = 'declared in the config, but not listed by the API';

/**
 * `fieldbridge statuses`: lists the known customer statuses of a destination, with their origin. The API has no
 * operation for that; it lists them only in a refusal (API document 7), which `--probe` causes. Exit status 1 if a
 * probe learned nothing.
 */
export async function statuses(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const customer = customerOf(args);
  const { config } = readConfig(
    args,
    surroundings,
    args.options.probe === true ? needsDestination(args.words[0]) : needsStore,
  );
  const destination = destinationNamed(config, args.words[0]);
  const probe =
    args.options.probe === true
      ? await probeIntoLock(config, destination, {
          name: `fieldbridge-probe-${randomUUID()}`,
          customer,
        })
      : undefined;
  const { name } = destination;
  const snapshot = (await findCatalogs(config, { offline: true, only: name })).get(name)?.snapshot ?? null;
  surroundings.out.write(
    args.options.json
      ? `${JSON.stringify(statusReport(destination, snapshot, probe), null, 2)}\n`
      : asText(destination, snapshot, probe, surroundings),
  );
  return probe && probe.names === undefined ? exit.wrong : exit.fine;
}

function customerOf({ options }: Arguments): string | undefined {
  const { customer, probe } = options;
  if (customer === undefined) return undefined;
  if (probe !== true) throw new UsageError('--customer goes with --probe');
  if (!/^[0-9]{1,18}$/.test(String(customer)))
    throw new UsageError('--customer takes the number of a customer, 1 to 18 digits');
  return String(customer);
}

function destinationNamed(config: Config, word: string | undefined): DestinationConfig {
  const found = config.destinations.get(destinationOf(config, word));
  if (!found) throw new UsageError('there is no destination in the config');
  return found;
}

function asText(
  destination: DestinationConfig,
  snapshot: CatalogSnapshot | null,
  probe: StatusProbe | undefined,
  { out }: Surroundings,
): string {
  const { known, listedAt } = knownStatuses(destination, snapshot);
  const isRefuted = ({ origin }: { readonly origin: StatusOrigin }) =>
    listedAt !== null && origin === 'declared';
  const rows = known.map(each => [each.name, isRefuted(each) ? notListed : words[each.origin]]);
  const inAccount = known.filter(each => !isRefuted(each)).length;
  const count = `${counted(inAccount, 'status', 'statuses')} of ${destination.name}`;
  const complete =
    listedAt === null
      ? `there may be more: the API lists them only on refusing one`
      : `the API listed them all on ${isoTime(listedAt)}`;
  return [
    ...(probe ? [probeText(destination.name, probe, out)] : []),
    table(['status', 'how it is known'], rows, out.columns),
    `\n${count}; ${complete}\n`,
  ].join('');
}

function isoTime(at: number): string {
  return localTime(new Date(at).toISOString());
}

/** Describes a probe and its result, for people. Ends with an empty line. */
function probeText(destination: string, probe: StatusProbe, out: { readonly columns?: number }): string {
  const columns = columnsOf(out);
  const width = Math.max(...probe.tried.map(({ id }) => id.length));
  const tried = probe.tried.map(({ id, words }) => {
    const first = `  customer ${id.padEnd(width)}  `;
    return `${first}${wrap(words, columns, first.length)}`;
  });
  const intro = `Asked ${destination} to give a customer a status that cannot exist, and nothing else, so that nothing is saved:`;
  return `${[wrap(intro, columns, 0), ...tried, '', wrap(conclusion(destination, probe), columns, 0)].join('\n')}\n\n`;
}

function conclusion(destination: string, { names, tried }: StatusProbe): string {
  if (names) return `Learned, and kept in ${lockName}, so that \`fieldbridge check\` knows them.`;
  const again = `fieldbridge statuses ${destination} --probe --customer NUMBER`;
  const last = tried.at(-1);
  switch (last?.answer) {
    case 'taken':
      return `This should not be possible: look up customer ${last.id} in the calendar, whose status may have been changed. Nothing was learned.`;
    case 'refused':
      return 'Nothing was learned: the API refused the status without listing the existing ones.';
    case 'no-customer':
      return tried.length > 2
        ? `Nothing was learned: there is no customer ${last.id} at this location. Use the number of an existing one; nothing of that customer is changed.`
        : `Nothing was learned: the API looks for the customer first, and these numbers belong to none. Try \`${again}\` with the number of any real customer of this location; nothing of that customer is changed.`;
    default:
      return `Nothing was learned: the answer lists no statuses. Try \`${again}\` with the number of a real customer of this location; nothing of that customer is changed.`;
  }
}

/**
 * Probes the customer statuses of a destination and saves the result in the lock, without changing the fields there.
 * @throws CommandFailed if the request fails, or the lock cannot be written
 */
async function probeIntoLock(
  config: Config,
  destination: DestinationConfig,
  request: { readonly name: string; readonly customer: string | undefined },
): Promise<StatusProbe> {
  const { name, baseUrl, token, proxy, ca, limits } = destination;
  const lockFile = openLock(config);
  const found = await findCatalogs(config, { offline: false, lock: lockFile.lock, only: name });
  const { snapshot, trouble } = found.get(name) ?? { snapshot: null };
  if (!snapshot || trouble !== undefined) {
    throw new CommandFailed(
      `nothing was tried, since ${name} cannot be asked: ${trouble ?? 'it is not known'}`,
    );
  }
  const client = createClient({ baseUrl, token, proxy, ca, timeoutMs: limits.timeoutMs, connections: 1 });
  try {
    const probe = await probeStatuses({ client, clock: systemClock, ...request });
    if (probe.names) {
      const kept = lockFile.lock?.catalogs.get(name) ?? lockedCatalog(snapshot);
      const { statuses, statusesListedAt } = withListed(snapshot, probe.names, systemClock.now());
      const learned = statuses.filter(({ origin }) => origin !== 'declared');
      saveLock(lockFile, new Map([[name, { ...kept, statuses: learned, statusesListedAt }]]));
    }
    return probe;
  } finally {
    await client.close();
  }
}
