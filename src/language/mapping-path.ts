import { posix } from 'node:path';

/** Returns the path of a mapping relative to the folder `mappings`; for a file outside of one, its name. */
export function pathInMappings(file: string): string {
  const [, path] = /(?:^|[\\/])mappings[\\/](.+)$/s.exec(file) ?? [];
  return (path ?? file.split(/[\\/]/).at(-1) ?? '').replaceAll('\\', '/');
}

/** Converts a path in the folder of the mappings to the name that a test of this mapping uses. */
export function toTestFileName(path: string, file: string): string {
  return posix.relative(posix.dirname(pathInMappings(file)), path);
}

/** Converts the name that a test of this mapping uses to a path in the folder of the mappings. */
export function fromTestFileName(name: string, file: string): string {
  return posix.join(posix.dirname(pathInMappings(file)), name);
}
