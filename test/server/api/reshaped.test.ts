import { describe, expect, it } from 'vitest';
import { reshapedValues } from '../../../src/receive/bodies/reshaped-values.ts';
import { aConfig, aSource } from '../a-config.ts';
import { jsonOf, startServer } from '../running-server.ts';

const payload = { contact: { phone: '1', name: 'Ada' }, tags: ['a', 'b'], note: 'tea', empty: '', none: {} };

describe('a correction that replaces an object or a list by one value, or the reverse', () => {
  it.each<[string, object, readonly object[]]>([
    [
      'an object by a text',
      { contact: 'Ada' },
      [{ path: 'contact', was: 'object', becomes: 'value', removes: ['contact.phone', 'contact.name'] }],
    ],
    [
      'a list by a text',
      { tags: 'a' },
      [{ path: 'tags', was: 'list', becomes: 'value', removes: ['tags[0]', 'tags[1]'] }],
    ],
    ['a text by a list', { note: ['tea'] }, [{ path: 'note', was: 'value', becomes: 'list', removes: [] }]],
    ['one value of an object', { contact: { phone: '2' } }, []],
    ['a longer list', { tags: ['a', 'b', 'c'] }, []],
    ['nothing by an object', { empty: { a: 1 } }, []],
    ['an empty object by a text', { none: 'x' }, []],
    ['a removed object', { contact: null }, []],
  ])('is shown in its preview and its response: %s', async (_what, patch, reshaped) => {
    const server = await startServer(aConfig([aSource('one')]));
    const { id } = await jsonOf(await server.post('/hooks/one', JSON.stringify(payload)));
    const preview = await server.api('POST', '/preview', { eventId: id, patch });
    expect(Reflect.get(preview.body, 'reshaped') ?? []).toEqual(reshaped);
    const amended = await server.api('POST', `/events/${id}/amend`, { patch, reason: 'misread' });
    expect(amended.body).toMatchObject({ amended: true });
    expect(Reflect.get(amended.body, 'reshaped') ?? []).toEqual(reshaped);
  });

  it('is compared with the payload as corrected before', () => {
    expect(reshapedValues({ a: 'text' }, { a: 'other' })).toEqual([]);
    expect(reshapedValues('text', { a: 1 })).toEqual([
      { path: '', was: 'value', becomes: 'object', removes: [] },
    ]);
  });
});
