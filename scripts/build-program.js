import { readFile, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildConsole } from './build-console.js';
import { BuildImpossible, writeBundled } from './bundled.js';
import { joinStart } from './join-start.js';

/** Libraries that only some mappings or senders need, with what the sources import of them; each is a file of its own. */
const loadedWhenNeeded = {
  re2js: ['RE2JS', 'RE2Set'],
  luxon: ['DateTime', 'IANAZone'],
  'libphonenumber-js/max': ['isSupportedCountry', 'parsePhoneNumberFromString'],
  saxes: ['SaxesParser'],
};
/** What undici loads where an operator or an old processor asks for another parser of HTTP. */
const otherParsers = ['milo/simd', 'milo/no-simd', 'llhttp/llhttp-wasm'];
/** What Fastify loads for schemas and for requests without a network, and pg on Cloudflare: none of it is used. */
const neverLoaded =
  /^(@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler|light-my-request|pg-cloudflare)$/;

const fileOf = library => library.replaceAll('/', '-');

const lighter = {
  name: 'lighter',
  setup(bundle) {
    // Of undici only what the program uses.
    bundle.onResolve({ filter: /^undici$/ }, () => ({
      path: fileURLToPath(new URL('undici-for-bundle.cjs', import.meta.url)),
    }));
    // An import of node:http touches every export of it, and one of them loads Node's own copy of undici: 30 ms and
    // 10 MiB for nothing. A require does not.
    bundle.onResolve({ filter: /^node:http$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'by-require' } : undefined,
    );
    // Neither Fastify nor undici speaks HTTP/2 here, but both load it.
    bundle.onResolve({ filter: /^node:http2$/ }, ({ path }) => ({ path, namespace: 'not-used' }));
    bundle.onLoad({ filter: /.*/, namespace: 'not-used' }, () => ({
      contents: 'exports.constants = {};',
      loader: 'js',
    }));
    bundle.onResolve({ filter: neverLoaded }, ({ path }) => ({ path, namespace: 'not-there' }));
    bundle.onLoad({ filter: /.*/, namespace: 'not-there' }, () => ({ contents: '', loader: 'js' }));
    for (const parser of otherParsers)
      bundle.onResolve({ filter: new RegExp(`/${parser}\\.js$`) }, () => ({
        path: `./${fileOf(parser)}.cjs`,
        external: true,
      }));
    // What only some mappings or senders need is loaded when the first of them does.
    for (const [library, names] of Object.entries(loadedWhenNeeded)) {
      bundle.onResolve({ filter: new RegExp(`^${library}$`) }, ({ path, kind }) =>
        kind === 'import-statement' ? { path, namespace: 'when-needed' } : undefined,
      );
      const file = `./${fileOf(library)}.cjs`;
      bundle.onResolve({ filter: new RegExp(`^${file}$`) }, () => ({ path: file, external: true }));
      bundle.onLoad({ filter: new RegExp(`^${library}$`), namespace: 'when-needed' }, () => ({
        contents: names
          .map(
            name =>
              `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require('${file}').${name} });`,
          )
          .join('\n'),
        loader: 'js',
      }));
    }
    bundle.onLoad({ filter: /.*/, namespace: 'by-require' }, ({ path }) => ({
      contents: `module.exports = require('${path.slice('node:'.length)}');`,
      loader: 'js',
    }));
  },
};

/** What starts `start` finds it in a bundle of its own. */
const elsewhere = {
  name: 'elsewhere',
  setup(bundle) {
    bundle.onResolve({ filter: /\/start-alone\.ts$/ }, () => ({
      path: './parts/start-alone.js',
      external: true,
    }));
  },
};
/** `start` never loads another command, so what is shared with one need not be a file of its own. */
const withoutCommands = {
  name: 'without-commands',
  setup(bundle) {
    bundle.onResolve({ filter: /^\./ }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && importer.endsWith('commands.ts') && path !== './start/start.ts'
        ? { path, external: true }
        : undefined,
    );
  },
};

// A package keeps the modes of its files, and whoever runs the program has to be able to read it.
process.umask(0o022);

// One entry, split where a command loads its own parts, so that each command starts with no more than it needs.
// It is swapped in as a whole, so that a program that starts meanwhile finds all of it.
const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const fresh = `dist-${process.pid}`;
const common = {
  outdir: fresh,
  bundle: true,
  platform: 'node',
  target: 'node24',
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
};
const modules = {
  ...common,
  splitting: true,
  format: 'esm',
  define: { bundledVersion: JSON.stringify(version) },
  chunkNames: 'parts/[name]-[hash]',
  banner: {
    js: "import{createRequire as bridgeRequire}from'node:module';const require=bridgeRequire(import.meta.url);",
  },
};
const program = await build({
  ...modules,
  entryPoints: {
    fieldbridge: 'src/launch.ts',
    // Beside the part that starts it.
    'parts/thread-program': 'src/expressions/thread/thread-program.ts',
  },
  plugins: [lighter, elsewhere],
});
// Once more for `start`. Its chunks have names of their own, because the other commands load theirs one by one.
const startAlone = await build({
  ...modules,
  chunkNames: 'parts/start-[name]-[hash]',
  entryPoints: { 'parts/start-alone': 'src/start-alone.ts' },
  plugins: [lighter, withoutCommands],
});
await joinStart(startAlone.metafile, modules);
// Beside the parts that load them.
const loaded = await build({
  ...common,
  entryPoints: Object.fromEntries([
    ...Object.keys(loadedWhenNeeded).map(library => [`parts/${fileOf(library)}`, library]),
    ...otherParsers.map(parser => [`parts/${fileOf(parser)}`, `undici/lib/${parser}.js`]),
  ]),
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
});
const shown = await buildConsole(`${fresh}/console`);
try {
  await writeBundled([program.metafile, startAlone.metafile, loaded.metafile, shown], fresh);
} catch (error) {
  if (!(error instanceof BuildImpossible)) throw error;
  await rm(fresh, { recursive: true, force: true });
  process.stderr.write(`build: ${error.message}.\n`);
  process.exit(1);
}
await rm('dist', { recursive: true, force: true });
await rename(fresh, 'dist');
