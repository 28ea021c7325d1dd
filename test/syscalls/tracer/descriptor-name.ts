import { readFileSync, readlinkSync } from 'node:fs';

const sockets = new Map<string, string>();

/**
 * The name of a thread's descriptor: the path of a file, `tcp LOCAL REMOTE` (ports) for a connection, else the kernel's
 * name. An empty text if it is not open.
 */
export function descriptorName(thread: number, descriptor: number): string {
  let name: string;
  try {
    name = readlinkSync(`/proc/${thread}/fd/${descriptor}`);
  } catch {
    return '';
  }
  const inode = /^socket:\[(\d+)\]$/.exec(name)?.[1];
  if (inode === undefined) return name;
  const known = sockets.get(inode) ?? connection(thread, inode);
  if (known === undefined) return name;
  sockets.set(inode, known);
  return known;
}

/** Looks a connection up in the kernel's table, with hexadecimal addresses and ports behind a colon. */
function connection(thread: number, inode: string): string | undefined {
  for (const table of ['tcp', 'tcp6']) {
    const row = readFileSync(`/proc/${thread}/net/${table}`, 'latin1')
      .split('\n')
      .map(line => line.trim().split(/\s+/))
      .find(fields => fields[9] === inode);
    if (!row) continue;
    const [local, remote] = [row[1], row[2]].map(address =>
      Number.parseInt(address?.split(':').at(-1) ?? '', 16),
    );
    // A connection that is not established yet gets its name later.
    if (remote !== 0) return `tcp ${local} ${remote}`;
  }
  return undefined;
}
