import { readdirSync, readFileSync } from 'node:fs';

/** The unit of CPU times in Linux. */
const ticksPerSecond = 100;

/** Returns the CPU time of a process so far, in seconds. */
export function cpuSeconds(pid: number | undefined): number {
  const { user, system } = statOf(pid) ?? { user: 0, system: 0 };
  return (user + system) / ticksPerSecond;
}

/** Returns the CPU time of a process's children so far, including those that ended. */
export function cpuSecondsOfChildren(pid: number): number {
  const living = childrenOf(pid).reduce((sum, { user, system }) => sum + user + system, 0);
  return (living + (statOf(pid)?.ended ?? 0)) / ticksPerSecond;
}

/** Returns the running children of a process. */
export function childrenOf(pid: number): readonly Stat[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => statOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid);
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly user: number;
  readonly system: number;
  readonly ended: number;
}

/** The name of a process may contain anything; only numbers follow its last bracket. */
function statOf(pid: number | undefined): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const columns = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const at = (column: number) => columns[column] ?? 0;
    return { pid: Number(pid), parent: at(1), user: at(11), system: at(12), ended: at(13) + at(14) };
  } catch {
    return undefined;
  }
}
