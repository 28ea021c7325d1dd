import { dirname, join } from 'node:path';
import { styleText } from 'node:util';
import { writeStarterMapping } from '../../check/starter/starter-mapping.ts';
import type { Config, DestinationConfig, SourceConfig } from '../../config/config.ts';
import { defaultsOf } from '../../config/defaults.ts';
import { proxyOf } from '../../config/proxy.ts';
import { catalogsWithoutTrace } from '../../inbox/open-store.ts';
import { redactSample } from '../../receive/samples/redact-sample.ts';
import { presets } from '../../receive/senders/senders.ts';
import { type ReadAccount, readAccount } from '../../setup/read-account.ts';
import type { Setup } from '../../setup/setup.ts';
import { withLearnedStatuses } from '../account/learned-statuses.ts';
import {
  CommandFailed,
  type ExitStatus,
  exit,
  type Surroundings,
  UsageError,
  wantsColor,
} from '../surroundings.ts';
import { columnsOf } from '../terminal/wrap.ts';
import type { PayloadFile } from '../try/read-payload-file.ts';
import { readSampleFile } from '../try/read-sample-file.ts';
import { shortPath } from '../workspace.ts';
import { checkUnwritten } from './check-unwritten.ts';
import type { InitFlags } from './flags.ts';
import {
  freeName,
  type NewPlace,
  type OtherForm,
  otherFormLines,
  otherFormOf,
  placeFor,
  samplePathOf,
} from './other-form.ts';
import { unnamedLists } from './reading.ts';
import { fieldRows } from './report.ts';
import { type FoundSample, packageSample } from './sample.ts';

/** The inputs for adding a mapping. */
export interface MappingToAdd {
  readonly config: Config;
  readonly source: SourceConfig;
  readonly flags: InitFlags;
  readonly setup: Setup;
  readonly isJson: boolean;
  /** The JSON result of the earlier step of the same command. */
  readonly before?: object;
  /** Called when the mapping is written, before it is described. */
  readonly isReady?: (() => void) | undefined;
  /** The file of --payload, if an earlier step has read it. */
  readonly payload?: PayloadFile | undefined;
  /** The destination and its account, if an earlier step has read them. */
  readonly target?: MappingTarget | undefined;
}

/** The destination of a new mapping with its account, its file, and the mappings that its source has already. */
export interface MappingTarget {
  readonly destination: DestinationConfig;
  readonly account: ReadAccount;
  readonly place: NewPlace;
}

/**
 * Returns the destination of a new mapping of a source with its account, before anything is written.
 * @throws CommandFailed if a mapping of the source cannot be read, or if the account cannot be read
 * @throws UsageError if the config does not have the destination
 */
export async function findTarget(
  name: string,
  { config, flags }: Pick<MappingToAdd, 'config' | 'flags'>,
  surroundings: Surroundings,
): Promise<MappingTarget> {
  const place = placeFor(name, config, surroundings);
  const destination = destinationOf(config, flags);
  return { destination, account: await accountOf(config, destination, surroundings), place };
}

/**
 * `fieldbridge init --add --source NAME --payload FILE`: writes a mapping of an existing source, with the suggestions of
 * `init`, and its test. If the source has one already, the new one gets a `when` that tells its webhooks from those of
 * the other. A running bridge uses it within two seconds.
 */
export async function addMapping(request: MappingToAdd, surroundings: Surroundings): Promise<ExitStatus> {
  const { config, source, setup } = request;
  const target = request.target ?? (await findTarget(source.name, request, surroundings));
  const { destination, account, place } = target;
  const sample = await sampleOf(request, surroundings);
  const name = freeName(source.name, sample.bytes, config);
  const file = join(config.mappings, `${name}.yaml`);
  const samplePath = samplePathOf(name, sample.bytes);
  const other = await otherFormOf(place, { config, source, sample }, surroundings);
  const written = await writeStarterMapping({
    source,
    sender: (source.preset && presets.get(source.preset)?.title) ?? source.name,
    destination: destination.name,
    catalog: account.catalog,
    fields: account.fields,
    defaultsOf: defaultsOf(config),
    sample: { ...sample, path: samplePath },
    kind: other?.apart,
    check: text =>
      checkUnwritten(config, {
        file,
        text,
        sample: sample.bytes,
        destination: destination.name,
        catalog: account.catalog,
      }),
  });
  if (written.kind === 'unreadable') throw new CommandFailed(`the webhook cannot be read: ${written.reason}`);
  const { text } = written;
  const mapping = {
    path: `${name}.yaml`,
    text,
    samplePath,
    sample: Buffer.from(sample.bytes).toString('utf8'),
  };
  const saved = await setup.saveMapping(mapping, { who: 'terminal' });
  if (saved.kind === 'refused') {
    throw new CommandFailed(`${shortPath(file, surroundings)} was not written (${saved.why.code})`);
  }
  request.isReady?.();
  tell({ ...request, file, samplePath, written, other, bytes: sample.bytes }, surroundings);
  return exit.fine;
}

async function sampleOf(
  { source, flags, payload }: MappingToAdd,
  surroundings: Surroundings,
): Promise<FoundSample> {
  const example = flags.sample && source.preset !== undefined ? packageSample(source.preset) : undefined;
  if (example) return example;
  if (flags.payload === undefined) {
    throw new UsageError(
      `the config has a source ${source.name} already. For a mapping of it, give --payload FILE with one of its webhooks${source.preset === undefined ? '' : ', or --sample'}; for another sender, give --sender NAME and another --source`,
    );
  }
  const { bytes } = payload ?? (await readSampleFile(flags.payload, surroundings));
  return { bytes: redactSample(source, bytes, {}), headers: {}, query: {}, origin: 'captured' };
}

function destinationOf({ destinations }: Config, flags: InitFlags): DestinationConfig {
  const [first] = destinations.values();
  const found = flags.destination === undefined ? first : destinations.get(flags.destination);
  if (found) return found;
  const names = [...destinations.keys()].join(', ');
  throw new UsageError(
    names === ''
      ? 'the config has no destination yet; connect the account in the console (`fieldbridge init --console`)'
      : `--destination: there is no ${flags.destination}; the config has ${names}`,
  );
}

/** The customer statuses are those of the config and those that a bridge has learned. */
async function accountOf(
  config: Config,
  { name, baseUrl, token, locale, statuses }: DestinationConfig,
  { env }: Surroundings,
): Promise<ReadAccount> {
  const account = await readAccount(
    { baseUrl, token, proxy: proxyOf(baseUrl, env), locale: locale ?? 'de', statuses },
    Date.now(),
  );
  if ('trouble' in account)
    throw new CommandFailed(`the fields of ${name} cannot be read: ${account.trouble}`);
  const kept = await catalogsWithoutTrace(config.store);
  return { ...account, catalog: withLearnedStatuses(account.catalog, kept.get(name)) };
}

function tell(
  {
    isJson,
    before = {},
    file,
    samplePath,
    source,
    written,
    other,
    bytes,
  }: MappingToAdd & {
    readonly file: string;
    readonly bytes: Uint8Array;
    readonly samplePath: string;
    readonly written: Extract<Awaited<ReturnType<typeof writeStarterMapping>>, { kind: 'written' }>;
    readonly other: OtherForm | undefined;
  },
  surroundings: Surroundings,
): void {
  const { out, env } = surroundings;
  const sample = join(dirname(file), samplePath);
  if (isJson) {
    const kind = other && { when: other.apart.when, toChange: other.taking };
    const result = { ...before, source: source.name, files: [file, sample], ...kind };
    out.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    wantsColor(out, env) ? styleText(style, text, { validateStream: false }) : text;
  const columns = Math.min(80, columnsOf(out));
  const lists = unnamedLists(source, bytes);
  const lines = [
    '',
    `Written: ${shortPath(file, surroundings)}, ${shortPath(sample, surroundings)}`,
    'A running bridge uses the mapping within two seconds. Events that wait for it continue.',
    ...(other ? otherFormLines(other, surroundings) : []),
    '',
    ...fieldRows(written, columns, paint),
    '',
    ...(lists.length > 0 ? [...lists, ''] : []),
    'Run its test: `fieldbridge test`',
    '',
  ];
  out.write(lines.join('\n'));
}
