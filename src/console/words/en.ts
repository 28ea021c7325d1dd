import type { CallEffect } from '../../deliver/planning/replay-effects.ts';
import type { AuditAction } from '../../inbox/audit.ts';
import type { ChangedColumn } from '../../lists/changed-columns.ts';
import type { SwappedDays } from '../../lists/day-orders.ts';
import type { ExchangedValues } from '../../lists/exchanged-values.ts';
import type { OtherDecimals } from '../../lists/number-signs.ts';

const count = (n: number) => n.toLocaleString('en');
/** Names the first of some rows; nothing if there are none. */
const inRow = (n: number, row: number | undefined) =>
  row === undefined ? '' : ` (${n === 1 ? 'row' : 'first in row'} ${count(row)})`;

const kinds = (events: number, links: number, refusals: number) =>
  [
    events === 1 ? 'one event' : `${count(events)} events`,
    links === 1 ? 'one link' : `${count(links)} links`,
    refusals === 1 ? 'one refused webhook' : `${count(refusals)} refused webhooks`,
  ].join(', ');

/**
 * All English texts of the console. The German ones have the same keys. One table in one file: a translator reads it
 * from top to bottom.
 */
export const en = {
  /** The locale for formatting numbers and dates. */
  locale: 'en',
  pages: {
    now: 'Now',
    events: 'Events',
    senders: 'Senders',
    fields: 'Fields',
    bench: 'Bench',
    people: 'People',
    log: 'Audit log',
    setup: 'Set up',
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
    masked: '[masked]',
    didYouMean: (text: string) => `Did you mean “${text}”?`,
    ownWords: 'Description by the bridge',
  },
  /** The texts for failed requests, by the code or the status of the response. */
  troubles: {
    'being-sent':
      'A call of this event is being sent right now, with the old values. Nothing was changed. Try again in a minute.',
    'taken-apart': 'This event was split into several events. Nothing was changed. Correct those events.',
    'corrected-meanwhile':
      'Somebody else has corrected this event since you opened this dialog. Nothing was changed. Close the dialog, look at the correction, and open it again.',
    '503': 'The bridge cannot use its store right now. Nothing is lost. Try again in a minute.',
  },
  now: {
    notSetUp: 'This bridge is not set up yet.',
    someRefused: 'All accepted events are delivered, but webhooks were refused.',
    allDelivered: 'Everything is delivered.',
    working: (n: number) => (n === 1 ? 'One call is on its way.' : `${n} calls are on their way.`),
    lastWebhook: (when: string) => `The last webhook came ${when}.`,
    noWebhook: 'No webhook has come since the start.',
    needYou: (n: number) => (n === 1 ? 'One event needs you.' : `${n} events need you.`),
    somethingHeld: 'Some calls wait for a correction.',
    uncertain: (n: number) =>
      n === 1
        ? 'One booking was sent and its response was lost.'
        : `${n} bookings were sent and their responses were lost.`,
    failed: (n: number) => (n === 1 ? 'One call failed.' : `${n} calls failed.`),
    failedFor: (n: number, more: boolean, cause: string) =>
      n === 1 && !more
        ? `One event failed: ${cause}.`
        : `${more ? `${n} or more` : n} events failed: ${cause}.`,
    otherCause: 'another cause',
    heldDestination: (name: string) => `The destination ${name} is held.`,
    pausedDestination: (name: string) => `The destination ${name} is paused.`,
    heldMapping: (name: string) => `The mapping ${name} is held.`,
    mappingRight: (name: string) => `The mapping ${name} was corrected.`,
    destinationRight: (name: string) => `The destination ${name} is open again.`,
    deliveredSince: (n: number) =>
      n === 1 ? 'One call is delivered since.' : `${count(n)} calls are delivered since.`,
    faultyMapping: (name: string) => `The mapping ${name} has errors and cannot be used.`,
    unlinked: (n: number, more: boolean) =>
      n === 1 && !more
        ? 'One call waits for a customer number.'
        : `${more ? `${count(n)} or more` : count(n)} calls wait for a customer number.`,
    unlinkedHint:
      'Open one of the events, show its values, and enter the number. A booking of this person adds it automatically. For many people at once, use `fieldbridge links import FILE`.',
    unclaimed: (n: number) =>
      n === 1 ? 'One event waits for a mapping.' : `${n} events wait for a mapping.`,
    unread: (name: string, n: number) =>
      n === 1
        ? `One webhook of ${name} was refused, and its event is missing.`
        : `${count(n)} webhooks of ${name} were refused, and their events are missing.`,
    lastCame: (when: string) => `The last one came at ${when}.`,
    strays: (n: number) =>
      n === 1
        ? 'One webhook was sent to a path that no sender has.'
        : `${count(n)} webhooks were sent to a path that no sender has.`,
    strayMeant: (path: string) =>
      `Probably ${path} was meant. Correct the URL at the sender; what came is not stored.`,
    refused: (name: string, n: number) => `Webhooks of ${name} are refused: ${n} in a row.`,
    faultyConfig:
      'The config on disk has errors. The bridge uses the last good one, and a restart would fail.',
    configWaits: (keys: string) => `The config changed; these keys need a restart: ${keys}.`,
    attemptsFailed: (n: number) =>
      n === 1 ? 'The last attempt failed:' : `The last ${count(n)} attempts failed:`,
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
  /** The actions that a customer must still take after a booking. */
  actions: {
    requirePayment: 'The customer must still pay.',
    requireTAN: 'The customer must still confirm the booking with the code of an SMS (TAN).',
  },
  events: {
    openInBench: 'Open in the Bench',
    writeMapping: 'Write a mapping',
    customer: (id: string) => `customer ${id}`,
    needsPerson: 'failed, or uncertain',
    anyAction: 'The customer must still do something.',
    sendAddress:
      'Send the customer this address. The booking is complete after the customer has finished there:',
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
    forgotten:
      'The words of your search are not part of the address, so reloading the page has cleared them.',
    searchedTo: (when: string) => `Searched back to ${when}.`,
    fresh: (n: number) => (n === 1 ? 'One new event' : `${n} new events`),
    previous: 'Newer event',
    next: 'Older event',
    back: 'All events',
    cameIn: 'Received webhook',
    mappings: 'Mappings',
    calls: 'Calls',
    history: 'Manual actions',
    showValues: 'Show values',
    showingIsAudited: 'Values are masked. If you show them, the audit log records it.',
    noCall: 'No call was made.',
    newValues: (n: number) =>
      n === 1
        ? 'One value is new: no rule reads it, and no test has it'
        : `${n} values are new: no rule reads them, and no test has them`,
    newValueChange: {
      new: () => '',
      word: () => '(another word than in each test)',
      no: () => '(no, and in each test yes)',
      unequal: (to: string) => `(not equal to ${to}, as it is in each test)`,
    },
    applied: 'applied',
    notApplied: 'did not apply',
    mappingsNow: 'as they are now',
    noMapping: 'No mapping is for this sender.',
    whenTrue: 'Its condition is true for this event:',
    whenFalse: 'Its condition is false for this event:',
    is: 'is',
    nothing: 'nothing',
    ways: 'Origin of its values',
    sentAs: 'sent as',
    cleared: 'cleared',
    attempts: 'Attempts',
    replay: 'Replay',
    replayExplain:
      'Plans this event again with the current mappings, and delivers the calls that are not delivered yet.',
    again: 'Send delivered updates again, too. A booking is never repeated.',
    wouldSend: 'Calls that would be sent',
    maskedPreview: 'Values are masked. Close this dialog and choose “Show values” to see them.',
    nothingToSend: 'Nothing would be sent.',
    stays: {
      booked:
        'Not sent: the booking of this event is made, and a booking is never repeated. Correct the customer in the calendar.',
      uncertain: 'Not sent: first enter whether it was booked.',
      delivered: 'Not sent: it is delivered already.',
      queued: 'Not changed: it waits for its next attempt.',
      superseded: 'Not sent: newer events of the same person have set all its values since.',
    } satisfies Record<NonNullable<CallEffect['stays']>, string>,
    leftOut: (names: string) =>
      `Left out, because a newer event of the same person has set it since: ${names}. To send it anyway, replay the event and choose to overwrite newer values.`,
    newerEvents:
      'If one of these newer events was meant for another person, correct it first. Then replay this event, and choose to send delivered updates again:',
    leftOutBefore: (names: string, customer: string) =>
      `An earlier event has values for customer ${customer} that were left out because of this event: ${names}. Replay it afterwards, and choose to send delivered updates again:`,
    uncompared: (names: string) =>
      `Only the response names the customer of this booking, so these values are not compared with newer events: ${names}. If the booking replaces newer values, the event has a warning afterwards.`,
    unread: (paths: string) =>
      `Changes no call: ${paths}. No rule reads this, or the result is the same as before.`,
    reshaped: (path: string, was: string, becomes: string) =>
      `${path} is ${was}. The correction replaces all of it by ${becomes}.`,
    shapes: { object: 'an object', list: 'a list', value: 'one value' },
    removes: (paths: string) => `It removes ${paths}.`,
    done: { amended: 'The correction is stored.', replayed: 'The event was planned again.' },
    newer: 'A newer event of the same person has set these values since. They are left out:',
    force: 'Send them anyway: they overwrite the newer ones.',
    isNow: 'is now',
    wouldBe: 'would be',
    amend: 'Correct and send',
    amendExplain:
      'Correct the values of the sender. The received payload is kept, and your correction is stored beside it. Delivered updates are sent again; a completed booking is never sent again.',
    faultyValue: 'This value was refused.',
    findValue: 'Find a value',
    was: (before: string) => `before: ${before || 'empty'}`,
    keepAnyway: 'Keep it anyway',
    wasDiscarded: 'This event was discarded. The correction sends it after all.',
    remains: (names: string, customer: string) =>
      `The correction does not send ${names} any more. Customer ${customer} keeps the values that were sent before. Correct them in the calendar, or let the rule clear them (whenEmpty: clear).`,
    remainsAtOther: (names: string, customer: string) =>
      `${names} of this event were already sent to customer ${customer}. These values stay there: correct them in the calendar.`,
    stillFails: 'With this correction, the event still cannot be sent.',
    asReceived: 'As it was received',
    correctedBy: (who: string) => `Corrected by ${who}`,
    discard: 'Discard',
    discardExplain: 'The undelivered calls of this event are never sent.',
    resolve: 'Was it booked?',
    saveOutcome: 'Save the result',
    resolveExplain: 'Look for the booking in the calendar. Then choose the result.',
    booked: 'It was booked',
    notBooked: 'It was not booked',
    giveUp: 'It cannot be found out',
    bookedMeans: 'The event counts as delivered.',
    notBookedMeans: 'The booking is sent again.',
    giveUpMeans: 'The booking is given up and never sent again.',
    customerNumber: 'Customer number (if there is one)',
    nextAttempt: (when: string) => `Next attempt ${when}.`,
    mustStill: 'The customer must still do this:',
    duplicateOf: 'The same contents were received before as',
    allSuperseded: 'Nothing was sent: newer events of the same person have set all these values since.',
    headline: {
      queued: 'This event waits to be delivered.',
      held: 'This event waits for a correction.',
      delivered: 'This event is delivered.',
      skipped: 'There was nothing to send for this event.',
      failed: 'This event failed and needs you.',
      uncertain: 'A booking was sent and its response was lost.',
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
    works: { planning: 'plans', upkeep: 'does the upkeep of the store', messages: 'sends messages' },
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
      'Plans each of these events again with the current mappings, and delivers the calls that are not delivered yet.',
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
        ? 'One is done: it has nothing left to send.'
        : `${count(n)} are done: they have nothing left to send.`,
    newer: (n: number) =>
      n === 1
        ? 'One has a value that a newer event of the same person has set since. That value is left out.'
        : `${count(n)} have values that newer events of the same people have set since. Those values are left out.`,
    otherCustomer: (n: number) =>
      `The values of ${n === 1 ? 'one event' : `${count(n)} events`} go to another customer than before, since the link or the event was changed. The earlier customer keeps them: put them right in the calendar.`,
    again: 'Send delivered updates again, too. A booking is never repeated.',
    force: 'Send those values anyway: they overwrite the newer ones.',
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
        ? 'One is not changed: it has no waiting call.'
        : `${count(n)} are not changed: they have no waiting call.`,
    uncertain: (n: number) =>
      n === 1
        ? 'One is uncertain and stays. Open it and enter whether it was booked.'
        : `${count(n)} are uncertain and stay. Open each one and enter whether it was booked.`,
    discarded: (n: number) => (n === 1 ? 'One event is discarded.' : `${count(n)} events are discarded.`),
  },
  people: {
    links: 'Links',
    linksExplain:
      'A link connects an id of a sender with a customer number. A booking or an import (`fieldbridge links import`) creates it.',
    search: 'Search by an id of a sender or a customer number',
    noLinks: 'There are no links yet. A booking with `link` in its mapping creates the first one.',
    noneFound: 'No link matches so far.',
    of: (people: string) => `of ${people}`,
    customer: (id: string, destination: string) => `customer ${id} at ${destination}`,
    orAnother: 'or another: two people seem to share it, so it stands for nobody',
    events: 'Events',
    remove: 'Remove',
    removeExplain: (id: string) =>
      `Later events of this id wait until the link exists again. Calls that are already planned still go to customer ${id}. Nothing changes in the account.`,
    readerCannotErase: 'To erase a person, sign in with the admin token.',
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
    people: 'Group of people of the id',
    wholePerson: 'All data of the same person',
    everyone: 'Erase the data of all people to whom it belongs',
    apart: 'Its words may be in several values, such as first and last name',
    foundApart: (events: number, links: number, refusals: number) =>
      `No value contains the whole text, but each of its words is in ${kinds(events, links, refusals)}. To erase them, tick "Its words may be in several values" and look again.`,
    look: 'Show what would be erased',
    erase: 'Erase for good',
    cannotUndo: 'This cannot be undone. The audit log records the erasure and its reason.',
    typeAgain: (value: string) => `Type ${value} to confirm`,
    wouldErase: (events: number, links: number, refusals: number) =>
      `Would erase: ${kinds(events, links, refusals)}.`,
    erased: (events: number, links: number, refusals: number) => `Erased: ${kinds(events, links, refusals)}.`,
    several: (n: number) =>
      `It belongs to ${count(n)} people. Enter the number of one person, or choose all.`,
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
    complete: 'The store does not contain these values any more.',
    incomplete: 'Some values may still be in the store. Look at what is named above, then erase again.',
  },
  log: {
    explain: 'Manual actions, the newest first. Entries are kept for 400 days.',
    showReasons: 'Show reasons and addresses',
    none: 'There are no manual actions yet.',
  },
  deeds: {
    'resolve-booked': 'resolved as booked',
    'resolve-not-booked': 'resolved as not booked',
    'resolve-give-up': 'gave an uncertain booking up',
    replay: 'replayed',
    'force-replay': 'replayed with newer values overwritten',
    'replay-again': 'replayed with delivered updates',
    'force-replay-again': 'replayed with delivered updates and newer values overwritten',
    discard: 'discarded',
    amend: 'corrected',
    import: 'imported a list for',
    'accept-refusal': 'accepted a refused webhook',
    pause: 'paused',
    resume: 'resumed',
    erase: 'erased a person',
    'add-links': 'stored',
    'remove-link': 'removed',
    'probe-statuses': 'learned the statuses of',
    'show-values': 'looked at the values',
    'edit-file': 'changed the file',
    'write-secret': 'changed the secret',
  } satisfies Record<AuditAction, string>,
  senders: {
    lastWebhook: 'Last webhook',
    never: 'none since the start',
    url: 'URL for webhooks',
    none: 'The config names no sender yet.',
    refusals: 'Refused webhooks',
    noRefusals: 'No webhook was refused.',
    accept: 'Accept after all',
    refusedAgain: 'It would be refused again. Change the sender in the config, or write the payload.',
    writePayload: 'Write its payload',
    writePayloadExplain:
      'Write the payload as the sender should have sent it. The received body is kept, and your payload is stored beside it.',
    payload: 'Payload (JSON)',
    payloadIsNoObject: 'This is not a JSON object yet.',
    accepted: 'Accepted as',
    unverified: 'not verified, so its body was not kept',
    streak: (n: number) =>
      n === 1 ? 'The last webhook was refused.' : `The last ${n} webhooks were refused.`,
    preset: 'Known sender',
    other: 'Any sender',
  },
  lists: {
    open: 'Import a list',
    title: (source: string) => `Import a list for ${source}`,
    back: 'All senders',
    readerCannot: 'To import a list, sign in with the admin token.',
    file: 'File',
    explain:
      'Each row becomes an event of this sender, with the same mappings and checks as a webhook. Live webhooks are delivered first. Nothing is stored before you have seen the result.',
    choose: 'Choose a file, or drop it here',
    kinds: 'CSV with a header line (.csv), or one JSON value a line (.ndjson)',
    another: 'Choose another file',
    sameFile: (name: string) =>
      `This page no longer has the file ${name}. Choose it again to store the rows that are missing, or to get the rows that failed. Rows that are already stored are not imported twice.`,
    rows: (n: number) => (n === 1 ? 'One row' : `${count(n)} rows`),
    separatedBy: (name: string) => `separated by ${name}`,
    separateBy: (name: string) => `Separate by ${name}`,
    separators: { ',': 'commas', ';': 'semicolons', tab: 'tabs' } as Readonly<Record<string, string>>,
    mended: 'These rows failed before and were corrected.',
    columns: 'Columns:',
    notUtf8: (line: number) =>
      `Line ${count(line)} is not UTF-8, so the encoding of this file is not certain.`,
    reads: (encoding: string) => `Read as ${encoding}, the line is:`,
    isRight: 'Are all letters right, such as ä, ö, ü and ß?',
    yesRight: 'Yes, read it like this',
    saveUtf8: 'If not, save the file as “CSV UTF-8” in your spreadsheet program, then choose that one.',
    severalSeparators: 'Several characters in the header may be the separator. Which columns are right?',
    faultyLines: (n: number) =>
      n === 1
        ? 'The file has one fault. Correct it, then choose the file again. Nothing was imported.'
        : `The file has ${count(n)} faults. Correct them, then choose the file again. Nothing was imported.`,
    line: (n: number, row = n) =>
      row === n ? `Line ${count(n)}:` : `Line ${count(n)} (row ${count(row)} in a spreadsheet):`,
    moreLines: (n: number) => (n === 1 ? 'And one more fault.' : `And ${count(n)} more faults.`),
    cells: (n: number, columns: number) =>
      `It has ${n === 1 ? 'one cell' : `${count(n)} cells`} instead of ${count(columns)}. Put a cell with the separator or a line break in quotation marks.`,
    lineFaults: {
      'quote not closed': (noticedAt: number) =>
        `A quotation mark is opened here and not closed before line ${count(noticedAt)}. Close it, or write "" for one in a cell.`,
      'quote in a cell':
        'A quotation mark is inside a cell. Put the whole cell in quotation marks, and write "" for each in it.',
      'text behind a quote': 'There is text after a closing quotation mark. Write "" for one in a cell.',
      'row too large': (noticedAt: number) =>
        `The row is larger than 16 MiB (noticed in line ${count(noticedAt)}). Probably a quotation mark is opened here and never closed.`,
      'no CSV': 'It cannot be read as CSV.',
      'no JSON': 'It is not a JSON value. Each line must be one complete value.',
    },
    unnamedColumn: (n: number) => `Column ${count(n)} of the header has no name. Enter one.`,
    repeatedColumns: (names: string) =>
      `The header has several columns of the same name: ${names}. Rename or delete all but one of them.`,
    failedFormula: (column: string, text: string) =>
      `The column “${column}” has “${text}”, the error of a formula. Correct the cell or empty it.`,
    noteForExcel: (line: string) =>
      `“${line}” is a note for Excel, which does not show this line. Delete it in a text editor, or save the file again as “CSV UTF-8”.`,
    aboveHeader: (line: string, filled: number, next: number, cells: number) =>
      `It has ${filled === 1 ? 'one cell' : `${count(filled)} cells`} (“${line}”), and line ${count(next)} has ${count(cells)}. If it is a title, delete it: the file must begin with the header.`,
    fileFaults: {
      spreadsheet: 'This is a spreadsheet. Save it as “CSV UTF-8”, then choose that file.',
      'unknown kind': 'The name of the file must end in .csv, or in .ndjson (one JSON value a line).',
      unreadable:
        'The browser cannot read this file. It was changed or moved since you chose it: choose it again.',
      changed: 'The file was changed while it was read. Choose it again.',
      empty: 'The file is empty. It needs a header and rows.',
      'no rows': 'The file has a header, but no rows.',
      'long header': 'Line 1 is too long for a header.',
      'UTF-8 after all': 'The file is written in UTF-8. Choose it again, and choose no other encoding.',
      'not in this encoding':
        'The file is not written in one encoding. Save it as “CSV UTF-8”, then choose that file.',
    },
    dryRun: 'Preview of the import',
    outcomes: {
      failed: (n: number) => (n === 1 ? 'One row would fail.' : `${count(n)} rows would fail.`),
      held: (n: number) => (n === 1 ? 'One row would be held.' : `${count(n)} rows would be held.`),
      skipped: (n: number) => (n === 1 ? 'One row would be skipped.' : `${count(n)} rows would be skipped.`),
      duplicate: (n: number) =>
        n === 1 ? 'One row was imported before.' : `${count(n)} rows were imported before.`,
      queued: (n: number) => (n === 1 ? 'One row would be sent.' : `${count(n)} rows would be sent.`),
    },
    counts: {
      fine: (n: number, row?: number) =>
        `${n === 1 ? 'One row is' : `${count(n)} rows are`} fine${inRow(n, row)}.`,
      warned: (n: number, row?: number) =>
        `${n === 1 ? 'One has a warning' : `${count(n)} have warnings`}${inRow(n, row)}.`,
      refused: (n: number, row?: number) =>
        `${n === 1 ? 'One is' : `${count(n)} are`} refused${inRow(n, row)}.`,
    },
    firstIn: (row: number) => `First in row ${count(row)}:`,
    onlyKnown: 'Show their outcomes',
    partly: (n: number, of: number) =>
      `The bridge has ${count(n)} of the ${count(of)} rows of this file as events of this list.`,
    overwrites: (n: number, row: number) =>
      n === 1
        ? `One newer value that the bridge has set would be overwritten, in row ${count(row)}.`
        : `${count(n)} newer values that the bridge has set would be overwritten, first in row ${count(row)}.`,
    repeated: (n: number, row: number, earlier: number) =>
      `${n === 1 ? 'One row is' : `${count(n)} rows are`} of a person whom an earlier row names too, with other values: row ${count(row)} after row ${count(earlier)}. The last row wins.`,
    unreadColumns: (names: string) => `No rule reads these columns: ${names}.`,
    absentColumn: (name: string, path: string, mapping: string) =>
      `No row has the column “${name}”, which ${path} of ${mapping} reads. If it was renamed in the list, read its new name in the rule.`,
    nearColumn: (column: string, name: string, path: string, mapping: string) =>
      `“${column}” is nearly “${name}”, which ${path} of ${mapping} reads. Rename the column, or read “${column}” in the rule.`,
    wouldBe: {
      again: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} would be planned again, because nothing, or not everything, was delivered before.`
          : `Rows ${rows} would be planned again, because nothing, or not everything, was delivered before.`,
      older: (_n: number, rows: string) =>
        `Without values that newer events have set: row ${rows}. These values stay.`,
      replaced: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} would not be sent again, although other values came later.`
          : `Rows ${rows} would not be sent again, although other values came later.`,
      differing: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} would not be sent, because an event with the same id has other contents.`
          : `Rows ${rows} would not be sent, because events with the same ids have other contents.`,
    },
    nothingYet:
      'Nothing was stored or sent so far. Rows that fail do not stop the others. You can download them as a file.',
    start: (n: number) => (n === 1 ? 'Import one row' : `Import ${count(n)} rows`),
    progress: 'Progress',
    tried: (done: number, of: number) => `${count(done)} of ${count(of)} rows tried.`,
    stored: (done: number, of: number) => `${count(done)} of ${count(of)} rows stored.`,
    delivered: (done: number, of: number) => `${count(done)} of ${count(of)} rows are done.`,
    speed: (perSecond: number) => `${count(perSecond)} a second.`,
    left: (span: string) => `${span} left.`,
    away: 'The bridge does not respond. The import continues automatically when it responds again.',
    stay: 'Keep this page open until all rows are stored. If you close it, choose the same file again: the import continues where it stopped.',
    allStored: (n: number) => (n === 1 ? 'The row is stored.' : `All ${count(n)} rows are stored.`),
    becomes: 'Outcomes of the rows',
    goesOn: 'The bridge continues automatically, after live webhooks. You may close this page.',
    allDone: (n: number) =>
      n === 0
        ? 'Nothing was left to send.'
        : n === 1
          ? 'One row is delivered.'
          : `${count(n)} rows are delivered.`,
    someLeft: (n: number) => (n === 1 ? 'One row needs you.' : `${count(n)} rows need you.`),
    means: {
      queued: (n: number): string => (n === 1 ? 'waits for its turn' : 'wait for their turn'),
      held: (n: number) => `${n === 1 ? 'waits' : 'wait'} for the correction of a mapping or a destination`,
      delivered: (_n: number) => '',
      skipped: (n: number): string =>
        n === 1
          ? 'had nothing to send, or no mapping applies to it'
          : 'had nothing to send, or no mapping applies to them',
      failed: (n: number) => `${n === 1 ? 'needs' : 'need'} to be corrected`,
      uncertain: (n: number): string =>
        n === 1 ? 'is a booking whose response was lost' : 'are bookings whose response was lost',
      discarded: (n: number) =>
        `${n === 1 ? 'was' : 'were'} discarded by a person, or replaced by a corrected row`,
    },
    again: (n: number, rows: string) =>
      n === 1
        ? `Row ${rows} was planned again, because nothing, or not everything, was delivered before.`
        : `Rows ${rows} were planned again, because nothing, or not everything, was delivered before.`,
    known: {
      delivered: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} was delivered before, from another list or a webhook, so it was not sent again.`
          : `Rows ${rows} were delivered before, from another list or webhooks, so they were not sent again.`,
      skipped: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} is known from another list or a webhook, with nothing to send.`
          : `Rows ${rows} are known from another list or webhooks, with nothing to send.`,
      queued: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} is known from another list or a webhook, and still waits.`
          : `Rows ${rows} are known from another list or webhooks, and still wait.`,
      held: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} is known from another list or a webhook, and is held.`
          : `Rows ${rows} are known from another list or webhooks, and are held.`,
      failed: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} is known from another list or a webhook, and failed.`
          : `Rows ${rows} are known from another list or webhooks, and failed.`,
      uncertain: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} is known from another list or a webhook, as a booking whose response was lost.`
          : `Rows ${rows} are known from another list or webhooks, as bookings whose response was lost.`,
      discarded: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} is known from another list or a webhook, and was discarded.`
          : `Rows ${rows} are known from another list or webhooks, and were discarded.`,
      gone: (n: number, rows: string) =>
        n === 1
          ? `Row ${rows} was imported before, and its event is no longer stored, so it was not sent again.`
          : `Rows ${rows} were imported before, and their events are no longer stored, so they were not sent again.`,
    } as Readonly<Record<string, (n: number, rows: string) => string>>,
    replaced: (n: number) =>
      `${n === 1 ? 'One row was' : `${count(n)} rows were`} not sent again, although other values came later. The calendar keeps the later values.`,
    superseded: (n: number) =>
      `${n === 1 ? 'One row was' : `${count(n)} rows were`} not sent, because newer events have set all fields. The calendar keeps the later values.`,
    differing: (n: number) =>
      `${n === 1 ? 'One row was' : `${count(n)} rows were`} not sent, because an event with the same id has other contents. Open the event to correct it.`,
    earlier: (n: number, rows: string, mappings: string, when: string) =>
      `${n === 1 ? `Row ${rows} was` : `Rows ${rows} were`} imported before with an earlier version of ${mappings} (${when}).`,
    earlierDiffers: (n: number) =>
      `The current version would send other values for ${n === 1 ? 'one row' : `${count(n)} rows`}.`,
    afterImport: 'After the import, one button sends them again.',
    sendAgain: (n: number) => (n === 1 ? 'Send one row again' : `Send ${count(n)} rows again`),
    sendAgainExplain:
      'Sends the rows again with the current mappings. Values that newer events have set since are left out.',
    crossed: (row: number, other: number) =>
      `Rows ${count(row)} and ${count(other)} have each other’s customer number: the name in each is that of the customer of the other one.`,
    correctBefore: 'Correct the numbers before the import.',
    exchanged: (
      { one, other, by, mapping, columns = [], isColumn, compared }: Omit<ExchangedValues, 'rows'>,
      rows: string,
      n: number,
    ) => {
      const share = isColumn ? `${count(n)} of ${count(compared)} rows` : `${count(n)} rows`;
      const what = {
        before: `${one} and ${other} of ${mapping}: ${share} have the values that the same customers had in the other one of the two before (row ${rows}).`,
        days: `${one} and ${other} of ${mapping}: in ${share} the second day is before the first one (row ${rows}).`,
        'own-number': `${one} of ${mapping}: in ${share} the number for emergencies is the customer’s own one (row ${rows}).`,
        'turned-days': `${one} of ${mapping}: in ${share} the day is that of before with day and month swapped (row ${rows}).`,
      }[by];
      if (by === 'turned-days')
        return `${what} The list probably has another order of day and month: see parse of the rule before the import.`;
      const which = columns.length === 0 ? 'The headings' : `The headings (${columns.join(', ')})`;
      return isColumn
        ? `${what} ${which} are probably exchanged. Correct them before the import.`
        : `${what} See whether the two values are exchanged in these rows.`;
    },
    moved: (row: number, other: number) =>
      `Row ${count(row)} would set the values that the customer of row ${count(other)} had before. The customer numbers are probably moved: correct the list before the import. If this list is right, an earlier one was moved.`,
    changed: ({ path, kind, factor = 1 }: Omit<ChangedColumn, 'rows'>, rows: string) =>
      kind === 'inverted'
        ? `${path}: row ${rows} would set the other one of two values than before. The answers of the column are probably turned round, yes for no: correct the list before the import. If this list is right, an earlier one was wrong.`
        : kind === 'resized'
          ? `${path}: the numbers of row ${rows} are ${factor} times those before. The column has probably another unit or another sign before decimals. If this list is right, an earlier one was wrong.`
          : `${path}: row ${rows} would set values that the customers of other rows had before. The column is probably ${kind === 'sorted' ? 'sorted alone' : 'moved by one row'}: correct the list before the import. If this list is right, an earlier one was wrong.`,
    otherDecimals: (
      { path, mapping, decimal, otherDecimal, isMixed }: Omit<OtherDecimals, 'doubtful' | 'shownBy'>,
      rows: string,
      shownBy: string,
    ) =>
      isMixed
        ? `${path} of ${mapping}: some rows have “${decimal}” before decimals and some “${otherDecimal}” (row ${shownBy}), so numbers may be wrong: row ${rows}. Write all numbers of the column in one way.`
        : `${path} of ${mapping}: row ${shownBy} can only be read with “${otherDecimal}” before decimals, so numbers would be wrong by a factor of a thousand: row ${rows}. Write decimal: "${otherDecimal}" in the rule before the import, or correct row ${shownBy}.`,
    totals: (row: number, column: string, word: string) =>
      `Row ${count(row)} has “${word}” in the column ${column}, and a person. It is probably the row of totals: remove it before the import.`,
    swappedDays: (
      {
        path,
        mapping,
        otherPattern,
        pattern,
        cure,
        isMixed,
        isReadByAccount,
      }: Omit<SwappedDays, 'doubtful' | 'shownBy'>,
      rows: string,
      shownBy: string,
    ) =>
      isMixed
        ? `${path} of ${mapping}: some rows have the day first and some the month (row ${shownBy} only as ${otherPattern}), so days may be swapped: row ${rows}. Write all days of the column in one order.`
        : `${path} of ${mapping}: row ${shownBy} can only be read as ${otherPattern}, so by ${pattern} days would be read with day and month swapped: row ${rows}. Write ${isReadByAccount ? 'as: date and ' : ''}parse: ${cure} in the rule before the import, or correct row ${shownBy}.`,
    lookUpBoth:
      'Look up both customers in the calendar. If the numbers are wrong, correct both rows and import the list again.',
    sendAgainAll:
      'Sends the rows again with the current mappings and all their values, to set those of the list.',
    sentAgain: (n: number) => (n === 1 ? 'One row is planned again.' : `${count(n)} rows are planned again.`),
    row: (n: number) => `Row ${count(n)}`,
    moreRows: (n: number) => (n === 1 ? 'And one more row.' : `And ${count(n)} more rows.`),
    unreadable: (n: number) =>
      n === 1
        ? 'One row cannot be read, so it became no event.'
        : `${count(n)} rows cannot be read, so they became no event.`,
    warned: (n: number) =>
      n === 1
        ? 'One of these rows has a warning. Open its event to see and correct the value.'
        : `${count(n)} of these rows have a warning. Open their events to see and correct the values.`,
    warnedThen: (n: number) =>
      n === 1
        ? 'One of these rows had a warning when it was sent. Open its event to see and correct the value.'
        : `${count(n)} of these rows had a warning when they were sent. Open their events to see and correct the values.`,
    download: (n: number) => (n === 1 ? 'Download the failed row' : `Download the ${count(n)} failed rows`),
    downloadSkipped: 'Download the rows without a customer number',
    mend: 'The file has the reason beside each row. Correct the rows in it, then choose it here.',
    failedNeedFile: 'To get the failed rows as a file, choose the same file again.',
  },
  fields: {
    fill: 'Fill this field',
    destination: 'Destination',
    search: 'Search by name or key',
    name: 'Name',
    key: 'keyName',
    type: 'Type',
    choices: 'Choices',
    none: 'No field matches.',
    noStatuses: 'No customer status is known yet. Run `fieldbridge statuses --probe` to learn them.',
    unused: 'No mapping fills it.',
    notSettable: 'The API cannot set pictures and documents.',
    ofAppointment: 'Belongs to the appointment: only a booking (persistCustomerData) can set it.',
    types: {
      text: 'Text',
      textArea: 'Long text',
      date: 'Date',
      birthday: 'Birthday',
      directDebitMandateDate: 'Date of the direct debit mandate',
      selection: 'One choice',
      checkbox: 'Checkbox',
      checkbox_group: 'Several choices',
      rating: 'Rating',
      link: 'Link',
      language: 'Language',
      image: 'Picture',
      multipleImages: 'Pictures',
      pictureMarking: 'Marked picture',
      document: 'Document',
      multipleDocuments: 'Documents',
      iban: 'IBAN',
      bic: 'BIC',
    },
    usedBy: 'Used by',
    lastFilled: 'When was it last filled?',
    notFilled: 'None of the newest delivered events filled it.',
    filledBy: 'Filled by an event that came',
    neverSet: 'Mapped fields without a value',
    examine: 'Examine the stored events',
    examining: 'Examining …',
    allSet: 'Every mapped field had a value, or no event is stored.',
    inNone: (events: number) => `no value in ${events === 1 ? 'one event' : `${count(events)} events`}`,
    statuses: 'Customer statuses',
    notListed: 'named in the config, but the account does not list it',
    origin: {
      declared: 'named in the config',
      listed: 'listed by the account',
      confirmed: 'accepted by the account',
    },
    fetched: (when: string) => `Read from the account ${when}.`,
    noDestination: 'The config names no destination.',
  },
  bench: {
    explain: 'Write a mapping and see its call for a real event at once. Nothing is sent.',
    mapping: 'Mapping',
    event: 'Event',
    newMapping: 'New mapping …',
    newName: 'Name of the new mapping',
    isThere: (name: string) => `There is a mapping “${name}” already, so it was opened.`,
    newNameHelp: 'Small letters, digits, - and _; a folder before a slash.',
    begin: 'Begin',
    noMappings: 'There is no mapping yet. Give the first one a name, then point at values.',
    tabs: 'Parts of the bench',
    payload: 'Payload',
    text: 'Mapping',
    call: 'Call',
    noEvent:
      'No event of this sender is stored yet. The values of the first test in the file are used instead.',
    nothingToTry:
      'No event of this sender is stored, and the file has no test with a payload. Send one webhook, or write a test.',
    testOf: (name: string) => `The payload of the test "${name}"`,
    showValues: 'Show values',
    showHelp: 'Values are masked. If you show them, the audit log records it.',
    answers: 'Answers',
    wholePayload: 'The whole webhook',
    nothingWritten:
      'Still empty. Point at a value of the payload, then at the field that it fills: this writes the first rule.',
    pointHelp: 'Point at a value, then under Call at a field: the rule is written.',
    pointedValue: (path: string) => `${path}: now choose the field that it fills.`,
    pointedPart: (name: string) => `${name}: now choose the value that fills it.`,
    cancelPointing: 'Cancel',
    written: (part: string, rule: string) => `Written: ${part}: ${rule}`,
    takeBack: 'Undo',
    goesTo: 'goes to',
    findField: 'Find a field',
    sent: 'Sent values',
    notFilled: 'Not filled yet',
    suggested: 'Likely values',
    sampleNowhere: 'No payload of a test has a value for it.',
    sampleIn: (file: string, line: number) => `Its value is in ${file}, line ${line}.`,
    operation: 'The mapping',
    operations: { updateCustomer: 'changes a customer', persistCustomerData: 'completes a booking' },
    parts: {
      when: 'Only events with this value',
      link: 'Id of the person at the sender',
      id: 'Customer number',
      customerId: 'Customer number',
      note: 'Note',
      customerStatus: 'Customer status',
      appointmentId: 'Appointment',
      appointmentParticipantId: 'Participant of the appointment',
      genderType: 'Gender',
      firstName: 'First name',
      name: 'Last name',
      email: 'E-mail address',
      mobile: 'Mobile number',
      phone: 'Landline number',
      privacy: 'Consent: privacy policy',
      terms: 'Consent: terms and conditions',
      minAge: 'Consent: minimum age',
      rightOfWithdrawal: 'Consent: right of withdrawal',
      marketing: 'Consent: marketing',
      hasMarketingBox: 'The form asks about marketing',
      'appointmentParticipant.customerComment': 'Remark on the appointment',
    },
    moreFields: (more: number) => `${more} more; narrow the search.`,
    notWanted: 'The mapping does not apply to this event: `when` is false.',
    noCall: 'Nothing is sent for this event.',
    unusable: 'The text cannot be used yet. The call shows the part that can be read.',
    unfinished: 'Not finished yet',
    stillMissing: 'Still missing:',
    whichChoice: (field: string, answer: string) => `${field}: what does “${answer}” mean?`,
    noChoice: 'Send nothing',
    choiceMissing: 'choice still missing',
    callWaits: 'This event waits for the customer number of its person. Then it is sent.',
    changesNothing: 'A field, a note or a customer status to change.',
    now: 'now',
    earlier: 'In the last events',
    kinds: {
      used: 'is sent',
      cleared: 'is deleted',
      'left-out': 'is left out',
      wrong: 'cannot be sent',
      waits: 'waits for the customer number',
    },
    notWantedShort: 'does not apply',
    masked: '•••',
    right: 'Is it right?',
    judging: 'Checking …',
    checksGreen: 'Checks are green',
    checksRed: (errors: number) => (errors === 1 ? '1 error' : `${errors} errors`),
    warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
    testsGreen: (count: number) => (count === 1 ? '1 test passes' : `${count} tests pass`),
    testsRed: (failed: number, all: number) => `${failed} of ${all} tests fail`,
    noTests: 'No tests',
    openLines: (count: number) =>
      count === 1 ? '1 line of a table to compare' : `${count} lines of tables to compare`,
    openLinesExplain:
      'No test has these lines, and their words do not show whether they are right. Compare the answer on the left with the value on the right.',
    addLines: 'They are right: add them as a test',
    linesAdded: 'The text has a test with these lines now. Save it to keep them.',
    renewTests: 'Renew what the tests expect',
    renewExplain:
      'Right: the failing tests expect the calls that the mapping makes now. Compare each new value with what it is read from before you take it over.',
    renewedText: 'With renewed tests',
    renew: 'Take over',
    renewed: 'The tests expect the present calls. Save the text to keep them.',
    renewFirst:
      'If a test only expects an earlier state, cancel and choose “Renew what the tests expect” below the failing tests.',
    sameEvents: (events: number) =>
      events === 1 ? 'The last event would not change' : `Of the last ${events} events none would change`,
    changedEvents: (changed: number, events: number) =>
      events === 1 ? 'The last event would change' : `Of the last ${events} events ${changed} would change`,
    failingEvents: (n: number) => (n === 1 ? 'One of them would fail' : `${n} of them would fail`),
    heldEvents: (n: number) => (n === 1 ? 'One of them would be held' : `${n} of them would be held`),
    releasedEvents: (count: number) =>
      count === 1 ? 'One waiting event would continue' : `${count} waiting events would continue`,
    noStored: 'No stored events',
    line: (line: number) => `Line ${line}`,
    differences: 'Changes to events',
    differs: {
      fails: 'would fail',
      held: 'would be held',
      'gone-call': 'nothing would be sent any more',
      'new-call': 'would be sent for the first time',
      operation: 'another operation',
      destination: 'another destination',
      waits: 'would wait for the customer number',
      skipped: 'would be skipped',
      link: 'another person',
      removed: 'is not sent any more',
      cleared: 'would be deleted',
      changed: 'another value',
      added: 'is sent as well',
      sent: 'would be sent',
    },
    eventCount: (count: number) => (count === 1 ? '1 event' : `${count} events`),
    tryThis: 'Look at it',
    expected: 'the test expects',
    notSent: 'not sent',
    readFrom: 'from',
    makeTest: 'Make a test of this event',
    testMade: (name: string, replaced: number) =>
      `Added the test "${name}"; ${replaced} values are invented. Check whether it still contains personal data:`,
    save: 'Save',
    saved: 'Saved. The bridge uses it within seconds.',
    unsaved: 'Not saved yet',
    asSaved: 'As saved',
    revert: 'Discard my changes',
    copy: 'Copy',
    copied: 'Copied.',
    download: 'Download',
    whyNot: {
      'edit-off':
        'Saving is off: set `admin: {edit: true}` in the config. Until then, copy the text into the file.',
      'not-writable': 'The folder of the mappings cannot be written. Copy the text into the file.',
      outside: 'The file is outside the folder of mappings.',
      'not-a-name': 'A mapping cannot have this name: small letters, digits, - and _.',
      'too-large': 'The text is too large.',
      'not-text': 'The file is not UTF-8.',
      busy: 'Somebody else is writing right now. Try again.',
      reader: 'You can look at mappings. To try and save them, sign in with the admin token.',
      other: 'The file cannot be written here. Copy the text into it.',
    },
    confirmTitle: 'Save although not everything is green?',
    confirmExplain: 'Tick each of these to confirm it.',
    confirmDifferences: (changed: number, events: number) =>
      events === 1
        ? 'The last event would have another result'
        : `${changed} of the last ${events} events would have another result`,
    confirmNewCalls: (changed: number, events: number) =>
      events === 1
        ? 'The last event gets a call that it does not have yet'
        : `${changed} of the last ${events} events get${changed === 1 ? 's' : ''} a call that did not exist before`,
    confirmOpenChoice: (field: string, answer: string) =>
      `${field}: the choice for “${answer}” is still missing. As soon as an event has this answer, all events of this mapping are held.`,
    confirmTest: (name: string) => `The test fails: ${name}`,
    versions: 'Earlier versions',
    noVersions: 'There is no earlier version of this file.',
    replacedAt: 'replaced',
    compare: 'Compare with the text',
    restore: 'Restore',
    restored: 'The earlier text is in the editor. Save it to use it.',
    conflictTitle: 'Somebody changed the file',
    conflictExplain: 'Left: the file as it is now. Right: your text. Nothing was overwritten.',
    keepMine: 'Keep my text',
    takeTheirs: 'Use the file',
    diskText: 'The file',
    /** `$` is the number of lines. */
    unchangedLines: '$ unchanged lines',
    ownText: 'Your text',
    earlierText: 'Earlier version',
    gone: 'The file has been removed.',
    keysSave: 'Ctrl+S: save · ',
    keysHelp:
      'Ctrl+Space: suggestions · F12 or Ctrl+click: to the value · Ctrl+Z: undo · Esc, then Tab: leave the editor',
    fix: 'Fix it',
  },
  setup: {
    title: 'Set up',
    steps: 'Steps',
    setupSteps: {
      account: 'Account',
      sender: 'Sender',
      webhook: 'First webhook',
      mapping: 'Mapping',
      delivery: 'Delivery',
    },
    stepDone: 'done',
    readerCannot: 'To add or change a sender, sign in with the admin token.',
    goOn: 'Continue the setup',
    /** The missing things, by the next step. */
    missing: {
      account: 'This bridge has no account yet, so nothing can be delivered.',
      restart: 'The new account takes effect after a restart.',
      sender: 'This bridge has no sender yet, so no webhook can arrive.',
    },
    missingSource: (name: string, step: string) =>
      `Nothing of the sender ${name} has been delivered yet. Next step: ${step}.`,
    faultyFile:
      'The config on disk has errors, so the bridge uses the last good one. Correct these places, or restore an earlier version below. `fieldbridge check` shows more:',
    cannotEdit: {
      what: 'This page cannot write the config.',
      step: 'Change config.yaml by hand, then run `fieldbridge check`.',
    },
    allDone: 'Everything is set up. Webhooks are delivered.',
    noSource: (name: string) => `There is no sender ${name}. It may have been removed.`,
    addSender: 'Add a sender',
    addLocation: 'Add a location',
    others: 'Not done yet:',
    configVersions: 'Earlier versions of the config',
    configVersionsExplain: 'Each change here or with `fieldbridge init --add` keeps the previous version.',
    noConfigVersions: 'The config was not changed here so far.',
    lookAt: 'Look at it',
    currentConfig: 'On disk now',
    configDiffers:
      'Secrets are masked on both sides. The senders of a restored version take effect within two seconds.',
    sameConfig: 'This version is the same as the config on disk, apart from masked secrets.',
    restoreConfig: 'Restore this version',
    configRestored: 'The earlier version is restored. The version that it replaced is kept, too.',
    configNotValid: 'This version cannot be restored, because it is not valid any more:',
    restartTitle: 'One restart is needed',
    restartWaits: (keys: string) =>
      `These parts of the config take effect after a restart: ${keys}. Accepted webhooks are kept.`,
    restartForAccount:
      'The new account takes effect after a restart of the bridge. The restart takes a few seconds, and no webhook is lost.',
    restart: 'Restart now',
    restarting: 'The bridge restarts. This page continues automatically.',
    restartYourself: 'Restart the bridge the way it was started. This page then continues automatically.',
    accountTitle: 'Connect your account',
    accountExplain:
      'Enter the address of your calendar and its API token. Both are tried at once. Nothing is changed in the account.',
    address: 'Address of the calendar',
    addressHelp: 'As in the browser, such as https://calendar.example.com',
    token: 'API token',
    tokenHelp: 'From the settings of the calendar. It is stored in a file that only this bridge reads.',
    allowHttp: 'Send the token unencrypted anyway',
    tryAccount: 'Try this account',
    trying: 'Reading the fields of the account …',
    accountResponds: (fields: number, settable: number) =>
      `The account responds. It has ${count(fields)} fields; ${count(settable)} of them can be set.`,
    locationName: 'Name of this location',
    nameHelp: 'Small letters, digits, hyphens and underscores.',
    statuses: 'Customer statuses (may be left empty)',
    statusesHelp: 'Exactly as in the settings of the calendar, separated by commas.',
    takeAccount: 'Use this account',
    accountTaken: 'The account is in the config.',
    sandboxTitle: 'No account at hand?',
    sandboxExplain:
      'The sandbox is a simulated calendar on this machine. Everything can be tried with it, and nothing leaves the machine.',
    useSandbox: 'Use the sandbox',
    /** The problems of accounts, with the steps that solve them. */
    accountFaults: {
      'no-such-host': {
        what: 'No computer has this address.',
        step: 'Look for a typing mistake. Open the calendar in a browser and copy the address from there.',
      },
      unreachable: {
        what: 'Nothing responds at this address.',
        step: 'Check the address and its port. Is there a firewall between this machine and the calendar?',
      },
      tls: {
        what: 'The certificate of this address is not valid.',
        step: 'Use the address that the certificate is for, or have the certificate renewed.',
      },
      'plain-http': {
        what: 'This address responds with http, not with https.',
        step: 'If the calendar runs on this machine or in your own network, enter its address with http:// in front. Otherwise look at the address and its port.',
      },
      'only-https': {
        what: 'This address responds with https, not with http.',
        step: 'Enter the address with https:// in front.',
      },
      timeout: {
        what: 'The address does not respond in time.',
        step: 'Try again in a minute. If it stays slow, look at the address and the network.',
      },
      'not-the-api': {
        what: 'Something responds at this address, but not the API of the calendar.',
        step: 'Enter only the address of the calendar, without the path of a page, such as https://calendar.example.com.',
      },
      token: {
        what: 'The account refuses this token.',
        step: 'Copy the API token again from the settings of the calendar, from its first to its last letter.',
      },
      'no-permission': {
        what: 'The token is right, but it may not read the fields.',
        step: 'Give this token the right to use the API in the settings of the calendar, then try again.',
      },
      moved: {
        what: 'This address redirects to another one.',
        step: 'Open the address in a browser, and enter the address that it then shows.',
      },
      failing: {
        what: 'The calendar responds with an error.',
        step: 'Try again in a minute. If the error stays, ask whoever runs the calendar.',
      },
      incomplete: { what: 'The address or the token is missing.', step: 'Enter both.' },
      'not-an-address': {
        what: 'This is not an address.',
        step: 'Enter it as in the browser, such as https://calendar.example.com.',
      },
      unencrypted: {
        what: 'With http:// the token would be sent unencrypted.',
        step: 'Enter the address with https://. If the calendar has none, tick the box and try again.',
      },
      'no-sandbox': {
        what: 'This program runs no sandbox.',
        step: 'Run `fieldbridge sandbox` in a terminal, and enter the address and token that it prints.',
      },
    },
    /** The problems of config changes, with the steps that solve them. */
    changeFaults: {
      'edit-off': {
        what: 'The config does not allow this page to write files.',
        step: 'Set `admin: {edit: true}` in config.yaml and restart. Or add senders in a terminal: `fieldbridge init --add`.',
      },
      'not-writable': {
        what: 'The folder of the config cannot be written.',
        step: 'Let the program write there, or change config.yaml by hand.',
      },
      outside: {
        what: 'The file is outside its folder.',
        step: 'Move it into the folder of the mappings.',
      },
      'not-a-name': { what: 'This cannot be a name.', step: 'Use small letters, digits, - and _.' },
      'too-large': { what: 'The file would be too large.', step: 'Fill fewer fields.' },
      'not-text': { what: 'The file is not UTF-8.', step: 'Save it as UTF-8.' },
      busy: { what: 'Somebody else is writing right now.', step: 'Try again in a moment.' },
      conflict: { what: 'Somebody else has changed the config.', step: 'Try again in a moment.' },
      'name-taken': {
        what: 'This name is already in use.',
        step: 'Choose another name. An existing mapping can be changed in the Bench. For another form of a sender, `fieldbridge init --add --source NAME --payload FILE` writes a second mapping with a condition.',
      },
      'no-such-name': { what: 'This name is not in the config.', step: 'Load this page again.' },
      'no-such-version': { what: 'This earlier version is not kept any more.', step: 'Choose another one.' },
      'config-unreadable': {
        what: 'The config is not valid YAML, so it cannot be changed.',
        step: 'Run `fieldbridge check`: it shows the place. Correct it by hand, then try again.',
      },
      'config-faulty': {
        what: 'The config would not be valid with this change, so nothing was written.',
        step: 'Run `fieldbridge check`, correct what it shows, then try again.',
      },
      'secret-elsewhere': {
        what: 'The secret of this sender is in a place that this page does not change.',
        step: 'Change it by hand in config.yaml.',
      },
      'unknown-sender': { what: 'No sender is known by this name.', step: 'Choose one of the list.' },
      'needs-public-url': {
        what: 'This sender signs the address that it posts to, so the bridge must know its public address.',
        step: 'Enter the public address of this bridge below, then add the sender again.',
      },
      'already-mapped': {
        what: 'This sender has a mapping already. A second one without a condition would send each webhook twice.',
        step: 'Change the mapping in the Bench. For another form of the sender, `fieldbridge init --add --source NAME --payload FILE` writes a second mapping with a condition.',
      },
      'no-webhook': { what: 'No webhook of this sender has come yet.', step: 'Send a test from the form.' },
      'no-catalog': {
        what: 'The fields of the account are not known yet.',
        step: 'Wait some seconds, then try again. If that does not help, look at the account on the page Now.',
      },
      unreadable: {
        what: 'This webhook cannot be read.',
        step: 'Open the event and look at its body. Set the sender to JSON or a form.',
      },
      'cannot-restart': {
        what: 'This program does not restart itself.',
        step: 'Restart it the way it was started.',
      },
    },
    senderTitle: 'Who sends the webhooks?',
    senderExplain: 'Choose the form, shop or tool that your data comes from.',
    findSender: 'Search for a sender',
    noSuchSender:
      'No sender is known by this name. Choose “Another sender”: it works with any tool that can send a POST request.',
    sendersFound: (n: number) => (n === 1 ? 'One known sender' : `${count(n)} known senders`),
    anotherSender: 'Another sender',
    anotherExplain:
      'It works with any tool that can send a POST request. The address contains a secret, so that nobody else can send to it.',
    senderName: 'Name of this sender',
    ownSecret: 'Secret (may be left empty)',
    ownSecretHelp:
      'Only if the sender has already given you one. If it is empty, a secure one is created here.',
    secretLater: 'This sender shows its secret later. Leave this empty for now.',
    publicUrl: 'Public address of this bridge',
    publicUrlHelp: 'Its address on the internet, such as https://bridge.example.com',
    add: 'Add',
    otherChoice: 'Another choice',
    takingUp: 'The bridge starts to use this sender within two seconds.',
    wholeUrl: 'URL for webhooks, with its secret',
    notReachable: (sender: string) =>
      `This address works on this machine only. ${sender} cannot reach it from the internet. Ask the person who looks after your server for a public address of this bridge (\`server.publicUrl\` in config.yaml), and enter that one at the sender.`,
    notPublic:
      'The config names no public address (`server.publicUrl`), so this is the address of this page. A sender on the internet must be able to reach it.',
    wrongSender: 'The wrong sender?',
    removeThis: (name: string) => `Remove ${name}`,
    withoutToken: 'At the sender, this address ends with its secret. The secret is not shown here.',
    secretWasShown:
      'The secret was shown once. If you no longer have it, make a new one and enter it at the sender.',
    atSender: (title: string) => `To do at ${title}`,
    secretAbove: 'If a step mentions `secret:`, use the secret shown above.',
    atSenderAgain: 'Address and steps at the sender',
    inEnglish: 'The steps at this sender are in English.',
    anyUrl: 'Copy the whole address above, with ?token=… at its end.',
    anyPost: 'Enter it as the webhook URL in your tool. Choose POST, and JSON if there is a choice.',
    anyTry: 'Send a test entry, with a real customer number in it if you can.',
    shownOnce: 'This is shown once. Enter it at the sender now.',
    secret: 'Secret',
    verifyToken: 'Verification token',
    hideSecret: 'I have entered it: hide it',
    waiting: 'Waiting for the first webhook. This page turns green automatically.',
    firstCame: 'The newest webhook has come:',
    /** The reasons for refused webhooks of a sender, with the steps that solve them. */
    sourceFaults: {
      missing: {
        what: 'A webhook came without a signature.',
        step: 'Enter the secret at the sender and save there, then send a test again.',
      },
      wrong: {
        what: 'A webhook came with a wrong signature.',
        step: 'Enter the same secret at the sender and here. Or make a new one and enter it there.',
      },
      time: {
        what: 'The time in the signature is too far from the time here.',
        step: 'Check the clocks of this machine and of the sender, then send a test again.',
      },
      'no-secret': {
        what: 'A webhook came, but this bridge does not have the secret of this sender yet.',
        step: 'Copy the secret that the sender shows, and enter it here.',
      },
      'no-public-url': {
        what: 'This sender signs its address, but the config has no public address.',
        step: 'Set `server.publicUrl` in config.yaml to the address that the sender posts to, and restart.',
      },
      unreadable: {
        what: 'A webhook came whose body cannot be read.',
        step: 'Choose JSON as the format at the sender, then send a test again.',
      },
      'too-large': {
        what: 'A webhook came that is too large.',
        step: 'Send fewer fields and no files, or raise `server.bodyLimit` in the config.',
      },
      'other-method': {
        what: 'A request came with another method than POST.',
        step: 'If the sender sent it, choose POST as the method there, then send a test again. If you opened the address in a browser, ignore this.',
      },
      paused: {
        what: 'This sender is paused, so its webhooks are not accepted.',
        step: 'Resume it.',
      },
      elsewhere: {
        what: 'A webhook was posted to another address.',
        step: 'Correct the address at the sender: below are first the address that it used, then the right one.',
      },
      early: {
        what: 'A webhook came before the bridge knew this sender.',
        step: 'Send the test again: the sender is known now.',
      },
    },
    /** The same reasons for a sender whose secret is in its address. */
    tokenFaults: {
      missing: {
        what: 'A webhook came to this address without its secret.',
        step: 'Copy the whole address, with ?token=… at its end, and enter it at the sender.',
      },
      wrong: {
        what: 'A webhook came with a wrong secret in its address.',
        step: 'Copy the whole address again, including its end, and enter it at the sender. If it is lost, make a new secret.',
      },
    },
    otherFault: { what: 'A webhook was refused.', step: 'Open the page Senders to see why.' },
    secretOfSender: 'Secret that the sender shows',
    useSecret: 'Use this secret',
    newSecret: 'Make a new secret',
    lookTitle: 'Look at the first webhook',
    lookExplain:
      'Its values are shown, to propose how they fill the fields of the account. The audit log records that.',
    look: 'Look at it and propose a mapping',
    readingTitle: 'How its webhooks are read',
    asItCame: 'The received webhook',
    headers: 'headers',
    body: 'body',
    readingTaken: 'Saved. It applies to webhooks that come from now on.',
    takeReading: 'Use this',
    leaveReading: 'Continue without it',
    nothingToTake: 'Nothing needs to be changed.',
    bodies: {
      json: 'The body is JSON.',
      form: 'The body is a form.',
      multipart: 'The body is a form with parts.',
      xml: 'The body is XML.',
      text: 'The body is plain text without names. Choose JSON as the format at the sender, then send a test again.',
    },
    isList: (n: number) => `The body is a list of ${count(n)} objects: each becomes a separate event.`,
    isSplit: (path: string, n: number) =>
      `\`${path}\` is a list of ${count(n)} objects: each becomes a separate event.`,
    hasEventId: (path: string) =>
      `\`${path}\` looks like the id of the event: a webhook that comes twice counts once.`,
    hasEventTime: (path: string) =>
      `\`${path}\` is the time of the change: an older change that arrives late is recognised.`,
    noEventId: 'No id of the event was found. Webhooks are compared by their contents.',
    answersAreFields: 'The keys of the form are its questions.',
    answersAreList: (list: string, question: string, answer: string) =>
      `\`${list}\` is a list of answers: the question is in \`${question}\`, the answer in \`${answer}\`.`,
    noSignature: 'No header looks like a signature. The secret in the address proves the sender.',
    isStandard: 'Its headers are those of Standard Webhooks: the sender signs.',
    looksSigned: (header: string, algorithm: string, encoding: string) =>
      `The header \`${header}\` looks like a signature (${algorithm}, ${encoding}).`,
    signatureHelp: 'If the sender shows a secret for its signature, enter it. The usual methods are tried.',
    trySecret: 'Try this secret',
    secretFits: 'The signature matches:',
    secretFitsNot: 'No usual method matches this secret. The secret in the address stays valid.',
    mappingTitle: 'The first mapping',
    mappingExplain:
      'A mapping defines which value of a webhook fills which field. This one is made from the webhook above.',
    saveMapping: 'Save this mapping',
    mappingSaved: 'The mapping is saved. The bridge uses it within two seconds.',
    callOf: (n: number, all: number) => `Call ${n} of ${all}`,
    callTitle: 'The call that it makes',
    noCalls: 'No call yet.',
    asFile: 'As a file',
    script: 'Script',
    fieldsTitle: 'Fields of the account',
    signs: '✓ sure · ~ look at it · ? only a guess',
    surenesses: { sure: 'Sure', likely: 'Look at it', unsure: 'Only a guess', none: 'Nothing fits' },
    doubts: {
      empty: 'The value is empty in this webhook.',
      'no-choice': 'Write the matching choice after each answer.',
      'separator-in-choice':
        'Several answers come as one text, and a choice contains the separator. Set the sender to send a list.',
      'options-missing': 'Some options of the form are not in the table yet.',
      'other-answers': 'An answer that is not in the table fails, so that you see it.',
      'other-words': 'A word that is not in the table fails, so that you see it.',
      'day-or-month': 'The day or the month may be first (MM/dd/yyyy).',
      'short-year': 'The year has two digits, so the century is not known. Set the sender to four digits.',
      zone: 'The day is in UTC. Write the time zone of your customers: zone: Europe/Berlin',
      'somebody-else': 'By its name this belongs to somebody else, not to the customer.',
      'something-else': 'By its name this belongs to a company or a location, not to the customer.',
      'other-time': 'By its name this is an earlier or later value.',
      'animal-too': 'A field for the animal fits too, and other values are about the animal.',
      'other-too': 'A field for somebody else fits too, and other values are about them.',
      'overwritten-first': 'Each later event would overwrite the first one.',
      'other-unit':
        'By its name this is in another unit or currency than the field, so it must be converted.',
      negated: 'By its name this asks the opposite.',
      'several-values': 'These are several values. They would be sent as one text with commas.',
      'yes-or-no': 'This is a yes or no, and the field is a text.',
      'language-of-form': 'This may be the language of the form, and not that of the customer.',
      'record-source': 'This names the way in which the record was made, such as an API.',
    },
    noFieldFits:
      'No value of this webhook clearly fits a field of the account. Save the mapping and open it in the Bench. There, point at a value and at the field that it fills.',
    unfilled: (n: number) =>
      n === 1
        ? 'One field without a value from this webhook'
        : `${count(n)} fields without a value from this webhook`,
    valueHere: 'Here:',
    personTitle: 'The customer',
    noPerson: {
      what: 'This webhook names no customer number.',
      step: 'Add a hidden field with the customer number to the form and send a test again.',
    },
    noPersonChoose: 'Or choose below a value that belongs to one person only, such as the e-mail address.',
    twoNumbers: (other: string) => ({
      what: `\`${other}\` is another customer number. Only one of them is the number at the calendar.`,
      step: 'Choose the number at the calendar below. A number that the sender gave itself is that of somebody else there.',
    }),
    isNumber: 'The customer number is in',
    isLink: 'The webhook is matched by',
    linkMeans:
      'This form has no customer number, so its webhooks are matched by this value. It must always be the same for this person, and different for every other person. After saving, this page asks once which customer it belongs to.',
    linkOtherwise:
      'To send the customer number too, add a hidden field with it to the form and send a test again.',
    exampleNumber: 'This customer number is an example.',
    insteadOfSecret: 'YOUR-SECRET stands for the secret that was shown.',
    inLink: 'This number came in the link to the form. The person who has the link can change it.',
    typedIn: 'The person who fills in the form can change this number. Use a hidden field if you can.',
    chooseNumber: 'The customer number is in:',
    chooseLink: 'Match by another value:',
    whoseTitle: 'Which customer is this?',
    whoseExplain:
      'The event waits because the bridge does not know which customer the id of this person at the sender belongs to. Enter the number once; every further webhook with this id goes to the same customer.',
    whoseWrong: (number: string | undefined) =>
      `The calendar has no customer ${number ?? 'with this number'}. Enter the right number: it replaces this one for every further webhook of this person.`,
    whoseNumber: 'Customer number',
    whoseNumberHelp: 'As the calendar shows it, digits only.',
    sandboxNumbers: 'The customers of the sandbox have the numbers 1001 to 1009.',
    whoseSave: 'Remember and deliver',
    whoseSaved: 'Remembered. The event is delivered next.',
    whoseMany:
      'For many customers at once, import a list: `fieldbridge links import FILE`. A booking creates a link automatically.',
    asProposed: 'as proposed',
    notChosen: 'nothing chosen yet',
    unmatched:
      'First choose above how the customer is found. Until then this mapping sends nothing. You can save it all the same and complete it in the Bench.',
    newerCame: 'A newer webhook has come.',
    lookAtNewer: 'Make the mapping from the newer one',
    saveUnmatched: 'Save it although it sends nothing',
    delivered: 'Delivered',
    unsplit:
      'This webhook is a list that was received before the split was set up, so all its people are one event. Send the test again.',
    deliveredExplain:
      'The first webhook of this sender has reached the account. Further webhooks are delivered in the same way. If a customer is not known yet, the event waits, and the page Now shows it.',
    openEvent: 'Open the event',
    oldCounts:
      'Two secrets are valid: the new one and the old one. End the old one when the sender uses the new one.',
    settle: 'End the old secret',
    deedNames: {
      pause: 'Pause',
      resume: 'Resume',
      remove: 'Remove',
      settle: 'End the old secret',
      secret: 'New secret',
    },
    deedMeans: {
      pause:
        'Its webhooks get a 503 response, so the sender retries them later. Verified webhooks are kept with the refused ones.',
      resume: 'Its webhooks are accepted again.',
      remove:
        'The sender, its mappings and its secrets are removed. Earlier versions of the files are kept. Its events stay. This takes some five seconds.',
      settle: 'Then only the newest secret is valid. Did you enter the new one at the sender?',
      secret: 'A new secret is created and shown once. The old one stays valid until you end it.',
    },
    typeName: (name: string) => `Type ${name} to confirm`,
  },
  keys: {
    go: 'g, then n e s f b p l: go to a page',
    filter: '/: go to the search',
    move: 'j k: next and previous line',
    open: 'Enter: open the line',
    siblings: '[ ]: newer and older event',
    act: 'c r d b: correct, replay or discard the open event, or open it in the Bench',
    close: 'Esc: close',
    help: '?: show these keys',
  },
};

/** The texts of a language. */
export type Words = typeof en;
