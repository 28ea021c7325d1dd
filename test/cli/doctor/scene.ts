import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { program } from '../../program/program.ts';
import { fieldbridge, folderWith, writeFiles } from '../command-line.ts';

/** One check in the output of `doctor --json`. */
export interface Check {
  readonly group: string;
  readonly check: string;
  readonly status: 'well' | 'warning' | 'wrong' | 'skipped';
  readonly says: string;
  readonly next?: string;
}

/** The result of the built program. */
export interface Examined {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  readonly tookMs: number;
}

export interface ExamineOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the one that follows it. */
  readonly through?: readonly string[];
  readonly words?: readonly string[];
}

/** An environment without variables that Fieldbridge reads. */
const plainEnvironment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', NO_COLOR: '1' };

/** Runs `fieldbridge doctor` of the built program in a folder. */
export async function examine(folder: string, options: ExamineOptions = {}): Promise<Examined> {
  const startedAt = performance.now();
  const command = [...(options.through ?? []), process.execPath, program, 'doctor', ...(options.words ?? [])];
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...plainEnvironment, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', chunk => {
    out += chunk;
  });
  child.stderr.on('data', chunk => {
    err += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, out, err, tookMs: performance.now() - startedAt };
}

/** The same in this process, for checks that do not depend on it. */
async function examineHere(directory: string, { env, words = [] }: ExamineOptions): Promise<Examined> {
  const startedAt = performance.now();
  const ran = await fieldbridge(['doctor', ...words], { directory, env: { ...plainEnvironment, ...env } });
  return { ...ran, tookMs: performance.now() - startedAt };
}

/**
 * The same, read as JSON: the checks by name. It uses the built program if another command runs it, or if the
 * environment contains settings for Node.
 */
export async function findings(folder: string, options: ExamineOptions = {}) {
  const { through = [], env = {} } = options;
  const isPlain = through.length === 0 && !Object.keys(env).some(name => /^NODE_|PROXY$/i.test(name));
  const words = ['--json', ...(options.words ?? [])];
  const examined = await (isPlain ? examineHere : examine)(folder, { ...options, words });
  const report = JSON.parse(examined.out) as { status: string; summary: string; checks: readonly Check[] };
  const all = (check: string) => report.checks.filter(each => each.check === check);
  const one = (check: string) => {
    const [found, ...others] = all(check);
    if (!found || others.length > 0)
      throw new Error(`${others.length + (found ? 1 : 0)} findings of ${check}:\n${examined.out}`);
    return found;
  };
  const troubles = () =>
    report.checks
      .filter(({ status }) => status === 'wrong' || status === 'warning')
      .map(({ check, status }) => `${status}: ${check}`);
  return { ...examined, report, all, one, troubles };
}

/** The parts of a config; parts that are left out are faultless. */
export interface ConfigParts {
  readonly url: string;
  readonly token?: string;
  readonly port?: number;
  readonly server?: string;
  readonly store?: string;
  readonly destination?: string;
  readonly more?: string;
}

/** Returns a config in which every part can be checked. */
export function configOf({
  url,
  port = 0,
  server = '',
  store,
  destination = '',
  more = '',
  ...request
}: ConfigParts) {
  return `server: {port: ${port}${server}}
store: sqlite:${store ?? 'data/bridge.db'}
destinations:
  salon: {baseUrl: "${url}", token: "${request.token ?? `\${SALON_TOKEN}`}", statuses: [Stammkunde]${destination}}
sources:
  form: {verify: {type: header-token, name: x-form-token, secret: "\${FORM_SECRET}"}}
${more}`;
}

/** The values of the variables in such a config. */
export const secrets = {
  SALON_TOKEN: 'the-token-of-the-salon-in-these-tests',
  FORM_SECRET: 'the-secret-of-the-form-in-these-tests',
};

/** It uses no field of the account. */
const mapping = `source: form
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
tests:
  - {name: a note, payload: {customer: 1001, note: Hello}, expect: [{id: "1001", note: Hello}]}
`;

/** Creates a folder with such a config and one mapping. */
export function folderOf(request: ConfigParts, files: Readonly<Record<string, string>> = {}): string {
  const folder = folderWith({ 'config.yaml': configOf(request), 'mappings/notes.yaml': mapping });
  writeFiles(folder, files);
  return folder;
}

/** A script that is preloaded into the program. */
export const shiftClock = join(dirname(program), '../test/program/process/shift-clock.js');
