import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../src');

/** A folder imports only from folders above it in this list. `sandbox` stands apart; `console` runs in a browser. */
const order = [
  'diagnostics',
  'lists',
  'log',
  'metrics',
  'expressions',
  'config',
  'inbox',
  'receive',
  'booking',
  'mapping',
  'check',
  'traces',
  'deliver',
  'history',
  'edit',
  'setup',
  'language',
  'server',
  'notify',
  'cli',
  'console',
];

/**
 * Every module that uses the network, the disk, the database, another process or thread, the clock or a terminal,
 * with the only files that may import it.
 */
const effects: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['launch-elsewhere.ts', 'inbox/sqlite/file/', 'cli/init/open-browser.ts'],
  'node:dns/promises': ['booking/http/first-steps.ts'],
  'node:fs': ['launch-elsewhere.ts', 'inbox/move/', 'inbox/sqlite/', 'edit/', 'cli/'],
  'node:fs/promises': ['inbox/sqlite/file/', 'cli/start/'],
  'node:http': ['sandbox/', 'server/'],
  // The config only compares addresses.
  'node:net': [
    'booking/http/first-steps.ts',
    'cli/demo/demo.ts',
    'config/networks.ts',
    'config/proxy.ts',
    'inbox/postgres/connection/own-connection.ts',
    'sandbox/',
  ],
  'node:os': ['launch-elsewhere.ts', 'inbox/postgres/ownership/sharing.ts', 'inbox/sqlite/file/', 'cli/'],
  'node:perf_hooks': ['server/health/loop-delay.ts'],
  'node:readline/promises': ['cli/terminal/dialogue.ts'],
  'node:sqlite': ['inbox/sqlite/', 'edit/writing-lock.ts'],
  'node:timers/promises': [
    'inbox/postgres/',
    'inbox/sqlite/',
    'receive/',
    'cli/import/',
    'cli/start/',
    'sandbox/api/serve-call.ts',
    'server/api/routes/',
  ],
  'node:tls': ['booking/http/connect.ts', 'booking/http/first-steps.ts', 'cli/operate/own-certificate.ts'],
  'node:v8': ['cli/heap-limit.ts', 'cli/start/free-start-memory.ts'],
  'node:vm': ['cli/start/free-start-memory.ts'],
  'node:worker_threads': ['expressions/thread/', 'inbox/sqlite/file/'],
  fastify: ['server/', 'cli/start/listen-all.ts'],
  pg: ['inbox/move/', 'inbox/postgres/'],
  'p-retry': ['booking/catalog/'],
  pino: ['cli/start/open-log.ts'],
  undici: [
    'booking/http/connect.ts',
    'booking/http/exchange.ts',
    'booking/http/transport.ts',
    'booking/http/tunnel.ts',
    'cli/doctor/look-at.ts',
    'cli/operate/admin-api.ts',
    'cli/operate/ask-bridge.ts',
    'cli/operate/health.ts',
    'cli/operate/own-certificate.ts',
    'cli/try/send.ts',
    'cli/demo/demo.ts',
    'cli/demo/sandbox.ts',
    'traces/collector.ts',
  ],
};

/** Every other external module. They only compute. */
const pure = [
  '@codemirror/autocomplete',
  '@codemirror/commands',
  '@codemirror/lang-yaml',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/merge',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
  '@preact/signals',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/otlp-transformer',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  'cookie',
  'csv-parse',
  'fast-sha256',
  'node:buffer',
  'node:crypto',
  'node:diagnostics_channel',
  'node:events',
  'node:module',
  'node:path',
  'node:stream',
  'node:stream/consumers',
  'node:url',
  'node:util',
  'node:zlib',
  'jose',
  'jsonata',
  'libphonenumber-js/max',
  'luxon',
  'preact',
  'preact/hooks',
  're2js',
  'saxes',
  'vscode-languageserver-textdocument',
  'vscode-languageserver/node',
  'yaml',
  'zod',
];

/** The files that may set timers. */
const timers = [
  'booking/http/',
  'cli/language/',
  'cli/start/',
  'console/parts/',
  'deliver/',
  'expressions/thread/',
  'inbox/postgres/',
  'inbox/sqlite/',
  'server/',
];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [
    ...text.matchAll(/(?:^(?:import|export)\b[\w\s*{},$]*\bfrom |^import |\bimport\(\s*)'([^']+)'/gm),
  ].map(match => match[1] ?? '');
}

function folderOf(file: string): string {
  return file.split('/')[0] ?? '';
}

describe('the structure of the sources', () => {
  it('has only the folders that the list names', () => {
    const folders = new Set(files.filter(file => file.includes('/')).map(folderOf));
    expect([...folders].filter(folder => folder !== 'sandbox' && !order.includes(folder))).toEqual([]);
  });

  it('lets a folder import only from folders above it', () => {
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(target => target.startsWith('.'))
        .map(target => relative(root, resolve(root, dirname(file), target)))
        .filter(target => !mayImport(file, target))
        .map(target => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no external module without an entry that says if it has side effects', () => {
    const outside = files.flatMap(importsOf).filter(target => !target.startsWith('.'));
    const said = [...Object.keys(effects), ...pure];
    expect(said.filter(target => !outside.includes(target))).toEqual([]);
    expect([...new Set(outside)].filter(target => !said.includes(target))).toEqual([]);
  });

  it('uses the network, the disk, the database, processes and threads in few files', () => {
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(target => effects[target]?.some(place => file.startsWith(place)) === false)
        .map(target => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('lists no file without side effects', () => {
    const idle = Object.entries(effects).flatMap(([target, places]) =>
      places
        .filter(place => !files.some(file => file.startsWith(place) && importsOf(file).includes(target)))
        .map(place => `${place} imports no ${target}`),
    );
    expect(idle).toEqual([]);
  });

  it('imports only types and names into the browser', () => {
    const names = [
      '../../inbox/event.ts',
      '../../booking/catalog/field.ts',
      '../../booking/catalog/open-choice.ts',
      '../../mapping/explain/read-words.ts',
    ];
    const inBrowser = (target: string) => names.includes(target) || target.startsWith('../../lists/');
    const wrong = files
      .filter(file => file.startsWith('console/'))
      .flatMap(file => {
        const text = readFileSync(join(root, file), 'utf8');
        const imports = [...text.matchAll(/^import (?!type\b)[^;]*?from '(\.\.\/\.\.\/[^']+)'/gm)];
        return imports.map(match => String(match[1])).filter(target => !inBrowser(target));
      });
    expect(wrong).toEqual([]);
  });

  it('sets timers in few places', () => {
    const setting = files.filter(file =>
      /(?<![.\w])set(Timeout|Interval|Immediate)\(/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(setting.filter(file => !timers.some(place => file.startsWith(place)))).toEqual([]);
    expect(timers.filter(place => !setting.some(file => file.startsWith(place)))).toEqual([]);
  });

  it('reads the clock and the environment in few places', () => {
    // Leases are measured by the monotonic clock.
    const allowed = [
      'booking/http/deadline.ts',
      'inbox/clock.ts',
      'inbox/postgres/',
      'deliver/time/time.ts',
      'main.ts',
      'cli/',
      'console/',
      'sandbox/',
    ];
    const wrong = files.filter(
      file =>
        !allowed.some(place => file.startsWith(place)) &&
        /Date\.now\(|new Date\(\)|performance\.now\(|process\.env|Math\.random/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('has no file that only re-exports', () => {
    const wrong = files.filter(file => {
      const lines = readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter(line => line.trim() !== '');
      return lines.every(line => /^export .* from /.test(line));
    });
    expect(wrong).toEqual([]);
  });
});

/** They run before it is known whether this Node can run the program. */
const launchers: Readonly<Record<string, readonly string[]>> = {
  'launch.ts': ['main.ts', 'start-alone.ts', 'launch-elsewhere.ts', 'cli/heap-limit.ts'],
  'start-alone.ts': ['main.ts'],
  'launch-elsewhere.ts': ['cli/heap-limit.ts'],
};

function mayImport(file: string, target: string): boolean {
  const from = folderOf(file);
  const to = folderOf(target);
  if (from === to || from === 'main.ts') return true;
  const ofLaunchers = launchers[from];
  if (ofLaunchers) return ofLaunchers.includes(target);
  if (from === 'sandbox') return to === 'booking';
  if (from === 'cli' && to === 'sandbox') return true;
  return order.indexOf(to) !== -1 && order.indexOf(to) < order.indexOf(from);
}
