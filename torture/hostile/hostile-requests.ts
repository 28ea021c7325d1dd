import { createHmac } from 'node:crypto';
import type { Chance } from '../chance.ts';
import { formBody, type HostileBody, hostileBody } from './hostile-bodies.ts';
import { cloudEvent, jsonInForm, multipartBody, xmlBody } from './hostile-formats.ts';
import { tricks } from './hostile-tricks.ts';
import { type Attack, chunks, head, post, rawAttack } from './hostile-wire.ts';

/** The sources of the test's config, by their scheme or format. */
export const hostileSourceNames = [
  'open',
  'signed',
  'form',
  'text',
  'split',
  'once',
  'outcome',
  'parts',
  'xml',
  'field',
  'cloud',
] as const;
type SourceName = (typeof hostileSourceNames)[number];

/** The secret of the source `signed`. */
export const signingSecret = 'a-secret-of-the-hostile-test';

interface Message {
  readonly source: SourceName;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: HostileBody;
  readonly statuses: readonly number[] | undefined;
}

const anyType = [200, 202, 400, 413, 415, 422];

/** One attack. */
export function attack(chance: Chance): Attack {
  const roll = chance.int(100);
  if (roll < 45) return asClient(chance);
  if (roll < 70) return asRaw(chance);
  return chance.pick(tricks)(chance);
}

/** A webhook for any source, signed if necessary, with its content type. */
function message(chance: Chance): Message {
  const source = chance.pick(hostileSourceNames);
  const body = (chance.maybe(0.7) && makers[source]?.(chance)) || hostileBody(chance);
  const lines = [`content-type: ${body.type}`, ...(body.headers ?? [])];
  const query = chance.maybe(0.1) ? chance.pick(queries) : '';
  const certain = source === 'open' && body.status !== undefined ? [body.status] : anyType;
  const common = { source, path: `/hooks/${source}${query}`, body };
  if (source !== 'signed') return { ...common, headers: lines, statuses: certain };
  const good = createHmac('sha256', signingSecret).update(body.bytes).digest('hex');
  const { headers, accepted } = chance.pick(signatures)(good);
  const statuses = body.status === 413 ? [413] : accepted ? anyType : [401];
  return { ...common, headers: [...lines, ...headers], statuses };
}

/** Most bodies of a source that reads only one format. */
const makers: Readonly<Partial<Record<SourceName, (chance: Chance) => HostileBody>>> = {
  form: formBody,
  parts: multipartBody,
  xml: xmlBody,
  field: jsonInForm,
  cloud: cloudEvent,
};

const queries = [
  '?a=1&a=2',
  '?__proto__[polluted]=1',
  '?constructor=1&toString',
  '?%00=%ff&%',
  `?${'q='.repeat(800)}`,
];

const signatures: readonly ((good: string) => { headers: readonly string[]; accepted: boolean })[] = [
  good => ({ headers: [`x-signature: ${good}`], accepted: true }),
  good => ({ headers: [`X-SIGNATURE: ${good}`], accepted: true }),
  () => ({ headers: [], accepted: false }),
  () => ({ headers: ['x-signature: '], accepted: false }),
  good => ({ headers: [`x-signature: ${good.slice(0, -1)}`], accepted: false }),
  good => ({ headers: [`x-signature: ${good}00`], accepted: false }),
  good => ({ headers: [`x-signature: ${good}`, `x-signature: ${good}`], accepted: false }),
  good => ({
    headers: [`x-signature: ${good.replace(/[0-9a-f]/, digit => (digit === '0' ? '1' : '0'))}`],
    accepted: false,
  }),
  () => ({
    headers: [`x-signature: ${createHmac('sha256', 'guess').update('').digest('hex')}`],
    accepted: false,
  }),
];

function asClient(chance: Chance): Attack {
  const { path, headers, body, statuses } = message(chance);
  const entries = headers.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  const repeated = new Set(entries.map(([name]) => name)).size < entries.length;
  if (repeated) return rawAttack(`${body.kind}, signed twice`, [post(path, headers, body.bytes)], statuses);
  const chunked = chance.maybe(0.3);
  return {
    kind: `${body.kind}${chunked ? ', in chunks' : ''}`,
    way: { path, headers: Object.fromEntries(entries), body: body.bytes, chunked },
    ...(statuses && { statuses }),
    unanswered: 0,
  };
}

function asRaw(chance: Chance): Attack {
  const { path, headers, body, statuses } = message(chance);
  const bytes = chance.maybe(0.5)
    ? post(path, headers, body.bytes)
    : Buffer.concat([head(path, [...headers, 'transfer-encoding: chunked']), chunks(chance, body.bytes)]);
  return rawAttack(`${body.kind}, raw`, [bytes], statuses, { slices: chance.pick([1, 1, 2, 7]) });
}
