import type { LineEntry } from './line-entry.ts';

/** The span of the webhook or of the request, if `telemetry` is set and records it. */
const trace = ['trace_id', 'span_id'] as const;
/** The fields of a call, or of its event if there is no call yet. */
const call = ['event', 'source', 'mapping', 'destination', 'operation', 'status', ...trace] as const;
/** The number, the duration and the outcome of the request for a call. */
const attempt = ['attempt', 'ms', 'outcome', 'httpStatus'] as const;
/** The fields of the diagnostic with the reason; `message` is the title of its code. */
const why = ['code', 'path', 'file', 'line', 'column', 'message'] as const;

/**
 * Every line that a running bridge may write, by its `msg`. Names never change, because people use them for searches
 * and alerts. No field ever contains personal data or a secret. The table is in one file despite its length, because
 * it is read from top to bottom, like its page in the documentation.
 */
export const logLines = {
  // events
  'event accepted': {
    level: 'debug',
    fields: ['event', 'source', 'status', ...trace],
    says: 'The event is on disk.',
  },
  'event duplicate': {
    level: 'debug',
    fields: ['event', 'source', 'status', ...trace],
    says: 'The event is already known. `event` is the first one.',
  },
  'event id reused': {
    level: 'warn',
    fields: [...call, ...why],
    says: 'The sender used the id of an earlier event for other contents. The new contents were not stored.',
    next: 'make `eventId` of the source more exact',
  },
  'event waits for its link': {
    level: 'debug',
    fields: [...call, ...why],
    says: 'No customer number is known for its link yet.',
  },
  'event skipped': {
    level: 'debug',
    fields: [...call, ...why, ...attempt],
    says: 'There is nothing to send, or there is no longer anything to send.',
  },
  'event delivered': {
    level: 'debug',
    fields: [...call, ...attempt],
    says: 'A call was delivered.',
  },
  'event delayed': {
    level: 'debug',
    fields: [...call, ...attempt, 'nextAttemptAt'],
    says: 'A call is sent later; `outcome` names the row of the failure table.',
  },
  'event held': {
    level: 'warn',
    fields: [...call, ...why],
    says: 'No mapping applies to the event.',
    next: 'add a mapping for it, or correct the faulty file',
  },
  'call held': {
    level: 'debug',
    fields: [...call, ...why, ...attempt],
    says: 'The call waits for its mapping; see `mapping held`.',
  },
  'event failed': {
    level: 'warn',
    fields: [...call, ...why, ...attempt],
    says: 'Its data was refused, its retries ended (`delivery/gave-up`), or it is too old (`delivery/too-old`).',
    next: 'correct the event, or correct the cause and replay the event',
  },
  'event uncertain': {
    level: 'error',
    fields: [...call, ...why, ...attempt],
    says: 'A booking was sent and its response was lost.',
    next: 'look for the booking in the calendar, then resolve the event',
  },
  'cannot plan an event': {
    level: 'error',
    fields: ['event', 'source', 'error', ...trace],
    says: 'An error in the program; the event is failed.',
    next: 'report it',
  },
  'cannot process a call': {
    level: 'error',
    fields: [...call, 'error'],
    says: 'An error in the program; the call is retried.',
    next: 'report it',
  },
  'could not resume work from before the restart': {
    level: 'error',
    fields: ['error'],
    says: 'At a start, events of mappings that are no longer held are planned again. It is retried.',
  },
  'cannot share work between processes': {
    level: 'error',
    fields: ['error'],
    says: 'An error in the program while processes on one PostgreSQL share their work.',
    next: 'report it',
  },
  'process joined': {
    level: 'info',
    fields: ['process', 'version', 'number'],
    says: '`process` is its host name and process id; `number` processes share the store now. They distribute the work again.',
  },
  'process left': {
    level: 'info',
    fields: ['process', 'number'],
    says: 'The process was stopped. The others took over its work.',
  },
  'process lost': {
    level: 'warn',
    fields: ['process', 'number'],
    says: 'The process died, is frozen or has no connection to the database. The others took over its work.',
  },
  'leases changed': {
    level: 'info',
    fields: ['works', 'delivers'],
    says: '`works`: the shared work that this process does (`planning`, `upkeep`, `messages`); `delivers`: the destinations that it delivers to. Only with a store in PostgreSQL.',
  },
  'processes differ': {
    level: 'info',
    fields: ['differIn'],
    says: 'They differ in `version`, `mappings` or `config`, as during a roll-out. After ten minutes `/readyz` reports it too; `fieldbridge processes` shows the values of each.',
  },
  'processes agree again': {
    level: 'info',
    fields: [],
    says: 'They have the same version, mapping files, destinations and sources.',
  },
  'cannot store the result of a call': {
    level: 'error',
    fields: [...call, 'error'],
    says: 'An error in the program.',
    next: 'report it',
  },
  'unusual answer': {
    level: 'warn',
    fields: [...call, 'row', 'reason', 'alarm'],
    says: 'The response of the API is unusual (`alarm` is `odd`), or the API refused a call that the checks should have refused (`ours`).',
  },
  'cannot interpret an answer': {
    level: 'error',
    fields: [...call, 'error'],
    says: 'An error in the program.',
    next: 'report it',
  },

  // actions of people
  'event replayed': {
    level: 'info',
    fields: ['event', 'who', 'force', 'replayed'],
    says: 'A person replayed the event.',
  },
  'events replayed': {
    level: 'info',
    fields: ['who', 'force', 'replayed', 'status', 'source'],
    says: 'A person replayed several events; `status` and `source` are the filter, without its text.',
  },
  'event discarded': {
    level: 'info',
    fields: ['event', 'who'],
    says: 'A person discarded the event.',
  },
  'events discarded': {
    level: 'info',
    fields: ['who', 'discarded', 'status', 'source'],
    says: 'A person discarded several events; `status` and `source` are the filter, without its text.',
  },
  'mapping saved': {
    level: 'info',
    fields: ['mapping', 'who', 'confirmed'],
    says: 'A person saved the mapping in the console or through `/api`. `confirmed`: how many red checks the person confirmed.',
  },
  'event corrected': {
    level: 'info',
    fields: ['event', 'who'],
    says: 'A person corrected its payload. The event is planned again with the correction.',
  },
  'event resolved': {
    level: 'info',
    fields: ['event', 'who', 'resolution'],
    says: 'A person resolved an uncertain booking: `booked`, `not-booked` or `give-up`.',
  },
  'refusal accepted': {
    level: 'info',
    fields: ['refusal', 'source', 'events', 'who'],
    says: 'A person accepted a refused webhook, as these events.',
  },
  'destination resumed': {
    level: 'info',
    fields: ['destination', 'who'],
    says: 'A person ended a pause, or started a probe of a held destination.',
  },
  'customer statuses probed': {
    level: 'info',
    fields: ['destination', 'who'],
    says: 'A person started a probe of the customer statuses of a destination.',
  },
  'import started': {
    level: 'info',
    fields: ['import', 'source', 'rows', 'who'],
    says: 'A person imports a list of `rows` rows.',
  },
  'import resumed': {
    level: 'info',
    fields: ['import', 'source', 'rows', 'who'],
    says: 'A person continues an import of `rows` rows, with the same file.',
  },
  'link removed': {
    level: 'info',
    fields: ['people', 'destination', 'who'],
    says: 'A person removed a link; its id is not logged.',
  },
  'links imported': {
    level: 'info',
    fields: ['links', 'replaced'],
    says: 'A person imported `links` links; `replaced` of them had another customer number before.',
  },
  'person erased': {
    level: 'info',
    fields: ['by', 'events', 'links', 'refusals', 'underWay', 'mentioned', 'complete', 'who'],
    says: 'A person erased all data of somebody; the counts are the erased rows.',
  },

  // destinations
  'destination held': {
    level: 'warn',
    fields: ['destination', 'row', 'reason', 'alarm', 'since', 'waiting'],
    says: 'Nothing is sent to the destination until a probe succeeds. `alarm` is `security` if another server may be responding.',
  },
  'destination open again': {
    level: 'info',
    fields: ['destination', 'since', 'waiting'],
    says: 'A hold or a pause is over.',
  },
  'destination paused': {
    level: 'warn',
    fields: ['destination', 'since', 'waiting', 'who'],
    says: 'A person paused the destination, or it was still paused at the start. A person must resume it.',
  },
  'destination rate limited': {
    level: 'info',
    fields: ['destination', 'row', 'until'],
    says: 'The destination returned 429 or Retry-After. Calls continue automatically at `until`; `fieldbridge destinations resume NAME` ends the wait.',
  },
  'account changed': {
    level: 'info',
    fields: ['destination', 'changes', 'more'],
    says: 'The live configuration of a destination changed; `more` further changes are not listed.',
  },
  'values sent that the account no longer accepts': {
    level: 'warn',
    fields: ['destination', 'fields', 'since', 'count', 'events'],
    says: 'The account changed after `since`, when it was read before. Meanwhile `count` events were delivered with values of `fields` that it no longer has; the calendar may have dropped them. `events` lists the newest.',
    next: 'correct the mapping, then run `fieldbridge events replay ID --again` for these events',
  },
  'cannot store the account': {
    level: 'warn',
    fields: ['destination', 'error'],
    says: 'The live configuration of a destination could not be written to disk.',
  },
  'cannot probe a destination': {
    level: 'error',
    fields: ['destination', 'error'],
    says: 'An error in the program.',
    next: 'report it',
  },

  // mappings
  'mapping held': {
    level: 'warn',
    fields: ['mapping', 'destination', 'code', 'found', 'changes', 'since', 'waiting'],
    says: 'Calls of the mapping wait until the file or the account is corrected; `found` has the place.',
  },
  'mapping released': {
    level: 'info',
    fields: ['mapping', 'since', 'waiting'],
    says: 'A hold is over.',
  },
  'stranded calls released': {
    level: 'warn',
    fields: ['mapping', 'count'],
    says: 'Calls were held although their mapping was not held. Its release was interrupted, for example by the end of a process. The calls are planned again. If no process ended, report it.',
  },
  'held mapping removed': {
    level: 'warn',
    fields: ['mapping', 'since', 'waiting'],
    says: 'Events to which no other mapping applies are skipped now.',
    next: 'if the file was removed by mistake (another process may have other files), put it back and replay the skipped events',
  },
  'mapping has errors': {
    level: 'warn',
    fields: ['mapping', 'found', 'changes'],
    says: 'The mapping does not match the config or the account; `changes` lists the changes of the account that caused it.',
  },
  'mapping valid again': {
    level: 'info',
    fields: ['mapping'],
    says: 'The mapping has no errors.',
  },
  'mappings reloaded': {
    level: 'info',
    fields: ['changed', 'removed', 'mappings'],
    says: 'Files in the folder changed; the new versions are in use. `removed`: those of `changed` that are gone. On a terminal: `mapping saved`, `mapping removed`.',
  },
  'mappings reloaded with errors': {
    level: 'warn',
    fields: ['changed', 'removed', 'found', 'mappings', 'faulty'],
    says: 'A faulty file keeps its last good version. `faulty` lists the files. On a terminal: `mapping faulty`.',
    next: 'run `fieldbridge check` and correct the files',
  },
  'changed mapping not in use': {
    level: 'warn',
    fields: ['mapping', 'reason', 'next'],
    says: 'With `reload: checked`: its check or a test found `reason`. The last good version stays in use.',
  },
  'changed mapping in use': {
    level: 'info',
    fields: ['mapping'],
    says: 'Its file or a sample of its tests was corrected, or the account changed.',
  },
  'mapping in use although a test fails': {
    level: 'warn',
    fields: ['mapping', 'reason', 'next'],
    says: 'With `reload: checked`, after a start: a start uses the files as they are. `reason` names the test.',
  },
  'cannot read the mappings folder': {
    level: 'warn',
    fields: ['mappings'],
    says: 'The mappings stay as they were.',
    next: 'put the folder back; it is read again automatically',
  },
  'cannot reload mappings': {
    level: 'warn',
    fields: ['error'],
    says: 'It is retried.',
  },

  // incoming webhooks
  webhook: {
    level: 'debug',
    fields: ['source', 'address', 'status', 'ms'],
    says: 'A webhook got a response with this HTTP status.',
  },
  'webhook refused': {
    level: 'warn',
    fields: ['refusal', 'source', 'address', 'status', 'reason', 'verified'],
    says: 'It is kept under the id `refusal`, unless too many unverified ones of its source arrive. `fieldbridge refusals accept` accepts a verified one.',
  },
  'refused webhook not kept': {
    level: 'warn',
    fields: ['source'],
    perMinute: 1,
    says: 'Too many unverified webhooks of this source arrive to keep all of them. Other sources are not affected. `log lines left out` reports at the end of the minute how many more were not kept.',
  },
  'unknown webhook path': {
    level: 'warn',
    fields: ['source', 'address'],
    perMinute: 10,
    says: 'A sender may have a misspelt URL. `source` is the likely source. `fieldbridge refusals list` shows the path and the number of requests.',
  },
  "a sender's check of the URL was refused": {
    level: 'info',
    fields: ['source', 'method', 'hint'],
    says: 'Some senders check the URL with GET or HEAD before they post. The hint is the line of the config that answers it. Logged once for each kind of check.',
  },
  'webhooks of a source keep being refused': {
    level: 'warn',
    fields: ['source', 'count', 'since', 'reason'],
    says: 'Logged after 10, 100, 1,000 … refusals in a row. The secret, the clock or the scheme of the source may be wrong.',
  },
  'webhooks of a source are accepted again': {
    level: 'info',
    fields: ['source', 'count', 'since'],
    says: 'After refusals in a row, one was verified.',
  },
  'cannot store a webhook': {
    level: 'warn',
    fields: ['source', 'reason'],
    says: 'The sender was asked to retry (503).',
  },
  'webhook stored late': {
    level: 'warn',
    fields: ['source', 'error'],
    says: 'Storing took too long, so the sender was asked to retry. The webhook may be stored anyway. If its events have no ids, the retry creates a second event.',
  },
  'webhook failed unexpectedly': {
    level: 'error',
    fields: ['source', 'error'],
    says: 'An error in the program; the sender was asked to retry.',
    next: 'report it',
  },
  'cannot look up an outcome': {
    level: 'error',
    fields: ['source', 'error'],
    says: 'With `respond: outcome`: the webhook is stored, and its response was 202.',
  },
  'verification token received': {
    level: 'warn',
    fields: ['source', 'hint'],
    says: '`hint` names the place where it is shown.',
  },
  'verification token not kept': {
    level: 'warn',
    fields: ['source', 'hint'],
    says: 'The sender sent too many different ones.',
  },
  'admin token refused': {
    level: 'warn',
    fields: ['route', 'address', 'tries'],
    says: 'A request to the API had a wrong token, for the first time from this address.',
  },
  'admin token refused many times': {
    level: 'warn',
    fields: ['route', 'address', 'tries'],
    says: 'The tenth, the hundredth … wrong token from this address. Somebody may be guessing it.',
  },
  'request without admin token refused': {
    level: 'warn',
    fields: ['route', 'address'],
    perMinute: 1,
    says: 'A request to the API had no token.',
  },
  'cannot read a secret file': {
    level: 'warn',
    fields: ['file', 'reason'],
    says: 'The file is missing, empty, or not readable for this user. The last secret stays in use. A restart would fail. `/readyz` lists it under `secrets`.',
    next: 'put the file back',
  },
  'secret file readable again': {
    level: 'info',
    fields: ['file'],
    says: 'The secret in it is in use, the new one if it changed.',
  },
  'TLS certificate reloaded': {
    level: 'info',
    fields: [],
    says: 'Its files changed; new connections get the new certificate.',
  },
  'TLS certificate expired': {
    level: 'warn',
    fields: ['expiresAt'],
    says: 'Senders refuse it. It is the one of `server.tls`, or one above it in its file.',
    next: 'renew it and write both files; they are read again automatically',
  },
  'TLS certificate expires soon': {
    level: 'warn',
    fields: ['expiresAt'],
    says: 'It expires in less than two weeks. Senders refuse it afterwards.',
    next: 'renew it',
  },
  'TLS certificate not valid yet': {
    level: 'warn',
    fields: ['validFrom'],
    says: 'Senders refuse it until then.',
    next: 'check the clock of this machine',
  },
  'TLS certificate and key do not match': {
    level: 'warn',
    fields: [],
    says: 'The key belongs to another certificate, or a file is incomplete. The last good files stay in use.',
    next: 'write both files',
  },
  'invalid Host header refused': {
    level: 'warn',
    fields: ['address'],
    perMinute: 1,
    says: 'A request had no Host header, several, or an invalid one.',
    next: 'check the proxy in front of this program, if there is one',
  },
  'too many connections': {
    level: 'warn',
    fields: ['connections'],
    perMinute: 1,
    says: 'Connections that have not sent a whole request are closed first. Many slow senders or an attack cause this.',
    next: 'limit them in a proxy in front',
  },
  'event loop delayed': {
    level: 'warn',
    fields: ['ms'],
    perMinute: 1,
    says: 'Responses and calls are late by `ms` milliseconds.',
    next: 'give this process more CPU',
  },
  'request failed unexpectedly': {
    level: 'error',
    fields: ['error'],
    says: 'An error in the program.',
    next: 'report it',
  },

  // webhooks that this program sends
  'message delivered': {
    level: 'debug',
    fields: ['receiver', 'message', 'attempt', 'ms'],
    says: 'A receiver accepted a callback or an alert; `message` is its `webhook-id`, `receiver` its place in the config.',
  },
  'message delayed': {
    level: 'debug',
    fields: ['receiver', 'message', 'attempt', 'ms', 'reason'],
    says: 'The receiver did not accept it; it is retried.',
  },
  'receiver failing': {
    level: 'warn',
    fields: ['receiver', 'reason'],
    says: 'Three attempts in a row failed. Messages are kept for a week and retried; calls are not affected.',
  },
  'receiver recovered': {
    level: 'info',
    fields: ['receiver', 'count'],
    says: 'The kept messages are sent now. `count` attempts failed before.',
  },
  'receiver gone': {
    level: 'error',
    fields: ['receiver', 'reason'],
    says: 'It returned 410. Nothing more is sent to it before a restart.',
    next: 'remove it from the config, or correct it and restart',
  },
  'messages dropped': {
    level: 'error',
    fields: ['receiver', 'count', 'reason'],
    says: 'They are never sent. They waited for a week, too many waited, or the config has no such receiver any more.',
  },
  'cannot read or write messages': {
    level: 'warn',
    fields: ['receiver', 'error'],
    says: 'The store is not available. It is retried; a message may be sent twice, with the same id.',
  },
  'cannot look up earlier failures': {
    level: 'warn',
    fields: ['error'],
    says: 'Events that failed before the start raise no alert; `fieldbridge events list --status failed` lists them.',
  },
  'messages wait: the store is a copy': {
    level: 'warn',
    fields: ['receiver', 'count'],
    says: 'The other store may have sent them. They are sent after a destination is resumed.',
  },
  'alert raised': {
    level: 'info',
    fields: ['code', 'subject'],
    says: 'It is in the outbox. `docs/runbook.md` has a section for each code.',
  },
  'alert cleared': {
    level: 'info',
    fields: ['code', 'subject'],
    says: 'Its cause is over.',
  },
  'cannot evaluate alerts': {
    level: 'warn',
    fields: ['error'],
    says: 'No alert is raised or cleared until that is possible again; it is retried every two seconds.',
  },

  // the process and its machine
  'clock jumped': {
    level: 'warn',
    fields: ['ms', 'direction'],
    perMinute: 60,
    says: 'Waiting calls are not affected.',
    next: 'synchronize the clock with a time server',
  },
  'clock wrong': {
    level: 'warn',
    fields: ['ms', 'destination', 'reason'],
    says: 'The clock of a destination differs.',
    next: 'set the clock of this machine',
  },
  'destination missing in the config': {
    level: 'warn',
    fields: ['destination', 'waiting'],
    says: 'Calls wait for it. They are held, and do not age, until the config names it again.',
  },
  'process stalled': {
    level: 'warn',
    fields: ['ms'],
    says: 'It was frozen, or got no CPU time. Other processes on the store may have taken over its work. Calls in flight are retried; bookings among them are uncertain.',
  },
  'clock right again': { level: 'info', fields: [], says: 'The clocks agree.' },
  'cannot verify webhooks while the clock is wrong': {
    level: 'warn',
    fields: ['reason'],
    perMinute: 1,
    says: 'Senders are asked to retry. Webhooks are accepted when the clock is right.',
    next: 'set the clock of this machine',
  },
  'store not writable': {
    level: 'warn',
    fields: ['reason'],
    says: 'Webhooks get 503 until it is writable again.',
  },
  'store disk almost full': {
    level: 'warn',
    fields: ['reason'],
    says: 'Webhooks are refused when it is full.',
    next: 'free some space on the disk',
  },
  'store recovered': { level: 'info', fields: [], says: 'It is writable and has space.' },
  'store broken, exiting': {
    level: 'fatal',
    fields: ['reason'],
    says: 'The program exits with status 70, so that a new start examines the store.',
    next: 'start it again',
  },
  'store is a copy, sending nothing': {
    level: 'warn',
    fields: ['reason'],
    says: 'Nothing is sent before a person resumes the destinations.',
  },
  'cannot store call results, sending paused': {
    level: 'warn',
    fields: ['reason', 'waiting'],
    says: 'The results are in memory. Sending continues automatically when the store is writable.',
  },
  'store refuses a call result': {
    level: 'error',
    fields: ['error'],
    says: 'The cause is a constraint or a trigger that somebody added to the database, or an error in the program. `code` is the SQLSTATE of PostgreSQL. The result is kept in memory and retried every minute; due calls of that person wait. Other calls continue, unless more than four results are refused. If the program ends, an update may be sent again, and a booking is uncertain.',
  },
  'call results stored again': {
    level: 'info',
    fields: [],
    says: 'None was lost.',
  },
  'worker failed, retrying': {
    level: 'warn',
    fields: ['reason', 'error'],
    says: 'It is retried within a second. `reason` is the reason why the store is not available; an `error` instead is an error in the program.',
  },
  'OpenTelemetry variable not applied': {
    level: 'warn',
    fields: ['variable', 'reason'],
    says: '`telemetry` of the config sets up traces; `reason` describes the effect of the variable.',
  },
  'cannot send traces': {
    level: 'warn',
    fields: ['reason'],
    says: 'Spans are lost, because the collector at `telemetry.otlp` does not accept them for this `reason`. Logged again when the reason changes. Webhooks and calls are not affected. `fieldbridge doctor` tests the collector.',
  },
  'traces sent again': {
    level: 'info',
    fields: ['lost'],
    says: 'The collector accepts them. `lost` spans never reached it.',
  },
  'old events deleted': {
    level: 'info',
    fields: ['events'],
    says: 'By `retention`.',
  },
  'cannot delete old events': {
    level: 'warn',
    fields: ['error'],
    says: 'It is retried within the hour.',
  },
  'cannot index events': {
    level: 'warn',
    fields: ['error'],
    says: 'The search reads them directly, which takes longer. It is retried after some seconds.',
  },
  'cannot store the counts of a minute': {
    level: 'warn',
    fields: ['error'],
    says: 'The counts of accepted and delivered webhooks for the charts of the console. They are stored with those of the next minute.',
  },

  // start, config, end
  diagnostic: {
    level: 'any',
    fields: [...why, 'severity', 'hint'],
    says: 'A finding in the config or in a mapping at the start, as `fieldbridge check` prints it.',
  },
  'empty store created': {
    level: 'info',
    fields: ['host', 'database', 'schema'],
    says: 'This happens at every first start on PostgreSQL. If you expect earlier events, `store` is another place than before, or `fieldbridge migrate` has not moved them. Then stop this bridge before it accepts webhooks.',
  },
  'ready for webhooks': {
    level: 'info',
    fields: [
      'url',
      'admin',
      'sources',
      'destinations',
      'mappings',
      'uncertain',
      'failed',
      'held',
      'queued',
      'heapMiB',
      'memoryMiB',
    ],
    says: 'It accepts webhooks. `admin` is the address of `admin.listen`. `uncertain`, `failed`, `held` and `queued` count the calls, and the events without a call, of these statuses; `heapMiB` is the limit of the heap, of `memoryMiB` in all.',
  },
  'memory limit unknown': {
    level: 'warn',
    fields: ['heapMiB'],
    says: 'There is no /sys/fs/cgroup here, so Node sets the limit of the heap.',
    next: 'if this process has a memory limit, set NODE_OPTIONS=--max-old-space-size to 65 % of it, in MiB',
  },
  'heap limit above memory limit': {
    level: 'warn',
    fields: ['heapMiB', 'memoryMiB'],
    says: 'The heap may grow beyond the memory limit; the process is killed then.',
    next: 'give it more memory, or set NODE_OPTIONS=--max-old-space-size to 65 % of the limit, in MiB',
  },
  'signal ignored': {
    level: 'warn',
    fields: ['signal'],
    says: 'Most programs would end at this signal.',
    next: 'use SIGTERM to stop the bridge',
  },
  'log lines lost': {
    level: 'warn',
    fields: ['lost'],
    says: 'The reader of the log did not read, or its disk was full.',
  },
  'store examined, no damage': {
    level: 'info',
    fields: [],
    says: 'A large store is examined while the bridge runs.',
  },
  'store check interrupted': {
    level: 'warn',
    fields: [],
    says: 'The examination for damage was interrupted. The next start retries it.',
  },
  'start failed': {
    level: 'fatal',
    fields: ['reason', 'exitStatus'],
    says: 'The program does not start; the `diagnostic` lines before it show the faults of the config.',
  },
  'sources reloaded': {
    level: 'info',
    fields: ['added', 'changed', 'removed'],
    says: 'Webhooks are accepted by the new sources from now on. The sender of a removed source gets 404.',
  },
  'tables reloaded': {
    level: 'info',
    fields: [],
    says: 'The mappings are read again with the changed `tables` of the config.',
  },
  'config changed, restart needed': {
    level: 'warn',
    fields: ['sections'],
    says: 'The bridge keeps the old values of these top-level keys until a restart.',
  },
  'config changed with errors': {
    level: 'warn',
    fields: ['found'],
    says: 'The bridge would not start with this config. It keeps the old one.',
    next: 'run `fieldbridge check` and correct the config before the next restart',
  },
  'restarted with the current config': {
    level: 'info',
    fields: [],
    says: 'A person asked for the restart in the console.',
  },
  'restart failed, previous config in use': {
    level: 'error',
    fields: ['reason'],
    says: 'The bridge could not start with the changed config, so it runs with the one before.',
    next: 'correct what `reason` names, and restart',
  },
  'config change undone': { level: 'info', fields: [], says: 'No restart is needed.' },
  'cannot reload the config': {
    level: 'warn',
    fields: ['error'],
    says: 'The bridge keeps the old one, and retries.',
  },
  stopping: {
    level: 'info',
    fields: ['signal'],
    says: '`signal` stopped it. Calls in flight are finished first.',
  },
  stopped: { level: 'info', fields: ['drained', 'signal'], says: 'Nothing was interrupted.' },
  'stopped with calls in flight': {
    level: 'warn',
    fields: ['drained'],
    says: 'Calls in flight took longer than a stop waits. After the next start bookings among them are uncertain, and updates are sent again.',
  },
  'log lines left out': {
    level: 'any',
    fields: ['name', 'source', 'mapping', 'destination', 'code', 'status', 'row', 'leftOut'],
    says: 'In the last minute, `leftOut` more lines `name` with these fields came and were not written.',
  },
} as const satisfies Record<string, LineEntry>;

/** The `msg` of a line. */
export type LineName = keyof typeof logLines;
