/**
 * Where an error arose: the lines of its stack. Its message is left out, every line of it, since it may quote a secret
 * or a customer's value.
 */
export function errorPlaces({ stack = '', message }: Error): readonly string[] {
  const start = message === '' ? -1 : stack.indexOf(message);
  const below = start === -1 ? stack : stack.slice(start + message.length);
  return below.split('\n').filter(line => /^\s+at /.test(line));
}
