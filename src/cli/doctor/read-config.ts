import type { Config, DestinationConfig } from '../../config/config.ts';
import { type LoadedConfig, loadConfig } from '../../config/load-config.ts';
import { type Needs, needsNothing, needsStore } from '../../config/placeholder.ts';
import { presets } from '../../receive/senders/senders.ts';
import type { Arguments } from '../command.ts';
import type { Surroundings } from '../surroundings.ts';
import { configFile, readText } from '../workspace.ts';

/** The usable parts of a config. A part is set only if everything that it needs is set. */
export interface ReadConfig {
  readonly file: string;
  /** The whole config, with all diagnostics. */
  readonly loaded: LoadedConfig;
  /** The paths of the secret files, readable or not, without repetition. */
  readonly secretFiles: readonly string[];
  /** The files with certificates but without keys, which anybody may read. */
  readonly certificateFiles: readonly string[];
  /** With placeholders for unset values, which must not matter. Undefined if it has other faults. */
  readonly outline: Config | undefined;
  readonly store: Config['store'] | undefined;
  readonly server: Config['server'] | undefined;
  /** Also undefined if none is configured. */
  readonly telemetry: Config['telemetry'];
  /** For requests to the running bridge. */
  readonly withAdmin: Config | undefined;
  destination(name: string): DestinationConfig | undefined;
}

/** Reads the config of the command line, and each usable part of it on its own. */
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
