import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a folder that contain one of the values, in any form in which it could be written. */
export async function filesWith(folder: string, values: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of await readdir(folder)) {
    const bytes = await readFile(join(folder, file));
    const lower = bytes.toString('latin1').toLowerCase();
    for (const value of values) {
      for (const [form, needle] of formsOf(value)) {
        if (lower.includes(needle.toLowerCase())) found.push(`${file}: ${form} of ${value}`);
      }
    }
  }
  return found;
}

function formsOf(value: string): readonly (readonly [string, string])[] {
  const bytes = Buffer.from(value);
  const aligned = [0, 1, 2].map(shift => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return ['base64', whole.slice(Math.ceil((shift * 4) / 3), -4)] as const;
  });
  return [
    ['UTF-8', bytes.toString('latin1')],
    ['hex', bytes.toString('hex')],
    ['URL', encodeURIComponent(value)],
    ['JSON in ASCII', value.replaceAll('ü', '\\u00fc')],
    ...aligned,
  ];
}
