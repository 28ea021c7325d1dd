import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Joins the chunks that each start loads into one file, because each file takes up to a millisecond. Only parts that
 * are loaded later use the chunks too: a chunk becomes a list of what it takes from that file.
 * @param metafile what esbuild tells of the bundle
 * @param options how that was made
 */
export async function joinStart(metafile, options) {
  const { outputs } = metafile;
  const names = Object.keys(outputs);
  const start = names.find(name => outputs[name].entryPoint === 'src/cli/start/start.ts');
  const first = names.find(name => outputs[name].entryPoint === 'src/start-alone.ts');
  // The chunks of the entry are evaluated before it; those of `start` after it.
  const before = loadedWith(first, outputs);
  const joined = [...loadedWith(start, outputs)].filter(name => !before.has(name));
  const others = joined.filter(name => name !== start);
  const given = new Map(
    others.map((name, index) => [name, outputs[name].exports.map(each => [each, `${each}_${index}`])]),
  );
  const listOf = (name, path) =>
    `export{${given.get(name).map(([own, outer]) => (path ? `${outer} as ${own}` : `${own} as ${outer}`))}}from"./${basename(path ?? name)}";`;
  const isJoined = new Set(joined.map(name => `./${basename(name)}`));
  await build({
    ...options,
    entryPoints: undefined,
    outdir: undefined,
    metafile: false,
    splitting: false,
    banner: {},
    // They name the files with the terms, which stay.
    legalComments: 'inline',
    stdin: {
      contents: [`export*from"./${basename(start)}";`, ...others.map(name => listOf(name))].join('\n'),
      resolveDir: dirname(start),
      sourcefile: 'start.js',
    },
    outfile: start,
    allowOverwrite: true,
    plugins: [
      {
        name: 'joined-only',
        setup(bundle) {
          bundle.onResolve({ filter: /^\./ }, ({ path, kind }) =>
            kind === 'dynamic-import' || !isJoined.has(path) ? { path, external: true } : undefined,
          );
        },
      },
    ],
  });
  for (const name of others) await writeFile(join(name), `${listOf(name, start)}\n`);
}

/** The outputs that are loaded at once with one of them. */
function loadedWith(name, outputs, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const { path, kind } of outputs[name].imports)
    if (kind === 'import-statement' && outputs[path]) loadedWith(path, outputs, seen);
  return seen;
}
