import type { Config, SourceConfig } from '../../config/config.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Serving } from './serve.ts';

/**
 * Shows a person at a terminal the URLs for senders, and how to open the console. If `signIn` is given, it gets
 * the link to the setup in the console, which the terminal then does not show.
 */
export async function showReady(
  serving: Serving,
  config: Config,
  { err }: Surroundings,
  { signIn }: { readonly signIn?: ((link: string) => void) | undefined },
): Promise<void> {
  if (err.isTTY) err.write(addressesText([...config.sources.values()], serving));
  if (signIn && serving.makeSignInLink) signIn(await serving.makeSignInLink('setup'));
  else await showConsole(serving, err);
}

/** Shows a person at a terminal how to open the console. The link is a secret, so no log has it. */
async function showConsole({ makeSignInLink }: Serving, err: Surroundings['err']): Promise<void> {
  if (!err.isTTY || !makeSignInLink) return;
  err.write(`\nConsole (this link signs in once, within ten minutes):\n  ${await makeSignInLink()}\n\n`);
}

/** Lists the URLs for senders, for a person at a terminal. */
function addressesText(sources: readonly SourceConfig[], { url }: Serving): string {
  const lines = sources.slice(0, mostAddresses).map(({ path }) => `  ${url}${path}\n`);
  const more = sources.length - lines.length;
  return lines.length === 0
    ? ''
    : `\nSenders post to:\n${lines.join('')}${more > 0 ? `  and ${more} more\n` : ''}`;
}

/** With more sources, a person knows where to find the addresses. */
const mostAddresses = 12;
