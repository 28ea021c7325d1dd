/** The requirements of a Linux program. */
export interface Requirements {
  /** The libraries that are loaded before it starts. */
  readonly libraries: readonly string[];
  /** The versions of their functions, such as `GLIBC_2.28`. */
  readonly versions: readonly string[];
}

const tag = { needed: 1n, texts: 5n } as const;
const kind = { load: 1, dynamic: 2 } as const;

/**
 * Reads the requirements of a 64-bit ELF file (elf(5)).
 * @throws if it is no such file
 */
export function requirementsOf(file: Buffer): Requirements {
  if (file.readUInt32BE(0) !== 0x7f454c46 || file[4] !== 2 || file[5] !== 1)
    throw new Error('this is no 64-bit ELF file');
  const segments = segmentsOf(file);
  const dynamic = segments.find(each => each.kind === kind.dynamic);
  if (!dynamic) throw new Error('it loads no library');
  const entries = Array.from({ length: dynamic.size / 16 }, (_, index) => {
    const at = dynamic.offset + index * 16;
    return { tag: file.readBigInt64LE(at), value: Number(file.readBigUInt64LE(at + 8)) };
  });
  const address = entries.find(each => each.tag === tag.texts)?.value ?? 0;
  const holder = segments.find(
    each => each.kind === kind.load && address >= each.address && address < each.address + each.size,
  );
  if (!holder) throw new Error('its names are nowhere');
  const textsAt = address - holder.address + holder.offset;
  const text = (at: number) => file.toString('latin1', at, file.indexOf(0, at));
  const needed = entries.filter(each => each.tag === tag.needed).map(each => text(textsAt + each.value));
  const names = file.toString('latin1', textsAt, holder.offset + holder.size);
  return { libraries: needed, versions: [...new Set(names.match(/\bGLIBC(XX)?_\d[\d.]*(?=\0)/g))] };
}

function segmentsOf(file: Buffer) {
  const first = Number(file.readBigUInt64LE(32));
  const size = file.readUInt16LE(54);
  return Array.from({ length: file.readUInt16LE(56) }, (_, index) => {
    const at = first + index * size;
    return {
      kind: file.readUInt32LE(at),
      offset: Number(file.readBigUInt64LE(at + 8)),
      address: Number(file.readBigUInt64LE(at + 16)),
      size: Number(file.readBigUInt64LE(at + 32)),
    };
  });
}
