/**
 * Returns the lines of an error's stack. The lines of its message are left out, because they may quote a
 * secret or a customer's value.
 */
export function errorPlaces({ stack = '', message }: Error): readonly string[] {
  const start = message === '' ? -1 : stack.indexOf(message);
  const below = start === -1 ? stack : stack.slice(start + message.length);
  return below.split('\n').filter(line => /^\s+at /.test(line));
}
