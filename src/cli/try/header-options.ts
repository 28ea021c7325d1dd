import type { Arguments } from '../command.ts';
import { UsageError } from '../surroundings.ts';

/**
 * Returns the headers of `--header NAME:VALUE`, with names in lower case.
 * @throws UsageError for any other format
 */
export function headerOptions({ options }: Arguments): Record<string, string> {
  const lines = Array.isArray(options.header) ? options.header : [];
  return Object.fromEntries(
    lines.map(line => {
      const [, name, value] = /^([\w-]+)\s*:\s*(\S.*|)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) return [name.toLowerCase(), value];
      throw new UsageError('--header is written as NAME:VALUE');
    }),
  );
}
