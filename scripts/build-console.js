import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

/** Builds the console for browsers. Each file has a name that says what is in it, and stands there compressed as well. */
export async function buildConsole(folder) {
  const { metafile } = await build({
    entryPoints: { console: 'src/console/console.tsx' },
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The same parser of CSV, on streams that a browser has.
    alias: { 'csv-parse': 'csv-parse/browser/esm' },
    minify: true,
    legalComments: 'linked',
    metafile: true,
    logLevel: 'warning',
  });
  for (const name of await readdir(folder)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const file = join(folder, name);
    const text = await readFile(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
  }
  return metafile;
}
