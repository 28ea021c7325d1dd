/** A route of `/api`, in words. A test compares paths and parameters with those of a running server. */
export interface RouteWords {
  readonly method: 'GET' | 'POST';
  /** Below `/api`; a variable part as `:id`. */
  readonly path: string;
  readonly does: string;
  /** What it takes in the query, by name. */
  readonly query?: Parameters;
  /** What it takes in a JSON body, by name. */
  readonly body?: Parameters;
  /** What a 200 has. */
  readonly answer: string;
  /** Other statuses than those that every route may have, and when. */
  readonly otherwise?: Readonly<Record<number, string>>;
}

type Parameters = Readonly<Record<string, string>>;

const deed = {
  who: 'Who does it, for the audit: a text of at most 100 characters; default `operator`',
  reason: 'Why, for the audit: a text of at most 1,000 characters',
};

const replay = {
  force: '`true`: send all of it, also what a newer event of the same person has set since; default `false`',
  preview: '`true`: only say what would be planned again; default `false`',
};

const filter = {
  status: 'One of the statuses of an event',
  source: 'The name of a source',
  q: 'A text to search for: an id, a customer number, a word of the payload; at most 200 characters',
};

const noEvent = { 404: 'there is no such event, or no longer' };
const noDestination = { 404: 'there is no such destination in the config' };
const lookedThrough = { 429: 'another request looks through the stored events; one does at a time' };

const events: readonly RouteWords[] = [
  {
    method: 'GET',
    path: '/events',
    does: 'Lists events, the newest first. A page may be short and still have a `next`.',
    query: { ...filter, limit: '1 to 200; default 50', cursor: '`next` of the page before' },
    answer: '`{"events": […], "next"}`: each event without `payload`, `diagnostics`, `calls` and `audit`',
  },
  {
    method: 'GET',
    path: '/events/:id',
    does: 'Shows all of one event.',
    answer: 'an event',
    otherwise: noEvent,
  },
  {
    method: 'GET',
    path: '/events/:id/contents',
    does: 'Shows what the expressions of a mapping see of an event. `[secret]` stands where the sender proved who it is.',
    answer: '`{"payload", "body", "headers", "query", "event"}`',
    otherwise: noEvent,
  },
  {
    method: 'POST',
    path: '/events/:id/replay',
    does: 'Plans an event again with the mappings of today, and delivers what is not delivered yet.',
    body: { ...deed, ...replay },
    answer:
      '`{"replayed": 1}`; with `preview`, `{"preview": {"events", "newer"}}`: how many, and how many of them would set what a newer event has set since',
    otherwise: noEvent,
  },
  {
    method: 'POST',
    path: '/events/replay',
    does: 'Does the same for every event that fits a filter. At least one of `status`, `source` and `q` is needed.',
    body: { ...filter, ...deed, ...replay },
    answer: '`{"replayed"}`, or `{"preview": {"events", "newer"}}`',
  },
  {
    method: 'POST',
    path: '/events/:id/discard',
    does: 'Gives an event up: what of it is not delivered is never sent.',
    body: deed,
    answer: '`{"discarded": true}`',
    otherwise: noEvent,
  },
  {
    method: 'POST',
    path: '/events/:id/resolve',
    does: 'Takes your word about an uncertain booking, after you have looked it up in the calendar.',
    body: {
      ...deed,
      outcome:
        '`booked`; `not-booked`: it is sent again; `give-up`: nobody will know, and it is left. Needed',
      reason: 'Why, for the audit: a text of at most 1,000 characters. Needed',
      customerId: 'With `booked`: the customer number that the booking got',
      call: 'Which call of the event, counted from 0, where several are uncertain',
    },
    answer: 'the event as it is then',
    otherwise: {
      ...noEvent,
      409: 'nothing is uncertain, several calls are and `call` does not say which, the booking belongs to another event, it is being sent right now, or the call names another customer',
    },
  },
];

const mappings: readonly RouteWords[] = [
  {
    method: 'POST',
    path: '/preview',
    does: 'Says what would be sent for a payload or a stored event. It sends nothing.',
    body: {
      source: 'The source whose event it would be; needed with `payload`',
      payload: 'The payload of one event. This or `eventId` is needed',
      eventId: 'The id of a stored event',
      mapping: 'Only this mapping',
      linked: 'The customer number to take for the link',
      why: '`true`: say how each value arose',
      headers: 'The headers of the webhook, by name',
      query: 'The query of the webhook, by name',
    },
    answer:
      '`{"calls": […], "diagnostics": […], "why"}`: each call with `mapping`, `destination`, `operation`, `status`, `request`, `http` (the request without its token) and `diagnostics`',
    otherwise: noEvent,
  },
  {
    method: 'GET',
    path: '/mappings',
    does: 'Lists the mappings and how each of them stands.',
    answer: '`{"mappings": […]}`',
  },
  {
    method: 'POST',
    path: '/mappings/:id/test',
    does: 'Runs the tests of a mapping, `:id` being its name. It sends nothing.',
    body: {},
    answer: '`{"tests": […], "faulty": […]}`',
    otherwise: { 404: 'there is no such mapping' },
  },
  {
    method: 'GET',
    path: '/diff',
    does: 'Plans stored events with the mappings in use, and says how the calls differ from those that were sent.',
    query: {
      last: 'How many events, 1 to 10,000; default 1,000',
      mapping: 'Only this mapping',
      source: 'Only events of this source',
      values: '`true`: show values of customers; default `false`, which shows their shape',
    },
    answer:
      '`{"events", "changed", "left", "waiting", "groups": […]}`: how many were planned, would change, could not be compared, wait for their link; and events that differ in the same way',
    otherwise: lookedThrough,
  },
  {
    method: 'GET',
    path: '/coverage',
    does: 'Says what of the stored events no mapping reads, and which fields no mapping fills. No values.',
    query: {
      source: 'Only this source',
      last: 'How many events of a source, 1 to 10,000; default 1,000',
      newest: 'How many of them are new, to be compared with those before, 1 to 10,000; default 100',
    },
    answer: '`{"sources": […], "destinations": […]}`',
    otherwise: lookedThrough,
  },
];

const destinations: readonly RouteWords[] = [
  {
    method: 'GET',
    path: '/destinations',
    does: 'Lists the destinations and how each of them stands.',
    answer: '`{"destinations": […]}`',
  },
  {
    method: 'GET',
    path: '/destinations/:id/fields',
    does: 'Shows the additional fields of the account as last read, `:id` being the name of the destination.',
    answer: '`{"fields": […], "fetchedAt"}`',
    otherwise: { ...noDestination, 503: 'they were never read yet' },
  },
  {
    method: 'GET',
    path: '/destinations/:id/statuses',
    does: 'Shows the customer statuses that are known.',
    answer:
      '`{"statuses": [{"name", "origin", "at"}], "statusesListedAt"}`: `origin` is `declared` (in the config), `listed` (by the API) or `confirmed` (by a call that used it)',
    otherwise: { ...noDestination, 503: 'the account was never read yet' },
  },
  {
    method: 'POST',
    path: '/destinations/:id/statuses/probe',
    does: 'Learns the customer statuses from the API, by having it refuse a name that no account has. It changes nothing of the customer.',
    body: { ...deed, customer: 'The number of a customer that exists' },
    answer: '`{"destination", "probe": {"learned", "tried"}, "statuses": […], "listedAt"}`',
    otherwise: { ...noDestination, 409: 'the destination is not open', 429: 'it is being probed already' },
  },
  {
    method: 'POST',
    path: '/destinations/:id/pause',
    does: 'Stops sending to a destination. Its calls are held until it is resumed.',
    body: deed,
    answer: 'the destination',
    otherwise: noDestination,
  },
  {
    method: 'POST',
    path: '/destinations/:id/resume',
    does: 'Ends a pause, or has a destination that is held asked at once whether it is well again.',
    body: deed,
    answer: 'the destination',
    otherwise: noDestination,
  },
];

const sources: readonly RouteWords[] = [
  {
    method: 'GET',
    path: '/sources',
    does: 'Lists the sources, when each was last heard of, and whether its webhooks are refused.',
    answer:
      '`{"sources": […]}`: each with `name`, `preset`, `path`, `url`, `lastAcceptedAt`, `streak` (`count`, `since`, `reason`: refusals since the last good webhook) and, where a sender told one, `verificationToken`',
  },
  {
    method: 'GET',
    path: '/refusals',
    does: 'Lists the last webhooks that were refused, the newest first.',
    query: { source: 'Only this source', limit: '1 to 200; default 50' },
    answer: '`{"refusals": […]}`',
  },
  {
    method: 'POST',
    path: '/refusals/:id/accept',
    does: 'Takes in a refused webhook after all, with the config of today.',
    body: deed,
    answer: '`{"ids": […], "status"}`: the events, `queued` or `duplicate`',
    otherwise: {
      404: 'there is no such refusal, or no longer',
      409: 'its body was not kept, its source is gone, or it is still refused',
    },
  },
];

const people: readonly RouteWords[] = [
  {
    method: 'GET',
    path: '/links',
    does: 'Lists the links, in a fixed order.',
    query: {
      people: 'Only links of these people',
      limit: '1 to 1,000; default 100',
      after: '`next` of the page before',
    },
    answer: '`{"links": […], "next"}`',
  },
  {
    method: 'POST',
    path: '/links',
    does: 'Imports links. The body is a list of at most 1,000, each with `people`, `link`, `destination` and `customerId`. All are checked before the first is kept.',
    query: {
      replace: '`true`: a link that stands for another customer number gets the new one',
      dryRun: '`true`: only say what the import would bring',
    },
    answer: '`{"imported", "new", "equal", "replaced": [{"people", "link", "destination", "was", "is"}]}`',
    otherwise: { 409: 'a link stands for another customer number, and `replace` is not set' },
  },
  {
    method: 'GET',
    path: '/audit',
    does: 'Lists what people did by hand, the newest first. It is kept for 400 days.',
    query: {
      event: 'Only what concerns this event',
      limit: '1 to 200; default 50',
      cursor: '`next` of the page before',
    },
    answer: '`{"audit": […], "next"}`',
  },
  {
    method: 'POST',
    path: '/erase',
    does: 'Erases what is kept of a person. Exactly one of `event`, `customerId`, `link` and `q` says what to look for; with `q`, `customerId` says who is meant of those who have the text.',
    body: {
      who: deed.who,
      reason: 'Why, for the audit. Needed, unless `preview` is set',
      event: 'The id of an event',
      customerId: 'A customer number',
      destination: 'Where the customer number counts; needed where several destinations have it',
      link: "A sender's id of a person",
      people: 'Whose id the link is; needed where several people have it',
      q: 'A text of at least 3 characters, such as an e-mail address',
      person:
        '`true`: everything of the person to whom it belongs, also where the text is not in it; default `false`',
      everyone: '`true`: all of them are meant, where it belongs to several; default `false`',
      preview: '`true`: only say what there is, and whose it is; default `false`',
    },
    answer:
      '`{"events", "links", "refusals", "underWay", "mentioned", "complete", "further"}`: how much was erased; what is being sent right now and is left; events that name the person as a value and are left; whether no file of the store holds the values any more (else ask again); and what else there is of the person. With `preview`, `{"preview": {"events", "links", "refusals", "people", "mentioned", "further"}}`',
    otherwise: { 409: 'it belongs to several people; the answer names them' },
  },
];

/** Every route of `/api`, by what it is about. */
export const apiRoutes: Readonly<Record<string, readonly RouteWords[]>> = {
  Events: events,
  Mappings: mappings,
  Destinations: destinations,
  'Sources and refusals': sources,
  'Links, audit and erasure': people,
};
