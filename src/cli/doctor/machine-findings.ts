import { accessSync, constants, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { proxyOf } from '../../config/proxy.ts';
import { mostConnections } from '../../server/http/connections.ts';
import { heapOptions } from '../heap-limit.ts';
import { leakingDebugNames } from '../start/leaking-debug-names.ts';
import { isHeapTooLarge } from '../start/tell-memory.ts';
import type { Surroundings } from '../surroundings.ts';
import { version } from '../version.ts';
import { type Finding, skipped, warning, well, wrong } from './finding.ts';

/** Checks the requirements on this machine: memory, open files, and the environment variables. */
export function machineFindings(surroundings: Surroundings): readonly Finding[] {
  return [
    memoryFinding(surroundings),
    filesFinding(),
    proxyFinding(surroundings),
    ...environmentFindings(surroundings),
    versionsFinding(),
  ];
}

const mebibyte = 2 ** 20;
/** The memory for a small bridge. */
const enoughMemory = 128 * mebibyte;

function memoryFinding({ memory }: Surroundings): Finding {
  if (!memory) return skipped('memory', 'other programs share this process');
  const { limit } = memory;
  if (limit === 'unknown') {
    const says = 'this system does not show whether it is limited, for example without /sys/fs/cgroup';
    return warning(
      'memory',
      says,
      'if it is limited, set NODE_OPTIONS=--max-old-space-size to 65 % of the limit, in MiB',
    );
  }
  if (limit === 'none') return well('memory', `${inMebibytes(totalmem())}, all that the machine has`);
  const says = `${inMebibytes(limit)} for this container`;
  if (limit < enoughMemory) return warning('memory', says, `give it ${inMebibytes(enoughMemory)} or more`);
  // `start` limits the heap automatically, unless the operator set its size.
  if (heapOptions(memory).length === 0 && isHeapTooLarge(memory)) {
    return warning(
      'memory',
      `${says}, of which the heap may take ${inMebibytes(memory.heap)}`,
      'remove --max-old-space-size from NODE_OPTIONS, or set it to 65 % of the memory',
    );
  }
  return well('memory', says);
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte).toLocaleString('en')} MiB`;
}

/** The number of files that the store, the log, calls and Node itself keep open. */
const filesBesides = 256;

function filesFinding(): Finding {
  const most = mostFiles();
  if (most === undefined) return skipped('open files', 'this system does not show the limit');
  const needed = mostConnections.webhooks + mostConnections.admin + filesBesides;
  const says = `${most.toLocaleString('en')} at most`;
  if (most >= needed) return well('open files', says);
  return warning(
    'open files',
    `${says}, and many senders at once need ${needed.toLocaleString('en')}`,
    'raise the limit: LimitNOFILE, `ulimit -n`, or --ulimit nofile of the container',
  );
}

function mostFiles(): number | undefined {
  try {
    const [, most] = /^Max open files\s+(\w+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (most === 'unlimited') return Number.POSITIVE_INFINITY;
    return most === undefined ? undefined : Number(most);
  } catch {
    return undefined;
  }
}

const ignoredProxies = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** Returns the proxy that the environment names for destinations (proxyOf): its host, never its password. */
function proxyFinding({ env }: Surroundings): Finding {
  const name = ['https_proxy', 'HTTPS_PROXY'].find(each => (env[each] ?? '') !== '');
  if (name !== undefined) {
    const proxy = proxyOf('https://unset.invalid', { [name]: env[name] });
    if (!proxy) {
      const next = 'set it to a URL such as http://proxy.example.com:3128, or unset it';
      return warning('proxy', `${name} is ignored: it is not the URL of a proxy`, next);
    }
    const { host } = new URL(proxy.reveal());
    const says = `${name} names ${host}: it is used for https: destinations, unless NO_PROXY or their own \`proxy\` says otherwise`;
    return well('proxy', says);
  }
  const ignored = ignoredProxies.filter(each => (env[each] ?? '') !== '');
  if (ignored.length === 0) return well('proxy', 'no variable names one');
  const says = `${ignored.join(', ')} ${ignored.length === 1 ? 'is' : 'are'} ignored: only HTTPS_PROXY counts, and \`proxy\` of a destination`;
  return warning('proxy', says, 'set HTTPS_PROXY, if destinations are reached only through the proxy');
}

/** Reports environment variables that have an effect, or an unexpected one. */
function environmentFindings({ env }: Surroundings): readonly Finding[] {
  const loud = leakingDebugNames(env);
  const { NODE_EXTRA_CA_CERTS: authorities = '', NODE_TLS_REJECT_UNAUTHORIZED: reject } = env;
  return [
    ...(loud === undefined
      ? []
      : [
          wrong(
            'NODE_DEBUG',
            `${loud} makes Node print every request with its token, so no bridge starts`,
            'unset it',
          ),
        ]),
    ...(reject === '0'
      ? [
          warning(
            'certificates',
            'NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored: certificates are verified',
            'unset it; name your own authority in NODE_EXTRA_CA_CERTS',
          ),
        ]
      : []),
    ...(authorities === '' ? [] : [authoritiesFinding(authorities)]),
  ];
}

function authoritiesFinding(file: string): Finding {
  try {
    accessSync(file, constants.R_OK);
    return well('authorities', `those of NODE_EXTRA_CA_CERTS are trusted too: ${file}`);
  } catch (error) {
    const says = `the file of NODE_EXTRA_CA_CERTS cannot be read: ${file} (${(error as NodeJS.ErrnoException).code})`;
    return wrong('authorities', says, 'correct the path, or give this user the right to read it');
  }
}

function versionsFinding(): Finding {
  const { node, sqlite, openssl } = process.versions;
  const says = `Fieldbridge ${version()}, Node ${node}, SQLite ${sqlite}, OpenSSL ${openssl} (${process.platform} ${process.arch})`;
  return well('versions', says);
}
