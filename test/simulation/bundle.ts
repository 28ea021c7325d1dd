import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type Mutant, mutants } from './mutants.ts';
import { mutatedText } from './mutate.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = join(root, 'src');

/**
 * Bundles the simulation and the production code with every mutant into a folder, because loading hundreds of files
 * takes longer than most simulated worlds. Returns the program that replaces `run.ts`.
 */
export async function bundleSimulation(folder: string): Promise<string> {
  await build({
    entryPoints: [join(import.meta.dirname, 'run.ts')],
    absWorkingDir: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // The modules that `run.ts` loads after replacing the edges stay separate.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    plugins: [
      withMutants(
        Map.groupBy(mutants, ({ file }) => join(sources, file)),
        await exportsOf(mutants),
      ),
    ],
  });
  return join(folder, 'run.mjs');
}

/** The names of the exports of each file with a mutant. */
async function exportsOf(all: readonly Mutant[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const entryPoints = [...new Set(all.map(({ file }) => join(sources, file)))];
  const options = { entryPoints, outdir: root, absWorkingDir: root, format: 'esm', write: false } as const;
  const { metafile } = await build({ ...options, metafile: true });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [join(root, entryPoint), exports]),
  );
}

/**
 * Provides each such file unchanged and with each of its mutants. The process chooses one of them, again and again:
 * whatever uses an export then uses that of the chosen one, unless it keeps a copy from when it was loaded.
 */
function withMutants(
  mutantsOf: ReadonlyMap<string, readonly Mutant[]>,
  names: ReadonlyMap<string, readonly string[]>,
): Plugin {
  return {
    name: 'with-mutants',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\?mutant=\d+$/ }, ({ path }) => ({ path, namespace: 'variant' }));
      onLoad({ filter: /.*/, namespace: 'variant' }, async ({ path }) => {
        const [file = '', index] = path.split('?mutant=');
        const mutant = mutantsOf.get(file)?.[Number(index)];
        const contents = mutant ? mutatedText(mutant) : await readFile(file, 'utf8');
        return { contents, loader: 'ts', resolveDir: dirname(file) };
      });
      onLoad({ filter: /\/mutate\.ts$/ }, () => ({
        contents: `export const useMutant = mutant => {
          globalThis.chosenMutant = mutant?.name;
          for (const choose of globalThis.choices ?? []) choose();
        };`,
      }));
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const own = mutantsOf.get(path);
        if (!own) return undefined;
        const variants = [...own.map(({ name }) => name), 'as it is'];
        const lines = [
          ...variants.map(
            (_, index) => `import * as v${index} from ${JSON.stringify(`${path}?mutant=${index}`)};`,
          ),
          `const all = {${variants.map((name, index) => `${JSON.stringify(name)}: v${index}`)}};`,
          'const chosen = () => all[globalThis.chosenMutant] ?? all["as it is"];',
          `let { ${names.get(path)} } = chosen();`,
          `(globalThis.choices ??= []).push(() => { ({ ${names.get(path)} } = chosen()); });`,
          `export { ${names.get(path)} };`,
        ];
        return { contents: lines.join('\n'), resolveDir: dirname(path) };
      });
    },
  };
}
