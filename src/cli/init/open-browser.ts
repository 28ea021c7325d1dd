import { spawn } from 'node:child_process';
import type { Surroundings } from '../surroundings.ts';

/** Opens an address in the browser of this machine, if there is one. It does not wait for the browser. */
export function openInBrowser(url: string, env: Surroundings['env']): void {
  const command = openerOf(process.platform, env);
  if (!command) return;
  const [program, ...words] = command;
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true });
  // Ignored: the terminal shows the link too.
  child.on('error', () => {});
  child.unref();
}

function openerOf(
  platform: NodeJS.Platform,
  env: Surroundings['env'],
): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}
