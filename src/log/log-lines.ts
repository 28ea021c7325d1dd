import type { LineEntry } from './line-entry.ts';

/** Where the span of the webhook or of the request stands, where `telemetry` is set and records it. */
const trace = ['trace_id', 'span_id'] as const;
/** The call that a line is about, or the event where it has none yet. */
const call = ['event', 'source', 'mapping', 'destination', 'operation', 'status', ...trace] as const;
/** Which request was made for a call, how long it took and how it ended. */
const attempt = ['attempt', 'ms', 'outcome', 'httpStatus'] as const;
/** The diagnostic that says why; `message` is the title of its code. */
const why = ['code', 'path', 'file', 'line', 'column', 'message'] as const;

/**
 * Every line that a running bridge may write, by its `msg`: what is told by no line here is not in the log. Names are
 * permanent, since people search and alert by them. No field ever has a value of a customer or a secret. One table in one
 * file, long as it is: it is read from top to bottom, as the page that is made of it.
 */
export const logLines = {
  // events
  'event accepted': {
    level: 'debug',
    fields: ['event', 'source', 'status', ...trace],
    says: 'An event is on disk.',
  },
  'event duplicate': {
    level: 'debug',
    fields: ['event', 'source', 'status', ...trace],
    says: 'It came before; `event` is the first one.',
  },
  'event repeated with other contents': {
    level: 'warn',
    fields: [...call, ...why],
    says: 'Its sender used the id of an event for something else, which was not taken. Make `eventId` of the source more exact.',
  },
  'event waits for its link': {
    level: 'debug',
    fields: [...call, ...why],
    says: 'No customer number is known for its link yet.',
  },
  'event skipped': {
    level: 'debug',
    fields: [...call, ...why, ...attempt],
    says: 'There is nothing to send, or no longer.',
  },
  'event delivered': {
    level: 'debug',
    fields: [...call, ...attempt],
    says: 'A call is done.',
  },
  'event put off': {
    level: 'debug',
    fields: [...call, ...attempt, 'nextAttemptAt'],
    says: 'A call goes on later; `outcome` names the row of the failure table.',
  },
  'event held': {
    level: 'warn',
    fields: [...call, ...why],
    says: 'No mapping takes it: add one, or mend the faulty file.',
  },
  'call held': {
    level: 'debug',
    fields: [...call, ...why, ...attempt],
    says: 'A call waits for its mapping, of which `mapping held` tells.',
  },
  'event failed': {
    level: 'warn',
    fields: [...call, ...why, ...attempt],
    says: 'Its data were refused, it was given up (`delivery/gave-up`) or became too old (`delivery/too-old`). Correct the cause, then replay it.',
  },
  'event uncertain': {
    level: 'error',
    fields: [...call, ...why, ...attempt],
    says: 'A booking was sent and its answer was lost. Look it up in the calendar, then resolve the event.',
  },
  'an event could not be planned': {
    level: 'error',
    fields: ['event', 'source', 'error', ...trace],
    says: 'A fault of the program; the event is failed. Report it.',
  },
  'a call could not be worked on': {
    level: 'error',
    fields: [...call, 'error'],
    says: 'A fault of the program; the call is tried again. Report it.',
  },
  'what was left from before the start could not be done': {
    level: 'error',
    fields: ['error'],
    says: 'Events of mappings that are no longer held are planned again at a start. It is tried again.',
  },
  'the work could not be shared': {
    level: 'error',
    fields: ['error'],
    says: 'A fault of the program while processes on one PostgreSQL tell each other what they do. Report it.',
  },
  'another process shares the store': {
    level: 'info',
    fields: ['process', 'version', 'number'],
    says: '`process` is the name of its machine and its number there; `number` share the store now. The work is shared out anew.',
  },
  'a process that shared the store has left': {
    level: 'info',
    fields: ['process', 'number'],
    says: 'It was stopped, and left its work to others.',
  },
  'a process that shared the store is lost': {
    level: 'warn',
    fields: ['process', 'number'],
    says: 'It died, stands still or is cut off from the database. Its work goes on elsewhere.',
  },
  'this process does other work now': {
    level: 'info',
    fields: ['works', 'delivers'],
    says: 'Of the work that one process does for all (`planning`, `upkeep`, `messages`), and the destinations that it delivers to. Only with a store in PostgreSQL.',
  },
  'processes on the store differ': {
    level: 'info',
    fields: ['differIn'],
    says: 'In `version`, `mappings` or `config`, as they do during a roll-out. After ten minutes `/readyz` says so, too; `fieldbridge processes` shows what each has.',
  },
  'processes on the store are alike again': {
    level: 'info',
    fields: [],
    says: 'They have the same version, mapping files, and destinations and sources.',
  },
  'the result of a call could not be written': {
    level: 'error',
    fields: [...call, 'error'],
    says: 'A fault of the program. Report it.',
  },
  'an answer needs a look': {
    level: 'warn',
    fields: [...call, 'row', 'reason', 'alarm'],
    says: 'An answer is odd (`alarm` is `odd`), or the API refused what the checks should have found (`ours`).',
  },
  'an answer could not be understood': {
    level: 'error',
    fields: [...call, 'error'],
    says: 'A fault of the program. Report it.',
  },

  // what people do
  'event replayed': {
    level: 'info',
    fields: ['event', 'who', 'force', 'replayed'],
    says: 'A person has it planned again.',
  },
  'events replayed': {
    level: 'info',
    fields: ['who', 'force', 'replayed', 'status', 'source'],
    says: 'A person has many planned again; `status` and `source` are the filter, without its text.',
  },
  'event discarded': {
    level: 'info',
    fields: ['event', 'who'],
    says: 'A person gave it up.',
  },
  'events discarded': {
    level: 'info',
    fields: ['who', 'discarded', 'status', 'source'],
    says: 'A person gave many up; `status` and `source` are the filter, without its text.',
  },
  'event corrected': {
    level: 'info',
    fields: ['event', 'who'],
    says: 'A person corrected its payload; it is planned again with the correction.',
  },
  'event resolved': {
    level: 'info',
    fields: ['event', 'who', 'resolution'],
    says: 'A person said how an uncertain booking ended: `booked`, `not-booked` or `give-up`.',
  },
  'refusal accepted': {
    level: 'info',
    fields: ['refusal', 'source', 'events', 'who'],
    says: 'A person took in what was refused at the door, as these events.',
  },
  'destination resumed': {
    level: 'info',
    fields: ['destination', 'who'],
    says: 'A person ended a pause, or has a held destination looked at now.',
  },
  'customer statuses probed': {
    level: 'info',
    fields: ['destination', 'who'],
    says: 'A person had the customer statuses of a destination probed.',
  },
  'import begun': {
    level: 'info',
    fields: ['import', 'source', 'rows', 'who'],
    says: 'A person brings in a list of so many `rows`, or goes on with it.',
  },
  'link removed': {
    level: 'info',
    fields: ['people', 'destination', 'who'],
    says: 'A person removed a link; its id is not written.',
  },
  'links imported': {
    level: 'info',
    fields: ['links', 'replaced'],
    says: 'A person imported `links` links; `replaced` of them stood for other customers before.',
  },
  'person erased': {
    level: 'info',
    fields: ['by', 'events', 'links', 'refusals', 'underWay', 'mentioned', 'complete', 'who'],
    says: 'A person had somebody erased; the counts say how much of them.',
  },

  // destinations
  'destination held': {
    level: 'warn',
    fields: ['destination', 'row', 'reason', 'alarm', 'since', 'waiting'],
    says: 'Nothing is sent there until a probe is answered well. `reason` says what to do, `alarm` is `security` where somebody else may be answering.',
  },
  'destination goes on': {
    level: 'info',
    fields: ['destination', 'since', 'waiting'],
    says: 'A hold or a pause is over.',
  },
  'destination paused': {
    level: 'warn',
    fields: ['destination', 'since', 'waiting', 'who'],
    says: 'A person paused it, or it is paused still at the start. It goes on when it is resumed.',
  },
  'destination asks to wait': {
    level: 'info',
    fields: ['destination', 'row', 'until'],
    says: 'Too many requests, or a Retry-After. It goes on by itself; `fieldbridge destinations resume NAME` ends the wait.',
  },
  'account changed': {
    level: 'info',
    fields: ['destination', 'changes', 'more'],
    says: 'The live configuration of a destination is another one; `more` changes are not listed.',
  },
  'account not kept': {
    level: 'warn',
    fields: ['destination', 'error'],
    says: 'Its live configuration could not be written to disk.',
  },
  'destination could not be looked at': {
    level: 'error',
    fields: ['destination', 'error'],
    says: 'A fault of the program. Report it.',
  },

  // mappings
  'mapping held': {
    level: 'warn',
    fields: ['mapping', 'destination', 'code', 'found', 'changes', 'since', 'waiting'],
    says: 'Its calls wait until the file or the account is put right; `found` says where.',
  },
  'mapping goes on': {
    level: 'info',
    fields: ['mapping', 'since', 'waiting'],
    says: 'A hold is over.',
  },
  'calls were held though their mapping is not; they go on': {
    level: 'warn',
    fields: ['mapping', 'count'],
    says: 'The release of their mapping was cut off, as by the end of a process. They are planned again. Where no process ended, report it.',
  },
  'a held mapping is gone; what it held is planned without it': {
    level: 'warn',
    fields: ['mapping', 'since', 'waiting'],
    says: 'Events that no other mapping wants are skipped now. Where the file was not meant to go (another process may have others), put it back and replay what was skipped.',
  },
  'mapping does not fit': {
    level: 'warn',
    fields: ['mapping', 'found', 'changes'],
    says: 'It does not fit the config or the account; `changes` says what of the account led to it.',
  },
  'mapping fits again': {
    level: 'info',
    fields: ['mapping'],
    says: 'Nothing is wrong with it any more.',
  },
  'the mappings were read again': {
    level: 'info',
    fields: ['changed', 'mappings'],
    says: 'Files of the folder changed, and are used from now on.',
  },
  'the mappings were read again; a faulty file keeps its last good version': {
    level: 'warn',
    fields: ['changed', 'found', 'mappings', 'faulty'],
    says: 'Mend the files in `faulty`; `fieldbridge check` shows what is wrong.',
  },
  'a changed mapping is not used until it is green': {
    level: 'warn',
    fields: ['mapping', 'reason', 'next'],
    says: 'With `reload: checked`: its check or a test found `reason`. Do what `next` says; the last good version is used until then.',
  },
  'a changed mapping is green now and is used': {
    level: 'info',
    fields: ['mapping'],
    says: 'Its file was mended, or the account changed.',
  },
  'the folder of the mappings cannot be read; they stay as they were': {
    level: 'warn',
    fields: ['mappings'],
    says: 'Put it back; it is read again by itself.',
  },
  'the mappings could not be read again': {
    level: 'warn',
    fields: ['error'],
    says: 'It is tried again by itself.',
  },

  // at the door
  webhook: {
    level: 'debug',
    fields: ['source', 'address', 'status', 'ms'],
    says: 'A webhook was answered with this HTTP status.',
  },
  'webhook refused': {
    level: 'warn',
    fields: ['refusal', 'source', 'address', 'status', 'reason', 'verified'],
    says: 'It is kept under the id `refusal`, unless too many unverified ones of its source come. `fieldbridge refusals accept` takes in what was verified.',
  },
  'a refused webhook is not kept: too many come': {
    level: 'warn',
    fields: ['source'],
    perMinute: 1,
    says: 'Unverified webhooks of this source come faster than its share of what is kept. Other sources keep theirs. `lines left out` says at the end of the minute how many more were not kept.',
  },
  'a request came to a path of no source': {
    level: 'warn',
    fields: ['source', 'address'],
    perMinute: 10,
    says: 'A sender may have a misspelt URL. `source` is the one that was probably meant. `fieldbridge refusals list` shows the path, and how often it came.',
  },
  'webhooks of this source are refused one after another': {
    level: 'warn',
    fields: ['source', 'count', 'since', 'reason'],
    says: 'At 10, 100, 1,000 …: the secret, the clock or the scheme of this source may be wrong.',
  },
  'webhooks of this source are taken again': {
    level: 'info',
    fields: ['source', 'count', 'since'],
    says: 'After refusals in a row, one was verified.',
  },
  'webhook could not be stored': {
    level: 'warn',
    fields: ['source', 'reason'],
    says: 'Its sender was asked to try again (503).',
  },
  'webhook finished after its sender was asked to send it again': {
    level: 'warn',
    fields: ['source', 'error'],
    says: 'It took too long, and may be stored all the same. Where its events have no ids, the repeat is a second event.',
  },
  'webhook failed unexpectedly': {
    level: 'error',
    fields: ['source', 'error'],
    says: 'A fault of the program; its sender was asked to try again. Report it.',
  },
  'outcome could not be looked up': {
    level: 'error',
    fields: ['source', 'error'],
    says: 'With `respond: outcome`: the webhook is stored, and was answered 202.',
  },
  'the sender told its verification token': {
    level: 'warn',
    fields: ['source', 'hint'],
    says: '`hint` says where to find it.',
  },
  'a verification token was not kept': {
    level: 'warn',
    fields: ['source', 'hint'],
    says: 'Too many different ones were told.',
  },
  'admin token refused': {
    level: 'warn',
    fields: ['route', 'address', 'tries'],
    says: 'Somebody asked the API with a wrong token, for the first time from this address.',
  },
  'admin token refused again and again: it may be guessed': {
    level: 'warn',
    fields: ['route', 'address', 'tries'],
    says: 'The tenth, the hundredth … wrong token from this address.',
  },
  'request without the admin token refused': {
    level: 'warn',
    fields: ['route', 'address'],
    perMinute: 1,
    says: 'Somebody asked the API without the token.',
  },
  'a secret file cannot be read; its last secret counts until a restart': {
    level: 'warn',
    fields: ['file', 'reason'],
    says: 'It is gone, empty, or this user may not read it any more. Put it back: a restart would fail. `/readyz` says so under `secrets`.',
  },
  'a secret file can be read again': {
    level: 'info',
    fields: ['file'],
    says: 'The secret in it counts, the new one if it was changed.',
  },
  'the TLS certificate was read again': {
    level: 'info',
    fields: [],
    says: 'Its files changed; new connections get the new one.',
  },
  'the TLS certificate has expired: senders refuse it': {
    level: 'warn',
    fields: ['expiresAt'],
    says: 'Of `server.tls`, or one above it in its file. Renew it, and write both files; they are read again by themselves.',
  },
  'the TLS certificate expires soon': {
    level: 'warn',
    fields: ['expiresAt'],
    says: 'In less than two weeks; whatever renews it should have done so. Senders refuse it afterwards.',
  },
  'the TLS certificate is not valid yet': {
    level: 'warn',
    fields: ['validFrom'],
    says: 'Senders refuse it before. Is the clock of this machine right?',
  },
  'the files of the TLS certificate do not fit each other; the last good ones are used': {
    level: 'warn',
    fields: [],
    says: 'The key is not that of the certificate, or one of the files is not whole. Write both.',
  },
  'a request without one good Host header was refused': {
    level: 'warn',
    fields: ['address'],
    perMinute: 1,
    says: 'Look at the proxy in front of this program, if there is one.',
  },
  'there are more connections than may be; those that have not sent a whole request go first': {
    level: 'warn',
    fields: ['connections'],
    perMinute: 1,
    says: 'Many slow senders, or an attack; a proxy in front can limit them.',
  },
  'this process is late with its work; give it more of a processor': {
    level: 'warn',
    fields: ['ms'],
    perMinute: 1,
    says: 'Answers and calls are late by so much.',
  },
  'request failed unexpectedly': {
    level: 'error',
    fields: ['error'],
    says: 'A fault of the program. Report it.',
  },

  // what is told by webhooks of our own
  'message told': {
    level: 'debug',
    fields: ['receiver', 'message', 'attempt', 'ms'],
    says: 'A callback or an alert was taken; `message` is its `webhook-id`, `receiver` its place in the config.',
  },
  'message put off': {
    level: 'debug',
    fields: ['receiver', 'message', 'attempt', 'ms', 'reason'],
    says: 'It was not taken, and is sent again later.',
  },
  'a receiver takes no messages': {
    level: 'warn',
    fields: ['receiver', 'reason'],
    says: 'Three attempts in a row failed. Messages are kept for a week and sent again; calls go on as ever.',
  },
  'a receiver takes messages again': {
    level: 'info',
    fields: ['receiver', 'count'],
    says: 'What was kept for it is sent now. `count` attempts failed before.',
  },
  'a receiver wants no more messages': {
    level: 'error',
    fields: ['receiver', 'reason'],
    says: 'It answered 410. Nothing more is sent to it before a restart; take it out of the config, or mend it and restart.',
  },
  'messages were dropped': {
    level: 'error',
    fields: ['receiver', 'count', 'reason'],
    says: 'They will not be told: they waited for a week, too many wait, or the config has no such receiver any more.',
  },
  'messages could not be read or written': {
    level: 'warn',
    fields: ['receiver', 'error'],
    says: 'The store cannot be used just now. It is tried again; a message may come twice, with the same id.',
  },
  'what failed before the start could not be looked up': {
    level: 'warn',
    fields: ['error'],
    says: 'Events that failed before the start raise no alert this time; `fieldbridge events list --status failed` has them.',
  },
  'messages wait for a person, since the store is a copy': {
    level: 'warn',
    fields: ['receiver', 'count'],
    says: 'The other store may have told them. They are sent once a destination is resumed.',
  },
  'alert raised': {
    level: 'info',
    fields: ['code', 'subject'],
    says: 'It was put into the outbox. `docs/runbook.md` has a section for each code.',
  },
  'alert cleared': {
    level: 'info',
    fields: ['code', 'subject'],
    says: 'What it was about is over.',
  },
  'what an operator should know could not be looked at': {
    level: 'warn',
    fields: ['error'],
    says: 'No alert is raised or cleared until that is possible again; it is tried every two seconds.',
  },

  // the machine
  'the clock of this machine jumped; what waits goes on as if it had not': {
    level: 'warn',
    fields: ['ms', 'direction'],
    perMinute: 60,
    says: 'Have the clock set by a time server.',
  },
  'the clock of this machine is wrong': {
    level: 'warn',
    fields: ['ms', 'destination', 'reason'],
    says: 'The clock of a destination says so. Set that of this machine.',
  },
  'a destination is missing in the config': {
    level: 'warn',
    fields: ['destination', 'waiting'],
    says: 'Calls wait for it. They are held, and do not age, until it is named again.',
  },
  'this process stood still': {
    level: 'warn',
    fields: ['ms'],
    says: 'It was stopped, or its machine had no processor for it. Others that share the store may have its work by now; what it had under way is tried again, and a booking among it is uncertain.',
  },
  'the clock of this machine is right again': { level: 'info', fields: [], says: 'The clocks agree.' },
  'webhooks cannot be verified while the clock is wrong; their senders are asked to try again': {
    level: 'warn',
    fields: ['reason'],
    perMinute: 1,
    says: 'They are taken once the clock is right.',
  },
  'the store takes nothing new': {
    level: 'warn',
    fields: ['reason'],
    says: 'Webhooks are answered 503 until it can be written.',
  },
  'the disk of the store gets full': {
    level: 'warn',
    fields: ['reason'],
    says: 'Make room before webhooks are refused.',
  },
  'the store is well again': { level: 'info', fields: [], says: 'It can be written, and has room.' },
  'the store is broken; ending, so that a new start finds out what is there': {
    level: 'fatal',
    fields: ['reason'],
    says: 'The program ends with status 70. Have it started again.',
  },
  'the store is a copy; nothing is sent': {
    level: 'warn',
    fields: ['reason'],
    says: 'Nothing is sent before a person resumes the destinations.',
  },
  'results of calls cannot be written yet; they are kept, and nothing more is sent until they are written': {
    level: 'warn',
    fields: ['reason', 'waiting'],
    says: 'They are in memory. It goes on by itself once the store can be written.',
  },
  'the store refuses the result of a call; it is kept': {
    level: 'error',
    fields: ['error'],
    says: 'A constraint or a trigger that somebody added to the database, or a fault of the program: `code` is PostgreSQL’s (SQLSTATE). It is in memory, and tried again every minute; what is due for that person waits. Others go on, unless more than four results are refused. If the program ends, the call may be sent again, and a booking is uncertain.',
  },
  'results of calls are written again': {
    level: 'info',
    fields: [],
    says: 'Nothing of them was lost.',
  },
  'the worker could not go on': {
    level: 'warn',
    fields: ['reason', 'error'],
    says: 'It tries again by itself, within a second. `reason` is why the store could not be used; an `error` instead is a fault of the program.',
  },
  'a variable of OpenTelemetry does not do what it says': {
    level: 'warn',
    fields: ['variable', 'reason'],
    says: 'Traces are set up by `telemetry` of the config; `reason` says what becomes of the variable.',
  },
  'traces cannot be sent': {
    level: 'warn',
    fields: ['reason'],
    says: 'Spans are lost, since the collector at `telemetry.otlp` does not take them; `reason` says why. It comes again where the reason changes. Webhooks and calls go on as ever. `fieldbridge doctor` asks the collector.',
  },
  'traces are sent again': {
    level: 'info',
    fields: ['lost'],
    says: 'The collector takes them. `lost` says how many spans it never got.',
  },
  'old events were deleted': {
    level: 'info',
    fields: ['events'],
    says: 'As `retention` says.',
  },
  'old events could not be deleted': {
    level: 'warn',
    fields: ['error'],
    says: 'It is tried again within the hour.',
  },
  'events could not be indexed for the search': {
    level: 'warn',
    fields: ['error'],
    says: 'The search reads them instead, which takes longer. It is tried again after some seconds.',
  },
  'the figures of the last minute could not be kept': {
    level: 'warn',
    fields: ['error'],
    says: 'They are the counts of accepted and delivered webhooks for the charts of the console. They are kept with those of the next minute.',
  },

  // start, config, end
  diagnostic: {
    level: 'any',
    fields: [...why, 'severity', 'hint'],
    says: 'What was found in the config or in a mapping at the start, as `fieldbridge check` prints it.',
  },
  'there was no store; an empty one was made': {
    level: 'info',
    fields: ['host', 'database', 'schema'],
    says: 'As at every first start on PostgreSQL. Where you expected the events of before, `store` names another place than it did, or `fieldbridge migrate` has not moved them: stop this bridge before it takes webhooks.',
  },
  'ready for webhooks': {
    level: 'info',
    fields: [
      'url',
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
    says: 'It takes webhooks. `uncertain`, `failed`, `held` and `queued` count the calls, and events without a call, of these statuses; `heapMiB` is what the heap may take of `memoryMiB`.',
  },
  'the limit of memory is not known here, as without /sys/fs/cgroup: the heap may take what Node gave it; where there is a limit, set NODE_OPTIONS=--max-old-space-size to 65 % of it, in MiB':
    {
      level: 'warn',
      fields: ['heapMiB'],
      says: 'Where there is no limit, nothing has to be done.',
    },
  'the heap may take more than there is memory for, and is killed then: give it more memory, or set NODE_OPTIONS=--max-old-space-size to 65 % of it, in MiB':
    {
      level: 'warn',
      fields: ['heapMiB', 'memoryMiB'],
      says: 'An operator chose a heap that does not fit.',
    },
  'this signal means nothing here; SIGTERM stops it': {
    level: 'warn',
    fields: ['signal'],
    says: 'A signal came that would end most programs.',
  },
  'the log goes on; these lines of it were lost': {
    level: 'warn',
    fields: ['lost'],
    says: 'Its reader stood still, or its disk was full.',
  },
  'the store was looked through to its end: nothing of it is damaged': {
    level: 'info',
    fields: [],
    says: 'A large store is looked through beside everything else.',
  },
  'the store could not be looked through for damage; the next start tries again': {
    level: 'warn',
    fields: [],
    says: 'The look for damage was cut off.',
  },
  'start failed': {
    level: 'fatal',
    fields: ['reason', 'exitStatus'],
    says: 'The program does not start; lines `diagnostic` before it say what is wrong with the config.',
  },
  'the sources of the config were read again, and are in force': {
    level: 'info',
    fields: ['added', 'changed', 'removed'],
    says: 'From now on webhooks are taken by them. The sender of a removed source is answered 404.',
  },
  'the config changed; restart to use it': {
    level: 'warn',
    fields: ['sections'],
    says: 'Of these top-level keys the bridge goes on with what it started with.',
  },
  'the config changed, and the program would not start with it; `fieldbridge check` shows why': {
    level: 'warn',
    fields: ['found'],
    says: 'Mend it before the next restart.',
  },
  'the config is again the one in use': { level: 'info', fields: [], says: 'No restart is needed.' },
  'the config could not be read again': {
    level: 'warn',
    fields: ['error'],
    says: 'The bridge goes on with what it has, and tries again.',
  },
  'stopping: what is in flight is finished first': {
    level: 'info',
    fields: ['signal'],
    says: '`signal` asked for the end.',
  },
  stopped: { level: 'info', fields: ['drained', 'signal'], says: 'Nothing was cut off.' },
  'stopped before every answer came: bookings that were sent show as uncertain after the next start, updates are sent again':
    {
      level: 'warn',
      fields: ['drained'],
      says: 'The calls in flight took longer than a stop waits.',
    },
  'lines left out': {
    level: 'any',
    fields: ['name', 'source', 'mapping', 'destination', 'code', 'status', 'row', 'leftOut'],
    says: 'Besides those that were written, `leftOut` more lines `name` with these same fields came in the last minute.',
  },
} as const satisfies Record<string, LineEntry>;

/** The `msg` of a line. */
export type LineName = keyof typeof logLines;
