/**
 * Applies a `.dockerignore`: returns true for files and folders at the top of a checkout that are in the context.
 * The last matching line decides; a line may not name something inside a folder.
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
