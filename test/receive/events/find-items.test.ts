import { expect, it } from 'vitest';
import { accept, anExpression, aRequest, aSource } from '../a-source.ts';

const form = 'application/x-www-form-urlencoded';

/** The payloads of the events of a webhook. */
async function payloads(body: string, split: string, contentType: string): Promise<readonly unknown[]> {
  const source = aSource({ split: anExpression(split) });
  const { items } = await accept(source, aRequest(body, [['content-type', contentType]]));
  return items.map(({ payload = 'null' }) => JSON.parse(payload) as unknown);
}

const two = [{ n: '1' }, { n: '2' }];

it.each<[string, string, string, readonly unknown[]]>([
  ['gaps', 'events[5][n]=1&events[9][n]=2', 'events', two],
  ['one gap', 'events[0][n]=1&events[2][n]=2', 'events', two],
  ['no zero', 'events[1][n]=1&events[2][n]=2', 'events', two],
  ['no gap', 'events[0][n]=1&events[1][n]=2', 'events', two],
  ['one alone', 'events[5][n]=1', 'events', [{ n: '1' }]],
  ['another order', 'events[9][n]=2&events[5][n]=1', 'events', two],
  ['more digits', 'events[10][n]=2&events[9][n]=1', 'events', two],
  ['zeros before', 'events[009][n]=1&events[10][n]=2', 'events', two],
  ['long numbers', 'events[1700000000001][n]=2&events[1700000000000][n]=1', 'events', two],
  ['empty brackets', 'events[][n]=1&events[7][n]=2', 'events', two],
  ['a path', 'data[events][5][n]=1&data[events][9][n]=2', 'data.events', two],
  ['the whole body', '5[n]=1&9[n]=2', '$', two],
  ['lists at them', 'events[5][]=1&events[9][]=2', 'events', [['1'], ['2']]],
  ['a name among them', 'events[5][n]=1&events[x][n]=2', 'events', [{ 5: { n: '1' }, x: { n: '2' } }]],
  [
    'numbers with a dot',
    'events[1.3][n]=1&events[1.6][n]=2',
    'events',
    [{ '1.3': { n: '1' }, '1.6': { n: '2' } }],
  ],
  ['a negative number', 'events[-1][n]=1', 'events', [{ '-1': { n: '1' } }]],
  ['answers by the ids of their fields', 'entry[3]=Ada&entry[7]=x', 'entry', [{ 3: 'Ada', 7: 'x' }]],
  ['an event with a field that has a number', 'event[n]=1&event[5]=x', 'event', [{ n: '1', 5: 'x' }]],
])('splits a form that has indexes with %s', async (_what, body, split, expected) => {
  expect(await payloads(body, split, form)).toEqual(expected);
});

it.each<[string, unknown, readonly unknown[]]>([
  ['of PHP without its first element', { 1: { n: 1 }, 2: { n: 2 } }, [{ n: 1 }, { n: 2 }]],
  ['keyed by numbers', { 17: { n: 2 }, 4: { n: 1 } }, [{ n: 1 }, { n: 2 }]],
  ['with one element', { 3: { n: 1 } }, [{ n: 1 }]],
  ['of lists', { 3: [1], 5: [2] }, [[1], [2]]],
  ['with null in it', { 3: { n: 1 }, 5: null }, [{ 3: { n: 1 }, 5: null }]],
  ['of texts', { 3: 'a', 5: 'b' }, [{ 3: 'a', 5: 'b' }]],
  ['that is an empty object', {}, [{}]],
  ['that is one', [{ n: 1 }, { n: 2 }], [{ n: 1 }, { n: 2 }]],
])('splits JSON that has a list %s', async (_what, events, expected) => {
  expect(await payloads(JSON.stringify({ events }), 'events', 'application/json')).toEqual(expected);
});
