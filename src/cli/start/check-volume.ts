import { existsSync, realpathSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';

/** Kinds of file systems without permanent storage, by their number in statfs(2). */
const volatile: ReadonlyMap<number, string> = new Map([
  [0x01021994, 'tmpfs, which is memory'],
  [0x858458f6, 'ramfs, which is memory'],
  [0x794c7630, "overlay, a container's own layer"],
]);
const remote: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
]);
/** File systems that show the state of the kernel and store nothing. */
const shown: ReadonlyMap<number, string> = new Map([
  [0x9fa0, 'proc'],
  [0x62656572, 'sysfs'],
  [0x64626720, 'debugfs'],
  [0x74726163, 'tracefs'],
  [0x73636673, 'securityfs'],
  [0x27e0eb, 'cgroup'],
  [0x63677270, 'cgroup'],
  [0x1cd1, 'devpts'],
  [0xde5e81e4, 'efivarfs'],
  [0x6165676c, 'pstore'],
  [0xcafe4a11, 'bpf'],
  [0x19800202, 'mqueue'],
]);

/**
 * Checks if the store would outlive the container and its volume is suitable. It warns about memory and a container's
 * own layer. Network file systems are an error, because SQLite's log needs shared memory, and so are file systems that
 * store no files.
 */
export function checkVolume(config: Pick<Config, 'store'>): Diagnostic[] {
  if (config.store.kind !== 'sqlite') return [];
  const folder = existingFolder(config.store.path);
  const { type } = statfsSync(folder);
  const lost = volatile.get(type);
  if (lost !== undefined) {
    const hint = 'put it on a volume that outlives the container, and name that in `store`';
    return [
      diagnostic(
        'config/volatile-store',
        `the store is on ${lost}; it is lost when the container is removed`,
        {
          path: 'store',
          hint,
        },
      ),
    ];
  }
  const kernel = shown.get(type);
  if (kernel !== undefined) {
    const hint = 'put it on a local disk or a block volume, and name that in `store`';
    return [
      diagnostic('config/unsafe-volume', `the store is on ${kernel}, which keeps no files`, {
        path: 'store',
        hint,
      }),
    ];
  }
  const network = remote.get(type);
  if (network === undefined) return [];
  const hint = 'put it on a local disk or a block volume, and name that in `store`';
  return [
    diagnostic(
      'config/unsafe-volume',
      `the store is on a network file system (${network}), which can lose or damage it`,
      { path: 'store', hint },
    ),
  ];
}

function existingFolder(path: string): string {
  // An existing file may be a link to another volume.
  let folder = existsSync(path) ? realpathSync(path) : dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}
