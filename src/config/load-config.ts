import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { type Diagnostic, diagnostic, hasErrors, type Place } from '../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../diagnostics/print.ts';
import { NotUtf8 } from '../diagnostics/written-text.ts';
import { readYaml } from '../diagnostics/yaml/source.ts';
import { collide } from './address.ts';
import type { Config } from './config.ts';
import { configNotUtf8, unreadableConfig, withoutSecret } from './config-file-faults.ts';
import { faultySources } from './faulty-sources.ts';
import { type Environment, interpolate } from './interpolate.ts';
import { loadDestination } from './load-destination.ts';
import { loadReceiver } from './load-receiver.ts';
import { loadTelemetry } from './load-telemetry.ts';
import { type Needs, orPlaceholder, placeholderFor, placeholderSecret } from './placeholder.ts';
import { beginReading, type ConfigReading } from './reading.ts';
import { sameAccounts } from './same-account.ts';
import {
  adminSchema,
  configKeys,
  logSchema,
  mappingsSchema,
  reloadSchema,
  retentionSchema,
} from './schema/config-schema.ts';
import { name } from './schema/plain-values.ts';
import { alertsSchema } from './schema/receiver-schema.ts';
import { serverSchemaOf } from './schema/server-schema.ts';
import { storeSchema, storeWords } from './schema/store-schema.ts';
import { type TablePlaces, tablesSchema } from './schema/tables-schema.ts';
import type { Secret } from './secret.ts';
import { warnOfShortSecrets } from './secrets/check-secrets.ts';
import { isSecretPath, maskSecretLines, maskSecrets } from './secrets/mask-secrets.ts';
import { keyFits } from './secrets/pem-file.ts';
import type { SecretFile } from './secrets/secret-schema.ts';
import { type SectionMarks, sectionMarks } from './section-marks.ts';
import { checkSourcePaths } from './sources/check-source-paths.ts';
import { loadSource, type Presets } from './sources/load-source.ts';
import { warnOfTrust } from './trusted-proxies.ts';
import { withoutSections } from './without-sections.ts';

/** The dependencies of reading a config. */
export interface ConfigSurroundings {
  readonly env: Environment;
  /** Returns the text of a file; throws if it cannot be read, NotUtf8 if it is not UTF-8. */
  readonly readFile: (path: string) => string;
  readonly presets: Presets;
  /** The needed parts; by default all, so that each missing variable is a fault. */
  readonly needs?: Needs | undefined;
  /**
   * Skips destinations and sources: reading many of them takes most of the time. Their faults are reported only if the
   * rest has errors.
   */
  readonly withoutParties?: boolean | undefined;
}

/** The result of reading a config. */
export interface LoadedConfig {
  /** Undefined if any diagnostic is an error. */
  readonly config?: Config;
  /** All diagnostics, in the order of the file. No message shows a secret or the value of a variable. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of the file, for showing places in it. Secrets in it are asterisks. */
  readonly texts: ReadonlyMap<string, string>;
  /**
   * If all errors are in some sources: the config without these, for commands that need none of them. A bridge never
   * starts with it, because the webhooks of those sources would be refused.
   */
  readonly others?: { readonly config: Config; readonly leftOut: ReadonlySet<string> };
  /** The names of variables that are not set and not needed, without repetition, sorted. */
  readonly excused?: readonly string[];
  /** The marks with which a later reading detects changes; present with `config`. */
  readonly marks?: SectionMarks;
}

/**
 * Reads a config file: fills in variables, reads secret files, checks everything and fills in every default. All faults
 * are reported at once, each at its place.
 */
export function loadConfig(file: string, surroundings: ConfigSurroundings): LoadedConfig {
  let text: string;
  try {
    text = surroundings.readFile(file);
  } catch (error) {
    if (error instanceof NotUtf8) return configNotUtf8(file, error);
    return { diagnostics: [unreadableConfig(file, error)], texts: new Map() };
  }
  const shorter = surroundings.withoutParties
    ? withoutSections(text, ['destinations', 'sources'])
    : undefined;
  const quick = shorter === undefined ? undefined : loadText(file, shorter, surroundings);
  // Reads the unchanged text if there are faults, because they refer to it.
  return quick?.config ? quick : loadText(file, text, surroundings);
}

function loadText(
  file: string,
  text: string,
  { env, readFile, presets, needs, withoutParties }: ConfigSurroundings,
): LoadedConfig {
  const { source, diagnostics } = readYaml(file, text);
  if (source === undefined) {
    const masked = maskSecretLines(text);
    return {
      diagnostics: diagnostics.map(each => withoutSecret(each, text, masked)),
      texts: new Map([[file, masked]]),
    };
  }
  const filled = interpolate(source, env, path => needs && placeholderFor(path, needs), isSecretPath);
  const { value, diagnostics: unset, unresolved, asWritten } = filled;
  const folder = dirname(resolve(file));
  const readSecret = needs ? orPlaceholder(readFile, value, { needs, folder }) : readFile;
  const secretFiles = new Map<string, SecretFile>();
  const found = (each: SecretFile) => void secretFiles.set(each.file, each);
  const reading = beginReading(source, value, { folder, readFile: readSecret, found });
  const config = readSections(reading, { file: resolve(file), presets, env, withoutParties });
  const noticed = reading.diagnostics.filter(
    each => !isAbout(each, unresolved) && !(each.code === 'config/short-secret' && isAbout(each, asWritten)),
  );
  const all = sortDiagnostics([...unset, ...noticed]);
  const texts = new Map([[file, maskSecrets(source)]]);
  const excused = [...new Set(filled.excused)].sort();
  const errors = all.filter(each => hasErrors([each]));
  const leftOut = config && errors.length > 0 ? faultySources(source, errors) : undefined;
  return {
    ...(config &&
      errors.length === 0 && {
        config: { ...config, secretFiles: [...secretFiles.values()] },
        marks: sectionMarks(value),
      }),
    ...(config && leftOut && { others: { config: withoutSources(config, leftOut), leftOut } }),
    diagnostics: all,
    texts,
    ...(excused.length > 0 && { excused }),
  };
}

function withoutSources(config: Config, leftOut: ReadonlySet<string>): Config {
  return { ...config, sources: new Map([...config.sources].filter(([name]) => !leftOut.has(name))) };
}

/** True if a diagnostic is only caused by a variable that could not be filled in. */
function isAbout({ place }: Diagnostic, unresolved: readonly Place[]): boolean {
  return unresolved.some(
    ({ line, column, length = 1 }) =>
      place?.line === line && place.column >= column && place.column < column + length,
  );
}

function readSections(
  reading: ConfigReading,
  {
    file,
    presets,
    env,
    withoutParties = false,
  }: { file: string } & Pick<ConfigSurroundings, 'presets' | 'env' | 'withoutParties'>,
): Config | undefined {
  const { folder } = reading.files;
  reading.parse([], fileSchema);
  if (!isMap(reading.valueAt([]))) return undefined;
  // An image or a systemd unit can set this in place of the config. An empty variable counts as not set.
  const server = reading.parse(['server'], serverSchemaOf(env.FIELDBRIDGE_HOST || undefined));
  if (server?.tls && !keyFits(server.tls.cert.reveal(), server.tls.key.reveal())) reportOtherKey(reading);
  warnOfTrust(reading, server?.trustProxy ?? []);
  const store = readStore(reading, env.FIELDBRIDGE_STORE);
  const mappings = reading.parse(['mappings'], mappingsSchema(folder));
  const reload = reading.parse(['reload'], reloadSchema);
  const tables = reading.parse(['tables'], tablesSchema);
  const { destinations, sources } = withoutParties ? noParties : readParties(reading, presets, env);
  const admin = reading.parse(['admin'], adminSchema());
  if (admin) warnOfShortSecrets(reading, ['admin', 'token'], [admin.token]);
  if (admin?.readToken) warnOfShortSecrets(reading, ['admin', 'readToken'], [admin.readToken]);
  if (admin?.readToken && isSame(admin.token, admin.readToken)) reportOneToken(reading);
  if (server && admin?.listen && collide(server, admin.listen)) reportCollision(reading);
  const alerts = reading.parse(['alerts'], alertsSchema());
  const retention = reading.parse(['retention'], retentionSchema);
  const log = reading.parse(['log'], logSchema);
  const telemetry = loadTelemetry(reading, env);
  if (!server || !store || mappings === undefined || !retention || !log) return undefined;
  return {
    file,
    server: {
      ...server,
      publicUrl: withBasePath(server.publicUrl, server.basePath),
      basePath: server.basePath ?? '',
      tls: server.tls,
    },
    store,
    mappings,
    ...(reload === 'checked' && { reload }),
    ...(tables && { tables, tablePlaces: keyPlaces(reading, 'tables', Object.keys(tables)) }),
    destinations,
    sources,
    admin: admin && {
      token: admin.token,
      readToken: admin.readToken,
      listen: admin.listen,
      ...(admin.edit && { edit: true }),
    },
    alerts: alerts && loadReceiver(reading, ['alerts'], alerts, env),
    retention: { deliveredMs: retention.delivered, failedMs: retention.failed },
    log,
    telemetry,
  };
}

const noParties: Pick<Config, 'destinations' | 'sources'> = { destinations: new Map(), sources: new Map() };

function readParties(reading: ConfigReading, presets: Presets, env: Environment): typeof noParties {
  const destinations = readEach(reading, 'destinations', each => loadDestination(reading, each, env));
  for (const each of sameAccounts(reading, destinations)) reading.report(each);
  const sources = readEach(reading, 'sources', each => loadSource(reading, each, { presets, env }));
  checkSourcePaths(reading);
  return { destinations, sources };
}

/** Adds the prefix of the proxy, which senders see, if the URL does not contain it. */
function withBasePath(publicUrl: string | undefined, basePath = ''): string | undefined {
  return publicUrl === undefined || publicUrl.endsWith(basePath) ? publicUrl : publicUrl + basePath;
}

function reportOtherKey({ report, source }: ConfigReading): void {
  report(
    diagnostic('config/bad-certificate', 'this key is not that of the certificate', {
      hint: 'name a certificate and a key that were made together; the certificate of this server comes first in its file',
      place: source.placeOf(['server', 'tls', 'key'], 'value'),
    }),
  );
}

function readStore(reading: ConfigReading, here: string | undefined): Config['store'] | undefined {
  const schema = storeSchema(reading.files.folder);
  if (!here || reading.valueAt(['store']) !== undefined) return reading.parse(['store'], schema);
  const { data } = schema.safeParse(here);
  if (data) return data;
  const message = 'FIELDBRIDGE_STORE of the environment names no store';
  reading.report(diagnostic('yaml/wrong-type', message, { path: 'store', hint: `set it to ${storeWords}` }));
  return undefined;
}

function isSame(token: Secret, readToken: Secret): boolean {
  const text = readToken.reveal();
  return text === token.reveal() && text !== placeholderSecret;
}

function reportOneToken({ report, source }: ConfigReading): void {
  const message = 'this is the same as admin.token, so anyone who has it may do everything';
  const hint = 'create another token, such as with `openssl rand -hex 32`';
  const place = source.placeOf(['admin', 'readToken'], 'value');
  report(diagnostic('config/conflict', message, { hint, place }));
}

function reportCollision({ report, source }: ConfigReading): void {
  const message = 'this address is already used for webhooks (server.host and server.port)';
  const hint = 'choose another port, or remove "listen" to have everything at one address';
  report(
    diagnostic('config/conflict', message, { hint, place: source.placeOf(['admin', 'listen'], 'value') }),
  );
}

function keyPlaces({ source }: ConfigReading, section: string, keys: readonly string[]): TablePlaces {
  return new Map(keys.map(key => [key, source.placeOf([section, key], 'key')]));
}

const fileSchema = z.strictObject(Object.fromEntries(configKeys.map(key => [key, z.unknown().optional()])));

const mapSchema = z.record(name, z.unknown()).nullish();

function readEach<Entry>(
  reading: ConfigReading,
  section: 'destinations' | 'sources',
  read: (name: string) => Entry | undefined,
): ReadonlyMap<string, Entry> {
  reading.parse([section], mapSchema);
  const value = reading.valueAt([section]);
  const entries = new Map<string, Entry>();
  if (!isMap(value)) return entries;
  for (const each of Object.keys(value)) {
    const entry = read(each);
    if (entry !== undefined) entries.set(each, entry);
  }
  return entries;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
