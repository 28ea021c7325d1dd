/** A size in bytes, for people: `41 MiB`. */
export function sizeWords(bytes: number): string {
  const units = ['KiB', 'MiB', 'GiB', 'TiB'];
  let size = bytes / 1024;
  while (size >= 1000 && units.length > 1) {
    size /= 1024;
    units.shift();
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[0]}`;
}
