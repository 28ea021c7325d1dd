import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ConsoleFile, ConsoleFiles } from '../../server/console/console-routes.ts';
import { packageFolder } from '../package-folder.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Reads the files of the console; undefined if they were not built. */
export async function readConsoleFiles(): Promise<ConsoleFiles | undefined> {
  const folder = join(packageFolder(), 'dist', 'console');
  const names = await readdir(folder).catch((): string[] => []);
  const script = names.find(name => /^console-\w+\.js$/.test(name));
  const style = names.find(name => /^console-\w+\.css$/.test(name));
  if (script === undefined || style === undefined) return undefined;
  const all = names.filter(name => extname(name) in types);
  const files = await Promise.all(
    all.map(async (name): Promise<[string, ConsoleFile]> => {
      const read = (ending: string) =>
        names.includes(name + ending) ? readFile(join(folder, name + ending)) : undefined;
      const [plain, br, gzip] = await Promise.all([readFile(join(folder, name)), read('.br'), read('.gz')]);
      return [name, { type: types[extname(name)] ?? '', plain, br, gzip }];
    }),
  );
  return { entry: { script, style }, files: new Map(files) };
}
