import { once } from 'node:events';
import { CommandFailed, exit, type Surroundings } from '../surroundings.ts';

/**
 * Asks a person to press `y` before many objects are changed. Without a terminal, `--yes` is required.
 * @throws CommandFailed if there is neither
 */
export async function confirm(
  question: string,
  isSaid: boolean,
  { input, err }: Surroundings,
): Promise<boolean> {
  if (isSaid) return true;
  if (!input.isTTY) throw new CommandFailed(`${question}\n  Add --yes to confirm.`, exit.usage);
  err.write(`${question}\nPress y to continue, any other key to cancel. `);
  const key = await pressedKey(input);
  err.write(`${/^[\x20-\x7e]$/.test(key) ? key : ''}\n`);
  return key === 'y' || key === 'Y';
}

async function pressedKey(input: Surroundings['input']): Promise<string> {
  input.setRawMode?.(true);
  try {
    input.resume();
    const [chunk] = await Promise.race([once(input, 'data'), once(input, 'end').then(() => [''])]);
    return String(chunk).slice(0, 1);
  } finally {
    input.setRawMode?.(false);
    input.pause();
  }
}
