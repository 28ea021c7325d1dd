import { localUrl } from '../../config/address.ts';
import type { Config } from '../../config/config.ts';
import type { DestinationView, MappingView } from '../../deliver/bridge.ts';
import { askBridge } from '../operate/ask-bridge.ts';
import { olderVersion } from '../operate/older-versions.ts';
import { trustingOwn } from '../operate/own-certificate.ts';
import { type Finding, skipped, warning, well, wrong } from './finding.ts';
import { fieldOf, isBridge, lookAt } from './look-at.ts';
import type { ReadConfig } from './read-config.ts';

/** The server at the address of a bridge of this config: the bridge, nobody, or another program. */
export type Answering = 'bridge' | 'nobody' | 'somebody else' | 'not known';

/** The findings about the running bridge. */
export interface LookedAtBridge {
  readonly findings: readonly Finding[];
  readonly answering: Answering;
}

/** Checks if a bridge of this config runs on this machine, and reads its state if there is an admin token. */
export async function lookAtBridge({ server, withAdmin }: ReadConfig): Promise<LookedAtBridge> {
  if (!server) return { findings: [skipped('running', 'its address is not known')], answering: 'not known' };
  if (server.port === 0) {
    const says = 'its port is not known, because the config has server.port: 0';
    return { findings: [skipped('running', says)], answering: 'not known' };
  }
  const url = localUrl(server, server.tls ? 'https' : 'http');
  const look = await lookAt(`${url}/healthz`, trustingOwn({ server }, url).dispatcher);
  if (isBridge(look)) {
    return {
      findings: [well('running', `it responds at ${url}`), ...(await heldFindings(withAdmin))],
      answering: 'bridge',
    };
  }
  if (look.kind === 'not-sent' && look.code === 'ECONNREFUSED') {
    return {
      findings: [skipped('running', `no bridge responds at ${url}; \`fieldbridge start\` runs one`)],
      answering: 'nobody',
    };
  }
  const next = 'end the other program, or choose another server.port';
  const says =
    look.kind === 'answered'
      ? `the program that responds at ${url} is not Fieldbridge (HTTP ${look.status})`
      : `the program at ${url} does not respond like a bridge${look.kind === 'late' ? '' : ` (${look.detail})`}`;
  return { findings: [wrong('running', says, next)], answering: 'somebody else' };
}

/** Returns a finding for each destination that is held, with the reason. */
async function heldFindings(config: Config | undefined): Promise<readonly Finding[]> {
  if (!config?.admin) return [];
  const [destinations, mappings] = await Promise.all([
    askBridge(config, '/destinations'),
    askBridge(config, '/mappings'),
  ]);
  if (destinations === undefined || mappings === undefined) {
    const says =
      'it does not show what it holds: its store cannot be used, it is busy, or it was started with another admin.token';
    const next =
      'repair the store if it has a fault; otherwise restart the bridge with this config, or name its config with --config';
    return [warning('holds', says, next)];
  }
  const found = [
    ...listOf<DestinationView>(destinations, 'destinations').flatMap(destinationFinding),
    ...listOf<MappingView>(mappings, 'mappings').flatMap(mappingFinding),
  ];
  return [
    ...(found.length > 0 ? found : [well('holds', 'it holds no destination and no mapping')]),
    ...listOf<MappingView>(mappings, 'mappings').flatMap(notInUseFinding),
  ];
}

/** Finds a mapping whose file is not in use, or that is in use although a test of it fails. */
function notInUseFinding(view: MappingView): readonly Finding[] {
  const older = olderVersion(view);
  if (older) return [warning('mapping in use', older.says, older.next)];
  const red = view.diagnostics.filter(({ code }) => code === 'mapping/test-fails');
  return red.map(({ message, hint = 'correct it' }) => warning('mapping in use', message, hint));
}

function listOf<Entry>(json: unknown, key: string): readonly Entry[] {
  const list = fieldOf(json, key);
  return Array.isArray(list) ? list : [];
}

function destinationFinding({
  name,
  state,
  reason,
  next: step,
  waiting,
}: DestinationView): readonly Finding[] {
  if (state !== 'held' && state !== 'paused') return [];
  const says = `the destination ${name} is ${state}${because(reason)}; calls that wait for it: ${waiting}`;
  const next =
    state === 'held' ? continuesAfter(step) : `\`fieldbridge destinations resume ${name}\` resumes it`;
  return [wrong('holds', says, next)];
}

function mappingFinding({ name, held, calls }: MappingView): readonly Finding[] {
  if (held === null) return [];
  const says = `the mapping ${name} is held${because(held.reason)}; calls that wait for it: ${calls.held}`;
  return [wrong('holds', says, continuesAfter(held.next))];
}

function continuesAfter(step = 'put that right'): string {
  return `${step}; it continues automatically then`;
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${reason})`;
}

/** Warns if the store is open but no bridge responds, or the other way round. */
export function storeUseFinding(isInUse: boolean | undefined, answering: Answering): readonly Finding[] {
  if (isInUse === true && answering === 'nobody') {
    const says = 'a process has the store open, and no bridge responds at the address of this config';
    return [
      warning(
        'store in use',
        says,
        'wait if it is just starting; otherwise end that process, or name its config with --config',
      ),
    ];
  }
  if (isInUse === false && answering === 'bridge') {
    const says = 'the bridge that responds uses another store than this config, or runs in another container';
    return [warning('store in use', says, 'name its config with --config')];
  }
  return [];
}
