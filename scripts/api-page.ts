import type { DestinationView, MappingView } from '../src/deliver/bridge.ts';
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import type { AuditEntry } from '../src/inbox/audit.ts';
import { auditActions } from '../src/inbox/audit.ts';
import type { CallView, EventView } from '../src/inbox/event.ts';
import { statuses } from '../src/inbox/event.ts';
import type { LinkRecord } from '../src/inbox/link-record.ts';
import type { RefusalView } from '../src/inbox/refusal.ts';
import { apiRoutes, type RouteWords } from './api-routes.ts';

/** The page about `/api`: every route, and what the answers are made of. */
export function apiPage(): string {
  const sections = Object.entries(apiRoutes).map(([about, routes]) =>
    [`## ${about}`, ...routes.map(routeSection)].join('\n\n'),
  );
  return `${[introduction, ...sections, shapes()].join('\n\n')}\n`;
}

const introduction = `# /api

With \`admin\` in the config the bridge answers under \`/api\`, at the address of the webhooks or at \`admin.listen\`. The
commands of the shell (\`fieldbridge events\`, \`links\`, \`destinations\`, \`refusals\`, \`sources\`, \`erase\`) ask there too.
This page is made by \`npm run docs\`; tests compare each path and each parameter with a running server.

- Every request brings \`Authorization: Bearer <admin token>\`.
- Bodies and answers are JSON in UTF-8; a body comes with \`Content-Type: application/json\`, or is left out where nothing
  in it is needed. Times are ISO 8601.
- A request that goes wrong is answered \`{"error", "hint"}\`: what is wrong, and what to do.
- An answer may have more keys in a later version; those that are here keep their meaning.

| status | when |
| --- | --- |
| 200 | done |
| 400 | a parameter is unknown, missing or not allowed; all faults are named at once |
| 401 | the admin token is missing or wrong |
| 403 | a web page of another site asks |
| 404 | \`/api\` is off, or it has no such path |
| 413 | the body is too large |
| 415 | the body is not JSON |
| 429 | too many wrong tokens came from this address, with Retry-After |
| 503 | the store cannot be used right now, with Retry-After |`;

function routeSection({ method, path, does, query, body, answer, otherwise }: RouteWords): string {
  const parts = [`### ${method} /api${path}`, does];
  if (query) parts.push(`In the query:\n\n${table('parameter', query)}`);
  if (body && Object.keys(body).length > 0) parts.push(`In the body:\n\n${table('parameter', body)}`);
  const others = Object.entries(otherwise ?? {}).map(([status, when]) => `${status} where ${when}`);
  parts.push([`Answers 200 with ${answer}.`, ...others.map(other => `It answers ${other}.`)].join(' '));
  return parts.join('\n\n');
}

function table(head: string, words: Readonly<Record<string, string>>): string {
  const lines = Object.entries(words).map(([name, meaning]) => `| \`${name}\` | ${meaning}. |`);
  return [`| ${head} | meaning |`, '| --- | --- |', ...lines].join('\n');
}

/** The types hold that every key is here, and no other. */
type Keys<View> = Readonly<Record<keyof View, string>>;

const event: Keys<EventView> & Readonly<Record<'payload' | 'audit', string>> = {
  id: 'The id of the event, `evt_…`',
  source: 'The source that it came to',
  status: `That of the call that needs a person most: ${statuses.map(each => `\`${each}\``).join(', ')}`,
  type: "The sender's name for this kind of event",
  receivedAt: 'When it was stored',
  occurredAt: 'When it happened, as its sender says',
  nextAttemptAt: 'When it is tried next',
  reason: 'Why it waits, or why it is held',
  duplicateOf: 'An event with the same contents that came from the source in the ten minutes before',
  payload: 'What the sender sent',
  diagnostics: 'All diagnostics, those of the calls included',
  calls: 'The calls that mappings made of it',
  audit: 'What people did to it, the last 50',
};

const call: Keys<CallView> = {
  mapping: 'The mapping that made it',
  destination: 'Where it goes',
  operation: '`updateCustomer` or `persistCustomerData`',
  status: 'What became of it',
  request: "What is sent, by the API's own parameter names, without the token",
  nextAttemptAt: 'When it is tried next',
  reason: 'Why it waits, or why it is held',
  result: 'What the API said of a call that is done',
  action: 'What the customer must still do',
  url: 'Where the customer does it',
  customerId: 'The customer number that it was about, or that the booking got',
  changes: 'What changed: `name`, `originalValue`, `newValue`',
  diagnostics: 'What a person should know about it',
  attempts:
    'Each request that was sent: `at`, `ms`, `outcome` (with its row of [the failure table](../failure-table.md)), `status`, `body`',
};

const found: Keys<Diagnostic> = {
  code: 'One of [the codes](../diagnostics.md); codes never change their meaning',
  severity: '`error`, `warning` or `info`',
  message: 'What is wrong, and what is allowed',
  hint: 'What to do',
  place: '`file`, `line`, `column`, `length`, counted from 1',
  path: 'Where in the payload or in the call',
  instead: 'The line of the file as it should be',
  fix: 'What mends it for certain: edits, each with a `place` and a `text`',
};

const destination: Keys<DestinationView> = {
  name: 'Its name in the config',
  baseUrl: 'Its address',
  state:
    '`open`; `probing`: asked whether it is well, before anything is sent; `held`: it fails, and is asked again and again; `paused`: by a person',
  reason: 'Why it is not open',
  since: 'Since when',
  notBefore: 'Nothing is sent before this time',
  nextProbeAt: 'When it is asked next',
  waiting: 'How many calls wait there',
  catalog: '`fetchedAt`, and how many `fields` and `statuses` are known; `null` where it was never read',
};

const mapping: Keys<MappingView> = {
  name: 'Its name: that of the file',
  file: 'Its file',
  source: 'Whose events it is for',
  destination: 'Where its calls go; `null` where a rule says so',
  operation: 'What it calls',
  usable: '`false`: the file cannot be used as it is, and its last good version counts, where there is one',
  held: '`since` and `reason`, or `null`',
  calls: 'How many calls it has, by status',
  diagnostics: 'What is wrong with the file, and with how it fits the account',
  changes: 'What changed in the account and led to them: `at`, `what`',
};

const refusal: Keys<RefusalView> = {
  id: 'Its id',
  at: 'When it was refused',
  source: 'The source that it came to',
  status: 'The HTTP status that it was answered with',
  reason: 'Why',
  verified: 'Whether its sender had proved who it is',
  address: 'The IP address that it came from, as far as that is certain',
  bytes: 'The size of the body',
  acceptable: 'Whether it can be taken in after all',
  body: 'The first 64 KiB of the body as a text; only where it was verified',
  acceptedAs: 'The ids of its events, once it was taken in',
};

const link: Keys<LinkRecord> = {
  people: 'Whose id it is: `people` of the source',
  link: "The sender's id of the person",
  destination: 'Where the customer number counts',
  customerId: 'The customer number',
  updatedAt: 'When the link was made or changed',
};

const entry: Keys<AuditEntry> = {
  at: 'When',
  who: 'Who did it',
  address: 'The IP address that it was asked from, as far as that is certain',
  what: `What was done: ${auditActions.map(action => `\`${action}\``).join(', ')}`,
  why: 'Why, as was said',
  event: 'The event that it concerns',
  about: 'What else it concerns: a destination, a refusal, a call',
  detail: 'How much it concerned',
};

function shapes(): string {
  const named = {
    'An event': event,
    'A call': call,
    'A diagnostic': found,
    'A destination': destination,
    'A mapping': mapping,
    'A refusal': refusal,
    'A link': link,
    'An entry of the audit': entry,
  };
  const sections = Object.entries(named).map(([name, keys]) => `### ${name}\n\n${table('key', keys)}`);
  return ['## What is in an answer', 'A key is left out where there is nothing to say.', ...sections].join(
    '\n\n',
  );
}
