import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

// One entry, split where a command loads its own parts, so that each command starts with no more than it needs.
await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: { fieldbridge: 'src/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  chunkNames: 'parts/[name]-[hash]',
  banner: { js: "import{createRequire as bridgeRequire}from'node:module';const require=bridgeRequire(import.meta.url);" },
  logLevel: 'warning',
});
