/**
 * What a builder is given of a checkout by its `.dockerignore`: whether a file or folder at its top is in the context. The
 * last line that fits a path counts; no line may name what is inside of a folder.
 */
export function contextOf(ignored: string): (path: string) => boolean {
  const lines = ignored.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  const deep = lines.find(line => /[/?[\\]/.test(line));
  if (deep !== undefined) throw new Error(`the test does not know the pattern ${deep}`);
  return path => {
    const last = lines.findLast(line => [path, '*'].includes(line.replace(/^!/, '')));
    return last === undefined || last.startsWith('!');
  };
}
