import { readdirSync, readFileSync } from 'node:fs';

/** Of the clock by which Linux counts what processes take. */
const ticksPerSecond = 100;

/** How much of a core a process took so far. */
export function cpuSeconds(pid: number | undefined): number {
  const { user, system } = statOf(pid) ?? { user: 0, system: 0 };
  return (user + system) / ticksPerSecond;
}

/** What the children of a process took so far, those that ended among them. */
export function cpuSecondsOfChildren(pid: number): number {
  const living = childrenOf(pid).reduce((sum, { user, system }) => sum + user + system, 0);
  return (living + (statOf(pid)?.ended ?? 0)) / ticksPerSecond;
}

/** The processes that a process has started and that still run. */
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

/** The name of a process may hold anything; what follows its last bracket are numbers. */
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
