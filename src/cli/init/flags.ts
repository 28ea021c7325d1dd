import type { Arguments } from '../command.ts';
import { readPort } from '../demo/sandbox.ts';
import { UsageError } from '../surroundings.ts';

/** The options of the command line that answer questions of `init`. */
export interface InitFlags {
  readonly folder?: string;
  readonly url?: string;
  readonly sandbox: boolean;
  readonly allowHttp: boolean;
  readonly tokenEnv?: string;
  readonly tokenFile?: string;
  readonly locale?: string;
  readonly destination?: string;
  readonly statuses?: string;
  readonly sender?: string;
  readonly source?: string;
  readonly verify?: string;
  readonly verifyName?: string;
  readonly verifyPrefix?: string;
  readonly secretEnv?: string;
  readonly secretFile?: string;
  readonly publicUrl?: string;
  readonly payload?: string;
  readonly sample: boolean;
  readonly wait: boolean;
  readonly port: number;
  readonly force: boolean;
}

/** Reads the options of `init`. @throws UsageError if two of them contradict each other */
export function readInitFlags({ options }: Arguments): InitFlags {
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  const isOn = (name: string) => options[name] === true;
  for (const group of exclusive) {
    const given = group.filter(name => options[name] !== undefined && options[name] !== false);
    if (given.length > 1)
      throw new UsageError(`${given.map(name => `--${name}`).join(' and ')} contradict each other`);
  }
  const texts = Object.fromEntries(
    textFlags.flatMap(([key, name]) => (text(name) === undefined ? [] : [[key, text(name)]])),
  );
  return {
    ...texts,
    sandbox: isOn('sandbox'),
    allowHttp: isOn('allow-http'),
    sample: isOn('sample'),
    wait: isOn('wait'),
    port: readPort(options.port, 8080),
    force: isOn('force'),
  };
}

/** Returns the options that must be given without a terminal, each with its purpose. */
export function missingFlags(flags: InitFlags): readonly string[] {
  const { sandbox, url, tokenEnv, tokenFile, sender, verify, payload, sample, wait } = flags;
  return [
    ...(sandbox || url ? [] : ['--url URL (the address of the calendar) or --sandbox (the simulated one)']),
    ...(sandbox || tokenEnv || tokenFile
      ? []
      : ['--token-env NAME or --token-file PATH (where the API token is)']),
    ...(sender ? [] : ['--sender NAME (`fieldbridge sources` lists them; `other` for any other)']),
    ...(sender === 'other' && !verify ? ['--verify TYPE (the verification of its webhooks)'] : []),
    ...(payload || sample || wait
      ? []
      : ["--payload FILE (one webhook), --sample (the package's example) or --wait (for a real one)"]),
  ];
}

const exclusive = [
  ['sandbox', 'url'],
  ['sandbox', 'token-env', 'token-file'],
  ['secret-env', 'secret-file'],
  ['payload', 'sample', 'wait'],
];

const textFlags = [
  ['folder', 'folder'],
  ['url', 'url'],
  ['tokenEnv', 'token-env'],
  ['tokenFile', 'token-file'],
  ['locale', 'locale'],
  ['destination', 'destination'],
  ['statuses', 'statuses'],
  ['sender', 'sender'],
  ['source', 'source'],
  ['verify', 'verify'],
  ['verifyName', 'verify-name'],
  ['verifyPrefix', 'verify-prefix'],
  ['secretEnv', 'secret-env'],
  ['secretFile', 'secret-file'],
  ['publicUrl', 'public-url'],
  ['payload', 'payload'],
] as const;
