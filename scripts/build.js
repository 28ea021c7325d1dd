// Nothing that is installed may be imported here: without it, Node's own error would be all that a person sees.
try {
  import.meta.resolve('esbuild');
} catch {
  process.stderr.write(
    'fieldbridge: the packages of the program are not installed. Run `npm ci` first; it builds the program, too.\n',
  );
  process.exit(1);
}
await import('./build-program.js');
