import { X509Certificate } from 'node:crypto';
import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { tryConnection } from '../../booking/http/first-steps.ts';
import { withLock } from '../../booking/lock/with-lock.ts';
import { checkOne } from '../../check/check-one.ts';
import type { Config, ReceiverConfig } from '../../config/config.ts';
import { plainAddress } from '../../config/networks.ts';
import { unusedVariables } from '../../config/otel-variables.ts';
import { validityOf } from '../../config/secrets/certificate-validity.ts';
import { certificatesIn } from '../../config/secrets/pem-file.ts';
import { counted } from '../../diagnostics/counted.ts';
import { systemClock } from '../../inbox/clock.ts';
import { catalogsWithoutTrace } from '../../inbox/open-store.ts';
import { readMappings } from '../../mapping/folder.ts';
import { receiversOf } from '../../notify/messenger.ts';
import { unansweredWords } from '../../notify/post-message.ts';
import { withLearnedStatuses } from '../account/learned-statuses.ts';
import { openLock } from '../account/lock-file.ts';
import type { Arguments } from '../command.ts';
import { knownName } from '../known-name.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { localTime } from '../terminal/time-words.ts';
import { diskFor, shortPath } from '../workspace.ts';
import { lookAtBridge, storeUseFinding } from './bridge-findings.ts';
import { collectorFinding, unusedFinding } from './collector-finding.ts';
import { configFindings, findingsOf } from './config-findings.ts';
import type { LookedAt } from './destination/look-at-answer.ts';
import { lookAtDestination } from './destination/look-at-destination.ts';
import { type Finding, type Group, skipped, warning, well, wrong } from './finding.ts';
import { machineFindings } from './machine-findings.ts';
import { lookAtPublicUrl } from './public-url-findings.ts';
import { type ReadConfig, readParts } from './read-config.ts';
import { findingsJson, findingsText, statusOf } from './report.ts';
import { lookAtStore } from './store-findings.ts';

/**
 * `fieldbridge doctor`: checks the requirements of a working bridge, on this machine and with this config. It changes
 * nothing, and a bridge may be running. Exit status 1 if anything is wrong, 2 if the config cannot be used.
 */
export async function doctor(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const read = readParts(args, surroundings);
  const groups = await lookAtAll(read, chosenDestinations(args, read), surroundings);
  const { out, memory } = surroundings;
  const { json, quiet } = args.options;
  if (json) out.write(findingsJson(groups));
  else out.write(findingsText(groups, { quiet: quiet === true }, surroundings));
  const status = statusFor(read, groups);
  // The results of operations that are still running are not needed.
  if (memory) endProcess(status);
  return status;
}

/**
 * Ends this process at once. Node would wait until the system's request to an unresponsive name server times out. Only
 * replacing the process by another program ends that wait.
 */
function endProcess(status: ExitStatus): never {
  const { execPath, execve, channel } = process;
  const isResolving = process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
  if (isResolving && execve && !channel)
    execve(execPath, [execPath, '-e', `process.exitCode = ${status}`], {});
  process.exit(status);
}

function statusFor({ loaded }: ReadConfig, groups: readonly Group[]): ExitStatus {
  if (!loaded.config) return exit.usage;
  return statusOf(groups) === 'wrong' ? exit.wrong : exit.fine;
}

/**
 * Returns the names of the destinations to check: all, or those of `--destination`.
 * @throws UsageError if the config has no destination with such a name
 */
function chosenDestinations({ options }: Arguments, { outline }: ReadConfig): readonly string[] {
  const all = [...(outline?.destinations.keys() ?? [])];
  const chosen = options.destination as readonly string[] | undefined;
  if (!chosen || !outline) return all;
  return [...new Set(chosen)].map(name => knownName(name, all, 'destination'));
}

/** Runs all checks at once, each with its own time limit. The findings are sorted by dependency. */
async function lookAtAll(
  read: ReadConfig,
  names: readonly string[],
  surroundings: Surroundings,
): Promise<readonly Group[]> {
  const { outline, server, store, telemetry } = read;
  const publicUrl = server?.publicUrl;
  const sources = outline?.sources.values() ?? [];
  const [receivers, bridge, seenStore, seenPublicly, collector, ...destinations] = await Promise.all([
    lookAtReceivers(read),
    lookAtBridge(read),
    store && lookAtStore(store, surroundings),
    publicUrl === undefined ? undefined : lookAtPublicUrl(publicUrl, sources),
    telemetry && collectorFinding(telemetry),
    ...names.map(name => lookAtNamed(read, name)),
  ]);
  const unused = unusedVariables(surroundings.env, telemetry).map(unusedFinding);
  const telemetryFindings = [...(collector ? [collector] : []), ...unused];
  // A broken store is reported below, and a database that does not respond would be waited for again.
  const isUsable = store && seenStore?.findings.every(({ status }) => status !== 'wrong');
  const kept = isUsable ? await catalogsWithoutTrace(store) : new Map<string, string>();
  const live = new Map(
    names.map((name, index) => {
      const { snapshot = null } = destinations[index] ?? {};
      return [name, snapshot && withLearnedStatuses(snapshot, kept.get(name))] as const;
    }),
  );
  const mappings = outline ? mappingFindings(outline, live, surroundings) : [unknownYet('mappings')];
  return [
    { name: 'config', findings: [...configFindings(read, surroundings), ...mappings] },
    { name: 'store', findings: seenStore?.findings ?? [unknownYet('file')] },
    {
      name: 'bridge',
      findings: [
        ...bridge.findings,
        ...(server ? serverCertificateFinding(server) : []),
        ...storeUseFinding(seenStore?.isInUse, bridge.answering),
        seenPublicly ? seenPublicly(bridge.answering) : noPublicUrl(read),
      ],
    },
    ...names.map((name, index) => ({
      name: `destination ${name}`,
      findings: destinations[index]?.findings ?? [],
    })),
    ...(receivers.length > 0 ? [{ name: 'receivers', findings: receivers }] : []),
    ...(telemetryFindings.length > 0 ? [{ name: 'telemetry', findings: telemetryFindings }] : []),
    { name: 'machine', findings: machineFindings(surroundings) },
  ];
}

async function lookAtNamed(read: ReadConfig, name: string): Promise<LookedAt> {
  const destination = read.destination(name);
  if (destination) return lookAtDestination(destination);
  const unset = skipped('name', 'checked once its address and its token are set');
  return { findings: [unset], snapshot: null };
}

function noPublicUrl({ server }: ReadConfig): Finding {
  if (!server) return unknownYet('publicUrl');
  return well('publicUrl', 'none is set; it is needed only if a sender signs the URL');
}

function unknownYet(check: string): Finding {
  return skipped(check, 'not checked before the config can be used');
}

const withinMs = 6_500;

/** Checks that the receivers of callbacks and alerts can be reached, without posting anything to them. */
async function lookAtReceivers({ loaded }: ReadConfig): Promise<readonly Finding[]> {
  return loaded.config ? Promise.all(receiversOf(loaded.config).map(lookAtReceiver)) : [];
}

async function lookAtReceiver(receiver: ReceiverConfig): Promise<Finding> {
  const { name, url } = receiver;
  const { host } = new URL(url);
  const connected = await tryConnection(url, receiver, withinMs);
  if (!('kind' in connected)) return well(name, `${host} can be reached`);
  return wrong(
    name,
    `${host}: ${unansweredWords(connected)}`,
    'messages are kept for a week, and sent once it can be reached',
  );
}

/** Checks the mappings against the live accounts in `live`. It uses no samples and no stored events; `check` does. */
function mappingFindings(
  config: Config,
  live: ReadonlyMap<string, CatalogSnapshot | null>,
  surroundings: Surroundings,
): readonly Finding[] {
  const { mappings, faulty, diagnostics } = readMappings(config.mappings, diskFor(config));
  const { lock } = openLock(config);
  const catalogs = new Map(
    [...live].map(([name, snapshot]) => {
      const locked = lock?.catalogs.get(name);
      return [name, { snapshot: snapshot && locked ? withLock(snapshot, locked) : snapshot }];
    }),
  );
  const found = [...diagnostics, ...mappings.flatMap(each => checkOne(each, config, catalogs))];
  const faults = findingsOf('mappings', found, surroundings);
  const count = mappings.length + faulty.length;
  if (count === 0 && faults.length === 0) {
    const folder = shortPath(config.mappings, surroundings);
    return [
      wrong(
        'mappings',
        `there is no mapping in ${folder}: events would wait for one`,
        '`fieldbridge init` writes a first one',
      ),
    ];
  }
  if (faults.length > 0) return faults;
  const asked = [...live].flatMap(([name, snapshot]) => (snapshot ? [name] : []));
  const usable = `${counted(count, 'mapping')} can be used`;
  const fits = count === 1 ? 'it fits' : 'they fit';
  return [well('mappings', asked.length > 0 ? `${usable}, and ${fits} ${asked.join(', ')}` : usable)];
}

const renew = 'renew it and write both files of server.tls; a running bridge reads them again automatically';

/** Checks that senders accept the certificate of the config: its dates, and its names. Undefined without one. */
function serverCertificateFinding({ tls, publicUrl }: Config['server']): readonly Finding[] {
  if (!tls) return [];
  const pem = tls.cert.reveal();
  const { state, from, until } = validityOf(pem, systemClock.now());
  const end = localTime(new Date(until).toISOString());
  if (state === 'expired')
    return [wrong('server certificate', `it has expired, ${end}: senders refuse it`, renew)];
  if (state === 'early') {
    const says = `it is not valid before ${localTime(new Date(from).toISOString())}: senders refuse it`;
    return [
      wrong(
        'server certificate',
        says,
        'set the clock of this machine, or use a certificate that is valid now',
      ),
    ];
  }
  const stranger = publicUrl === undefined ? undefined : unnamedHost(pem, publicUrl);
  if (stranger !== undefined) {
    const next = `add ${stranger} to it, unless a proxy in front of the bridge has its own certificate`;
    return [warning('server certificate', `it is not for ${stranger}, the host of server.publicUrl`, next)];
  }
  if (state === 'soon')
    return [warning('server certificate', `it expires soon, ${end}: senders refuse it then`, renew)];
  return [well('server certificate', `it is valid until ${end}`)];
}

/** Returns the host of a public URL if the certificate does not cover it. */
function unnamedHost(pem: string, publicUrl: string): string | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:') return undefined;
  const [first = ''] = certificatesIn(pem);
  const certificate = new X509Certificate(first);
  const address = plainAddress(hostname);
  const named = address === undefined ? certificate.checkHost(hostname) : certificate.checkIP(address);
  return named === undefined ? hostname : undefined;
}
