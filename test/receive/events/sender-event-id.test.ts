import { expect, it } from 'vitest';
import { compile } from '../../../src/expressions/compile.ts';
import { findSenderEventId } from '../../../src/receive/events/sender-event-id.ts';

async function idOf(payload: object, ...parts: readonly string[]): Promise<string | undefined> {
  const expressions = parts.map(part => {
    const compiled = compile(part);
    if (!('expression' in compiled)) throw new Error(part);
    return compiled.expression;
  });
  return findSenderEventId(expressions, { input: payload, bindings: {} });
}

it.each([
  false,
  '00000000-0000-0000-0000-000000000000',
  '{00000000-0000-0000-0000-000000000000}',
  '0'.repeat(32),
])('an id that would be the same for all events is ignored: %j', async id => {
  expect(await idOf({ id }, 'id')).toBeUndefined();
});

it.each([0, true, 'false', '00000000-0000-0000-0000-000000000001'])('another one is an id: %j', async id => {
  expect(await idOf({ id }, 'id')).toBe(JSON.stringify([String(id)]));
});

it('a part of an id may be false', async () => {
  expect(await idOf({ id: 1, gone: false }, 'id', 'gone')).toBe('["1","false"]');
});
