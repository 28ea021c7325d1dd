import type { Config, DestinationConfig } from '../../config/config.ts';
import { type LoadedConfig, loadConfig } from '../../config/load-config.ts';
import { type Needs, needsNothing, needsStore } from '../../config/placeholder.ts';
import { presets } from '../../receive/senders/senders.ts';
import type { Arguments } from '../command.ts';
import type { Surroundings } from '../surroundings.ts';
import { configFile, readText } from '../workspace.ts';

/** A config as far as it can be used. Each part is there only where everything that it needs is set. */
export interface ReadConfig {
  readonly file: string;
  /** All of it, with everything that was noticed. */
  readonly loaded: LoadedConfig;
  /** The paths of the secret files that could be read or not, each once. */
  readonly secretFiles: readonly string[];
  /** The files with certificates and without a key: anybody may read them. */
  readonly certificateFiles: readonly string[];
  /** With placeholders for what is not set: only for what no placeholder changes. Undefined where it is faulty otherwise. */
  readonly outline: Config | undefined;
  readonly store: Config['store'] | undefined;
  readonly server: Config['server'] | undefined;
  /** Undefined where none is configured, too. */
  readonly telemetry: Config['telemetry'];
  /** For asking the running bridge. */
  readonly withAdmin: Config | undefined;
  destination(name: string): DestinationConfig | undefined;
}

/** Reads the config that the command line names, and which parts of it can be used though others cannot. */
export function readParts(args: Arguments, surroundings: Surroundings): ReadConfig {
  const file = configFile(args, surroundings);
  const opened = new Set<string>();
  const certificateFiles = new Set<string>();
  const readFile = (path: string) => {
    opened.add(path);
    const text = readText(path);
    if (/-----BEGIN CERTIFICATE-----/.test(text) && !/PRIVATE KEY-----/.test(text))
      certificateFiles.add(path);
    return text;
  };
  const load = (needs?: Needs) => loadConfig(file, { env: surroundings.env, readFile, presets, needs });
  const loaded = load();
  opened.delete(file);
  const whole = loaded.config;
  return {
    file,
    loaded,
    secretFiles: [...opened.difference(certificateFiles)],
    certificateFiles: [...certificateFiles],
    outline: whole ?? load(needsNothing).config,
    store: (whole ?? load(needsStore).config)?.store,
    server: (whole ?? load(([section]) => section === 'server').config)?.server,
    telemetry: (whole ?? load(([section]) => section === 'telemetry').config)?.telemetry,
    withAdmin: whole ?? load(([section]) => section === 'admin' || section === 'server').config,
    destination(name) {
      const needs: Needs = ([section, entry]) => section === 'destinations' && entry === name;
      return (whole ?? load(needs).config)?.destinations.get(name);
    },
  };
}
