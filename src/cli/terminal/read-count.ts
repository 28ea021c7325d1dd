import { escapeText } from '../../diagnostics/visible-text.ts';
import type { Arguments } from '../command.ts';
import { UsageError } from '../surroundings.ts';

/**
 * Returns the positive whole number of an option, or `otherwise` without the option.
 * @throws UsageError if it is anything else
 */
export function readCount({ options }: Arguments, name: string, otherwise: number): number {
  const given = options[name];
  if (given === undefined) return otherwise;
  const text = String(given).replaceAll(/[,_]/g, '');
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(
    `--${name} takes a number from 1 on, such as ${otherwise}; "${escapeText(String(given))}" is none`,
  );
}
