import { posix } from 'node:path';

/** The path of a mapping from the folder of the mappings, where its file is named with that folder. */
export function pathInMappings(file: string): string {
  const [, path] = /(?:^|[\\/])mappings[\\/](.+)$/s.exec(file) ?? [];
  return (path ?? file.split(/[\\/]/).at(-1) ?? '').replaceAll('\\', '/');
}

/** A file in the folder of the mappings as a test of this mapping names it. */
export function asTestNamesIt(path: string, file: string): string {
  return posix.relative(posix.dirname(pathInMappings(file)), path);
}

/** The file that a test of this mapping names, from the folder of the mappings. */
export function besideMappingFile(name: string, file: string): string {
  return posix.join(posix.dirname(pathInMappings(file)), name);
}
