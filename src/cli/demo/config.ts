import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { packageFolder } from '../package-folder.ts';
import { CommandFailed, type Surroundings } from '../surroundings.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';

/**
 * The example config with secrets made for this run. Whatever the environment says, it leads to the sandbox alone.
 * @throws CommandFailed where somebody wrote another destination into it
 */
export function openDemoConfig(sandbox: Sandbox, port: number, surroundings: Surroundings): Workspace {
  const file = join(packageFolder(), 'config.example.yaml');
  const env = { ...surroundings.env, ...demoSecrets(), ...demoAddresses(sandbox, port) };
  const workspace = openWorkspace(
    { words: [], options: { config: file } },
    { ...surroundings, env },
    'all of the config',
  );
  const elsewhere = [...workspace.config.destinations.values()].find(each => each.baseUrl !== sandbox.url);
  if (elsewhere)
    throw new CommandFailed(
      `the demo sends to its sandbox only, but config.example.yaml sends ${elsewhere.name} elsewhere; write baseUrl: \${CALENDAR_URL} there`,
    );
  return workspace;
}

function demoSecrets(): Record<string, string> {
  const names = ['TYPEFORM_SECRET', 'HUBSPOT_SECRET', 'FORM_TOKEN', 'BOOKING_SECRET', 'ADMIN_TOKEN'];
  return Object.fromEntries(names.map(name => [name, randomBytes(18).toString('base64url')]));
}

function demoAddresses(sandbox: Sandbox, port: number): Record<string, string> {
  return {
    CALENDAR_URL: sandbox.url,
    SALON_TOKEN: sandbox.tokens.mitte,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
}
