import type { AuditAction } from '../../inbox/audit.ts';

const count = (n: number) => n.toLocaleString('en');

const kinds = (events: number, links: number, refusals: number) =>
  [
    events === 1 ? 'one event' : `${count(events)} events`,
    links === 1 ? 'one link' : `${count(links)} links`,
    refusals === 1 ? 'one refused webhook' : `${count(refusals)} refused webhooks`,
  ].join(', ');

/**
 * Every text of the console in English. The German ones have the same keys. One table in one file: a translator reads it
 * from top to bottom.
 */
export const en = {
  /** For numbers and dates. */
  locale: 'en',
  pages: {
    now: 'Now',
    events: 'Events',
    senders: 'Senders',
    fields: 'Fields',
    bench: 'Bench',
    people: 'People',
    log: 'Audit log',
  },
  status: {
    queued: 'queued',
    held: 'held',
    delivered: 'delivered',
    skipped: 'skipped',
    failed: 'failed',
    uncertain: 'uncertain',
    discarded: 'discarded',
  },
  state: { open: 'open', probing: 'being probed', held: 'held', paused: 'paused' },
  signIn: {
    title: 'Sign in to Fieldbridge',
    token: 'Admin token',
    explain:
      'The value of admin.token in config.yaml. With admin.readToken you can look, and values stay masked.',
    button: 'Sign in',
    signOut: 'Sign out',
    wrongToken:
      'This is not the admin token. Copy it again from config.yaml, or from where the config reads it.',
    wrongLink: 'This link has been used, or its ten minutes are over. Sign in with the admin token.',
    tooMany: 'Too many wrong tokens came from this address. Wait some seconds, then try again.',
    notEncrypted: 'This connection is not encrypted. Others on this network can read the token.',
    reading: 'Read only',
  },
  common: {
    loading: 'Loading …',
    away: 'The bridge does not respond. This page tries again every five seconds.',
    retry: 'Try again',
    cancel: 'Cancel',
    reason: 'Reason',
    reasonHelp: 'It is kept in the audit log.',
    more: 'Older',
    furtherOnes: 'More',
    keys: 'Keys',
    close: 'Close',
    copied: 'Copied',
    copy: 'Copy',
    notFound: 'There is no such page.',
    skipToContent: 'Skip to the content',
    language: 'Deutsch',
  },
  /** What is wrong with a request, by the code or the status of the answer. */
  troubles: {
    'being-sent':
      'A call of this event is being sent right now, with the values of before. Nothing was changed. Try again in a minute.',
    'taken-apart': 'This event became several others. Nothing was changed. Correct those.',
    'corrected-meanwhile':
      'Somebody else has corrected this event since you opened this dialog. Nothing was changed. Close the dialog, look at the correction, and open it again.',
    '503': 'The bridge cannot use its store right now. Nothing is lost. Try again in a minute.',
  },
  now: {
    allDelivered: 'Everything is delivered.',
    working: (n: number) => (n === 1 ? 'One call is on its way.' : `${n} calls are on their way.`),
    lastWebhook: (when: string) => `The last webhook came ${when}.`,
    noWebhook: 'No webhook has come since the start.',
    needYou: (n: number) => (n === 1 ? 'One event needs you.' : `${n} events need you.`),
    somethingHeld: 'Some calls wait until something is put right.',
    uncertain: (n: number) =>
      n === 1
        ? 'One booking was sent and its answer was lost.'
        : `${n} bookings were sent and their answers were lost.`,
    failed: (n: number) => (n === 1 ? 'One call failed.' : `${n} calls failed.`),
    failedFor: (n: number, more: boolean, cause: string) =>
      n === 1 && !more
        ? `One event failed: ${cause}.`
        : `${more ? `${n} or more` : n} events failed: ${cause}.`,
    otherCause: 'another cause',
    heldDestination: (name: string) => `The destination ${name} is held.`,
    pausedDestination: (name: string) => `The destination ${name} is paused.`,
    heldMapping: (name: string) => `The mapping ${name} is held.`,
    mappingRight: (name: string) => `The mapping ${name} was put right.`,
    destinationRight: (name: string) => `The destination ${name} is open again.`,
    deliveredSince: (n: number) =>
      n === 1 ? 'One call is delivered since.' : `${count(n)} calls are delivered since.`,
    faultyMapping: (name: string) => `The mapping ${name} cannot be used as it is.`,
    unclaimed: (n: number) =>
      n === 1 ? 'One event waits for a mapping.' : `${n} events wait for a mapping.`,
    refused: (name: string, n: number) => `Webhooks of ${name} are refused: ${n} in a row.`,
    faultyConfig:
      'The config on disk has errors: the bridge goes on with the last good one, and a restart would fail.',
    configWaits: (keys: string) => `The config changed; these keys need a restart: ${keys}.`,
    waiting: (n: number) =>
      n === 0 ? 'Nothing waits.' : n === 1 ? 'One call waits.' : `${count(n)} calls wait.`,
    since: (when: string) => `Since ${when}.`,
    show: 'Show',
    resume: 'Resume',
    pause: 'Pause',
    resumeExplain: 'Waiting calls are sent again. A destination that is held is probed first.',
    pauseExplain:
      'Nothing is sent to this destination until a person resumes it. Webhooks are still accepted.',
    causes: 'What needs attention',
    destinations: 'Destinations',
    numbers: 'Calls by status',
  },
  /** What a customer must still do after a booking. */
  actions: {
    requirePayment: 'The customer must still pay.',
    requireTAN: 'The customer must still confirm the booking with the code of an SMS (TAN).',
  },
  events: {
    customer: (id: string) => `customer ${id}`,
    needsPerson: 'failed, or uncertain',
    anyAction: 'The customer must still do something.',
    sendAddress: 'Send the customer this address. The booking counts once they have done it there:',
    addressIsMasked: 'Choose “Show values” to see the address to send to the customer.',
    search: 'Search',
    searchHelp: 'A name, an e-mail address, a number, or status:failed code:…',
    searchHelpReader: 'status:failed source:… code:…',
    suggestions: 'Suggestions',
    status: 'Status',
    source: 'Sender',
    all: 'All',
    none: 'No event matches.',
    noneYet: 'No webhook has come yet. Post one to the URL of a sender, and it appears here.',
    clear: 'Clear the filter',
    received: 'Received',
    sender: 'Sender',
    reason: 'Why',
    forgotten: 'The words of your search are kept in no address, so loading the page has cleared them.',
    searchedTo: (when: string) => `Searched back to ${when}.`,
    fresh: (n: number) => (n === 1 ? 'One new event' : `${n} new events`),
    previous: 'Newer event',
    next: 'Older event',
    back: 'All events',
    cameIn: 'What came in',
    mappings: 'Mappings',
    calls: 'What is sent',
    history: 'What people did',
    showValues: 'Show values',
    showingIsAudited: 'Values are masked. Showing them is noted in the audit log.',
    noCall: 'No call was made.',
    applied: 'applied',
    notApplied: 'did not apply',
    mappingsNow: 'as they are now',
    noMapping: 'No mapping is for this sender.',
    whenTrue: 'Its condition is true for this event:',
    whenFalse: 'Its condition is false for this event:',
    is: 'is',
    nothing: 'nothing',
    ways: 'How its values come',
    sentAs: 'sent as',
    cleared: 'cleared',
    attempts: 'Attempts',
    replay: 'Replay',
    replayExplain: 'Plans this event again with the current mappings and delivers what is not delivered yet.',
    again: 'Send delivered updates again, too. A booking is never repeated.',
    wouldSend: 'What would be sent',
    maskedPreview: 'Values are masked. Close this dialog and choose “Show values” to see them.',
    nothingToSend: 'Nothing would be sent.',
    nothingLeft: 'Everything of this event is delivered. Nothing is left to send.',
    newer: 'A newer event of the same person has set these values since. They are left out:',
    force: 'Send them all the same: they overwrite the newer ones.',
    isNow: 'is now',
    wouldBe: 'would be',
    amend: 'Correct and send',
    amendExplain:
      'Correct what the sender wrote. The payload stays as it came, and your correction is kept beside it. Delivered updates are sent again; a booking that was made never is.',
    faultyValue: 'This value was refused.',
    findValue: 'Find a value',
    was: (before: string) => `before: ${before || 'empty'}`,
    keepAnyway: 'Keep it all the same',
    wasDiscarded: 'This event was discarded. The correction sends it after all.',
    remains: (names: string, customer: string) =>
      `The correction does not send ${names} any more. Customer ${customer} keeps what was sent before: put it right in the calendar, or have the rule clear it (whenEmpty: clear).`,
    remainsAtOther: (names: string, customer: string) =>
      `Customer ${customer} has got ${names} of this event already. These values stay there: put them right in the calendar.`,
    stillFails: 'With this correction, the event still cannot be sent.',
    asReceived: 'As it was received',
    correctedBy: (who: string) => `Corrected by ${who}`,
    discard: 'Discard',
    discardExplain: 'The undelivered calls of this event are never sent.',
    resolve: 'Was it booked?',
    resolveExplain: 'Look into the calendar, then say what you found.',
    booked: 'It was booked',
    notBooked: 'It was not booked',
    giveUp: 'Nobody will know',
    bookedMeans: 'The event counts as delivered.',
    notBookedMeans: 'The booking is sent again.',
    giveUpMeans: 'The booking is left, and never sent again.',
    customerNumber: 'Customer number (if there is one)',
    nextAttempt: (when: string) => `Next attempt ${when}.`,
    mustStill: 'The customer must still do this:',
    duplicateOf: 'The same contents came before as',
    headline: {
      queued: 'This event waits to be delivered.',
      held: 'This event waits until something is put right.',
      delivered: 'This event is delivered.',
      skipped: 'Nothing was to be sent for this event.',
      failed: 'This event failed and needs you.',
      uncertain: 'A booking was sent and its answer was lost.',
      discarded: 'This event was discarded.',
    },
  },
  charts: {
    title: 'Lately',
    spans: { '6': '6 hours', '24': '1 day', '168': '1 week' },
    accepted: 'Accepted',
    delivered: 'Delivered',
    failed: 'Failed',
    oldestSeconds: 'Longest wait',
    now: 'now',
    from: 'From',
    table: 'As a table',
  },
  processes: {
    title: 'Processes',
    since: 'started',
    works: { planning: 'plans', upkeep: 'keeps the store in order', messages: 'sends messages' },
    delivers: (name: string) => `delivers to ${name}`,
    nothing: 'accepts webhooks',
    otherVersion: 'The processes run different versions. Finish the update.',
    otherMappings: 'The processes have different mapping files. Copy the same ones to all.',
    otherConfig: 'The processes have different configs. Copy the same one to all, then restart them.',
  },
  bulk: {
    all: 'All that match:',
    replay: 'Replay all',
    discard: 'Discard all',
    replayExplain:
      'Plans each of these events again with the current mappings and delivers what is not delivered yet.',
    discardExplain: 'The undelivered calls of these events are never sent.',
    match: (n: number, more: boolean) =>
      more
        ? `More than ${count(n)} events match.`
        : n === 1
          ? 'One event matches.'
          : `${count(n)} events match.`,
    something: (n: number, more: boolean) =>
      more
        ? `Of the newest ${count(1_000)}, ${count(n)} have something left to send.`
        : n === 1
          ? 'One has something left to send.'
          : `${count(n)} have something left to send.`,
    nothingLeft: (n: number) =>
      n === 1
        ? 'One is done: nothing of it is left to send.'
        : `${count(n)} are done: nothing of them is left to send.`,
    newer: (n: number) =>
      n === 1
        ? 'One has a value that a newer event of the same person has set since. That value is left out.'
        : `${count(n)} have values that newer events of the same people have set since. Those values are left out.`,
    again: 'Send delivered updates again, too. A booking is never repeated.',
    force: 'Send those values all the same: they overwrite the newer ones.',
    replayed: (n: number) =>
      n === 1 ? 'One event is planned again.' : `${count(n)} events are planned again.`,
    discards: (n: number, more: boolean) =>
      more
        ? `Of the newest ${count(1_000)}, ${count(n)} would be discarded.`
        : n === 1
          ? 'One would be discarded.'
          : `${count(n)} would be discarded.`,
    stay: (n: number) =>
      n === 1
        ? 'One stays as it is: nothing of it waits.'
        : `${count(n)} stay as they are: nothing of them waits.`,
    uncertain: (n: number) =>
      n === 1
        ? 'One is uncertain and stays. Open it and say whether it was booked.'
        : `${count(n)} are uncertain and stay. Open each and say whether it was booked.`,
    discarded: (n: number) => (n === 1 ? 'One event is discarded.' : `${count(n)} events are discarded.`),
  },
  people: {
    links: 'Links',
    linksExplain:
      'A link says which customer number stands for an id of a sender. A booking makes it, or an import (`fieldbridge links import`).',
    search: 'Search by an id of a sender or a customer number',
    noLinks: 'There are no links yet. A booking with `link` in its mapping makes the first one.',
    noneFound: 'No link matches so far.',
    of: (people: string) => `of ${people}`,
    customer: (id: string, destination: string) => `customer ${id} at ${destination}`,
    events: 'Events',
    remove: 'Remove',
    removeExplain: (id: string) =>
      `Events of this id that come from now on wait until the link is made again. Calls that are planned already still go to customer ${id}. Nothing changes in the account.`,
    readerCannotErase: 'Erasing a person takes the admin token.',
  },
  erase: {
    title: 'Erase a person',
    explain:
      'Erases everything that this bridge stores of a person: events with all that was received and sent, links and refused webhooks. Nothing changes in the account of the destination.',
    by: 'Look for',
    targets: {
      customerId: 'Customer number',
      link: 'Id of a sender',
      q: 'Text, such as an e-mail address',
      event: 'Id of an event',
    },
    people: 'Whose id it is',
    wholePerson: 'Everything of the person to whom it belongs',
    everyone: 'It may belong to several people: all of them are meant',
    look: 'Show what would be erased',
    erase: 'Erase for good',
    cannotUndo: 'This cannot be undone. The audit log keeps that something was erased, and why.',
    typeAgain: (value: string) => `Type ${value} to confirm`,
    wouldErase: (events: number, links: number, refusals: number) =>
      `Would erase: ${kinds(events, links, refusals)}.`,
    erased: (events: number, links: number, refusals: number) => `Erased: ${kinds(events, links, refusals)}.`,
    several: (n: number) => `It belongs to ${count(n)} people. Say whose number is meant, or that all are.`,
    further: (n: number) =>
      n === 1
        ? 'One further event is about this person, and stays.'
        : `${count(n)} further events are about this person, and stay.`,
    mentioned: (n: number) =>
      n === 1
        ? 'One event names this person as a value, and stays. Look at it.'
        : `${count(n)} events name this person as a value, and stay. Look at them.`,
    unsearched: (n: number) =>
      n === 1 ? 'One could not be searched. Look at it:' : `${count(n)} could not be searched. Look at them:`,
    underWay: (n: number) =>
      n === 1
        ? 'One event is being sent right now, and stays. Erase again in a minute.'
        : `${count(n)} events are being sent right now, and stay. Erase again in a minute.`,
    complete: 'The store holds these values no more.',
    incomplete: 'Some values may still be in the store. Look at what is named above, then erase again.',
  },
  log: {
    explain: 'What people did by hand, the newest first. Entries are kept for 400 days.',
    showReasons: 'Show reasons and addresses',
    none: 'Nobody has done anything by hand yet.',
  },
  deeds: {
    'resolve-booked': 'said that it was booked',
    'resolve-not-booked': 'said that it was not booked',
    'resolve-give-up': 'gave an uncertain booking up',
    replay: 'replayed',
    'force-replay': 'replayed with newer values overwritten',
    'replay-again': 'replayed with delivered updates',
    'force-replay-again': 'replayed with delivered updates and newer values overwritten',
    discard: 'discarded',
    amend: 'corrected',
    import: 'brought in a list for',
    'accept-refusal': 'accepted a refused webhook',
    pause: 'paused',
    resume: 'resumed',
    erase: 'erased a person',
    'remove-link': 'removed',
    'probe-statuses': 'learned the statuses of',
    'show-values': 'looked at the values',
  } satisfies Record<AuditAction, string>,
  senders: {
    lastWebhook: 'Last webhook',
    never: 'none since the start',
    url: 'URL for webhooks',
    none: 'The config names no sender yet.',
    refusals: 'Refused webhooks',
    noRefusals: 'No webhook was refused.',
    accept: 'Accept after all',
    refusedAgain: 'It would be refused again: change the sender in the config first.',
    accepted: 'Accepted as',
    unverified: 'not verified, so its body was not kept',
    streak: (n: number) =>
      n === 1 ? 'The last webhook was refused.' : `The last ${n} webhooks were refused.`,
    preset: 'Known sender',
    other: 'Any sender',
  },
  lists: {
    open: 'Bring in a list',
    title: (source: string) => `Bring in a list for ${source}`,
    back: 'All senders',
    readerCannot: 'Bringing in a list takes the admin token.',
    file: 'File',
    explain:
      'Each row becomes an event of this sender and goes through the same mappings and checks as a webhook. Live webhooks go first. Nothing is stored before you have seen what would happen.',
    choose: 'Choose a file, or drop it here',
    kinds: 'CSV with a header line (.csv), or one JSON value a line (.ndjson)',
    another: 'Choose another file',
    sameFile: (name: string) =>
      `This page no longer has the file ${name}. Choose it again to store the rows that are missing, or to get the rows that failed. Rows that are stored already are not taken in twice.`,
    rows: (n: number) => (n === 1 ? 'One row' : `${count(n)} rows`),
    separatedBy: (name: string) => `separated by ${name}`,
    separateBy: (name: string) => `Separate by ${name}`,
    separators: { ',': 'commas', ';': 'semicolons', tab: 'tabs' } as Readonly<Record<string, string>>,
    mended: 'These rows failed before and were mended.',
    columns: 'Columns:',
    notUtf8: (line: number) =>
      `Line ${count(line)} is not UTF-8, so the encoding of this file is not certain.`,
    reads: 'Read as Windows-1252, the line is:',
    isRight: 'Are all letters right, such as ä, ö, ü and ß?',
    yesRight: 'Yes, read it like this',
    saveUtf8: 'If not, save the file as “CSV UTF-8” in your spreadsheet program, then choose that one.',
    severalSeparators: 'Several signs in the header may stand between the columns. Which columns are right?',
    faultyLines: (n: number) =>
      n === 1
        ? 'One line cannot be used. Mend it, then choose the file again. Nothing was taken in.'
        : `${count(n)} lines cannot be used. Mend them, then choose the file again. Nothing was taken in.`,
    line: (n: number) => `Line ${count(n)}:`,
    moreLines: (n: number) => (n === 1 ? 'And one more line.' : `And ${count(n)} more lines.`),
    cells: (n: number, columns: number) =>
      `It has ${n === 1 ? 'one cell' : `${count(n)} cells`} instead of ${count(columns)}. Put a cell that holds the separator or a line break in quotation marks.`,
    lineFaults: {
      'quote not closed':
        'A quotation mark is opened here and never closed. Close it, or write "" for one in a cell.',
      'quote in a cell':
        'A quotation mark stands within a cell. Put the whole cell in quotation marks, and write "" for each in it.',
      'text behind a quote': 'Something stands behind a closing quotation mark. Write "" for one in a cell.',
      'row too large': 'The row is larger than 16 MiB. Probably a quotation mark before it is never closed.',
      'no CSV': 'It cannot be read as CSV.',
      'no JSON': 'It is no JSON value. Each line must be one whole value.',
    },
    unnamedColumn: (n: number) => `Column ${count(n)} has no name in line 1. Give each column one.`,
    repeatedColumns: (names: string) =>
      `Line 1 has several columns of the same name: ${names}. Rename or delete all but one of them.`,
    noteForExcel: (line: string) =>
      `Line 1 is “${line}”, a note for Excel and not a header. Delete this line, then choose the file again.`,
    fileFaults: {
      spreadsheet: 'This is a spreadsheet. Save it as “CSV UTF-8”, then choose that file.',
      'unknown kind': 'The name of the file must end in .csv, or in .ndjson (one JSON value a line).',
      unreadable:
        'The browser cannot read this file. It was changed or moved since you chose it: choose it again.',
      changed: 'The file was changed while it was read. Choose it again.',
      empty: 'The file is empty. It needs a header and rows.',
      'no rows': 'The file has a header, but no rows.',
      'long header': 'Line 1 is too long for a header.',
      'not in this encoding':
        'The file is not written in one encoding. Save it as “CSV UTF-8”, then choose that file.',
    },
    dryRun: 'What would happen',
    outcomes: {
      failed: (n: number) => (n === 1 ? 'One row would fail.' : `${count(n)} rows would fail.`),
      held: (n: number) => (n === 1 ? 'One row would be held.' : `${count(n)} rows would be held.`),
      skipped: (n: number) => (n === 1 ? 'One row would be skipped.' : `${count(n)} rows would be skipped.`),
      duplicate: (n: number) =>
        n === 1 ? 'One row was brought in before.' : `${count(n)} rows were brought in before.`,
      queued: (n: number) => (n === 1 ? 'One row would be sent.' : `${count(n)} rows would be sent.`),
    },
    firstIn: (line: number) => `First in line ${count(line)}:`,
    onlyKnown: 'See what became of them',
    partly: (n: number, of: number) =>
      `The bridge has ${count(n)} of the ${count(of)} rows of this file as events of this list.`,
    overwrites: (n: number, line: number) =>
      n === 1
        ? `One newer value that the bridge has set would be overwritten, in line ${count(line)}.`
        : `${count(n)} newer values that the bridge has set would be overwritten, first in line ${count(line)}.`,
    nothingYet:
      'Nothing was stored or sent so far. Rows that fail do not stop the others: you get them as a file.',
    start: (n: number) => (n === 1 ? 'Bring in one row' : `Bring in ${count(n)} rows`),
    progress: 'Progress',
    tried: (done: number, of: number) => `${count(done)} of ${count(of)} rows tried.`,
    stored: (done: number, of: number) => `${count(done)} of ${count(of)} rows stored.`,
    delivered: (done: number, of: number) => `${count(done)} of ${count(of)} rows are done.`,
    speed: (perSecond: number) => `${count(perSecond)} a second.`,
    left: (span: string) => `${span} left.`,
    away: 'The bridge does not respond. The list goes on by itself once it does.',
    stay: 'Keep this page open until all rows are stored. If it is closed, choose the same file again: it goes on where it was.',
    allStored: (n: number) => (n === 1 ? 'The row is stored.' : `All ${count(n)} rows are stored.`),
    becomes: 'What becomes of the rows',
    goesOn: 'The bridge goes on by itself, behind live webhooks. You may close this page.',
    allDone: (n: number) =>
      n === 0
        ? 'Nothing was left to send.'
        : n === 1
          ? 'One row is delivered.'
          : `${count(n)} rows are delivered.`,
    someLeft: (n: number) => (n === 1 ? 'One row needs you.' : `${count(n)} rows need you.`),
    means: {
      queued: 'wait for their turn',
      held: 'wait until a mapping or a destination is put right',
      delivered: '',
      skipped: 'had nothing to send, or no mapping wants them',
      failed: 'need to be mended',
      uncertain: 'are bookings whose answer was lost',
      discarded: 'were discarded by a person',
    },
    elsewhere: (n: number) =>
      n === 1
        ? 'One row is known from another list or a webhook, so it was not taken in again.'
        : `${count(n)} rows are known from another list or a webhook, so they were not taken in again.`,
    download: (n: number) => (n === 1 ? 'Download the failed row' : `Download the ${count(n)} failed rows`),
    mend: 'Each row has its reason beside it. Mend the rows in that file, then choose it here.',
    failedNeedFile: 'To get the failed rows as a file, choose the same file again.',
  },
  fields: {
    destination: 'Destination',
    search: 'Search by name or key',
    name: 'Name',
    key: 'keyName',
    type: 'Type',
    choices: 'Choices',
    none: 'No field matches.',
    noStatuses: 'No customer status is known yet. `fieldbridge statuses --probe` learns them.',
    unused: 'No mapping fills it.',
    usedBy: 'Used by',
    lastFilled: 'When was it filled last?',
    notFilled: 'None of the newest delivered events filled it.',
    filledBy: 'Filled by an event that came',
    statuses: 'Customer statuses',
    origin: {
      declared: 'named in the config',
      listed: 'listed by the account',
      confirmed: 'taken by the account',
    },
    fetched: (when: string) => `Read from the account ${when}.`,
    noDestination: 'The config names no destination.',
  },
  bench: {
    title: 'The bench is not in this version yet.',
    explain:
      'Mappings are edited as files. Check them with `fieldbridge check`, and try them with `fieldbridge preview MAPPING PAYLOAD --why`.',
  },
  keys: {
    go: 'g, then n e s f b p l: go to a page',
    filter: '/: go to the search',
    move: 'j k: next and previous line',
    open: 'Enter: open the line',
    siblings: '[ ]: newer and older event',
    act: 'c r d: correct, replay or discard the open event',
    close: 'Esc: close',
    help: '?: show these keys',
  },
};

/** The texts of a language. */
export type Words = typeof en;
