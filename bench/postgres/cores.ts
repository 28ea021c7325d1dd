import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { OwnPostgresServer } from '../../test/inbox/postgres/server.ts';
import { childrenOf } from './cpu.ts';

/**
 * Gives PostgreSQL the first half of the cores and this process, with all that it starts from then on, the other half, as
 * if each had a machine of its own. Answers what lets both have all of them again.
 */
export function keepApart(server: OwnPostgresServer): () => void {
  const cores = availableParallelism();
  const half = Math.ceil(cores / 2);
  const ofServer = () => [server.pid(), ...childrenOf(server.pid()).map(({ pid }) => pid)];
  for (const pid of ofServer()) runOn(pid, 0, half - 1);
  runOn(process.pid, Math.min(half, cores - 1), cores - 1);
  return () => {
    for (const pid of [...ofServer(), process.pid]) runOn(pid, 0, cores - 1);
  };
}

function runOn(pid: number, first: number, last: number): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${first}-${last}`, String(pid)]);
}

const periodMicroseconds = 100_000;
/** Where Linux has its groups of processes: on newer systems, and on older ones. */
const [groups, olderGroups] = ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu'];

/**
 * Holds a process to a share of one core, as `limits.cpu` of Kubernetes does.
 * @throws Where this user may not make groups of processes.
 */
export function holdToShareOfCore(pid: number, share: number): void {
  const quota = share * periodMicroseconds;
  const isOlder = existsSync(olderGroups);
  const group = join(isOlder ? olderGroups : groups, `fieldbridge-bench-${pid}`);
  mkdirSync(group);
  if (isOlder) writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
  else writeFileSync(join(group, 'cpu.max'), `${quota} ${periodMicroseconds}`);
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  process.once('exit', () => rmdirSync(group));
}
