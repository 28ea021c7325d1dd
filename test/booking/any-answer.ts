import fc from 'fast-check';
import { bookingUrl } from './calls.ts';

/** The number of random responses in a run: 20,000, or the value of the environment variable. */
export const answerCount = Number(process.env.FIELDBRIDGE_ANSWERS ?? 20_000);

/** Responses that prove that the update or the booking was applied. */
export const successes = {
  updateCustomer: [
    { id: 1001, changes: [{ name: 'note', originalValue: 'a', newValue: 'b' }] },
    { name: 'Muster', note: 'likes tea', changes: [], id: '1001' },
  ].map(each => JSON.stringify(each)),
  persistCustomerData: [
    { result: 'OK', url: bookingUrl, customerId: 1001 },
    { result: 'OK', action: 'requirePayment', url: bookingUrl },
    { result: 'OK', action: 'requireTAN' },
  ].map(each => JSON.stringify(each)),
} as const;

const wellFormed = [
  ...successes.updateCustomer,
  ...successes.persistCustomerData,
  ...[
    { id: 1002 },
    { result: 'OK', url: bookingUrl, customerId: 1002 },
    { result: 'OK', url: `${bookingUrl}9`, customerId: 1001 },
    { result: 'INVALID', errors: { privacy: 'missing' } },
    { result: 'ERROR', reason: 'appointmentInvalid' },
    { error: 'customer status not found', availableStatuses: ['Neukunde'] },
    { error: 'invalid additionalFields', unknownKeys: ['x'], availableKeys: ['y'] },
    { error: 'invalid additionalFields', unsupportedKeys: ['photo'] },
  ].map(each => JSON.stringify(each)),
];

const texts = [
  'Access denied',
  'customer not found',
  'appointment not found',
  'missing appointmentId',
  '<html><title>404</title>customer not found</html>',
];

/**
 * A well-formed response: complete, cut at any place, with a few characters replaced, or with a part of another
 * one.
 */
const damaged = fc
  .record({
    text: fc.constantFrom(...wellFormed, ...texts),
    other: fc.constantFrom(...wellFormed),
    at: fc.nat(200),
    length: fc.nat(20),
    how: fc.constantFrom('whole', 'cut', 'replaced', 'spliced'),
    replacement: fc.string({ maxLength: 3, unit: 'binary' }),
  })
  .map(({ text, other, at, length, how, replacement }) => {
    if (how === 'cut') return text.slice(0, at);
    if (how === 'replaced') return text.slice(0, at) + replacement + text.slice(at + length);
    return how === 'spliced' ? text.slice(0, at) + other.slice(at) : text;
  });

/** The JSON of a well-formed response, with one value replaced by any other value or moved to another key. */
const mutated = fc
  .record({
    text: fc.constantFrom(...wellFormed),
    at: fc.nat(5),
    value: fc.jsonValue({ maxDepth: 2 }),
    name: fc.option(fc.constantFrom('id', 'result', 'url', 'customerId', 'action', 'Result', '__proto__')),
  })
  .map(({ text, at, value, name }) => {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
    const index = at % entries.length;
    const changed = entries.map(([own, old], place) =>
      place === index ? [name ?? own, name === null ? value : old] : [own, old],
    );
    return `{${changed.map(([own, each]) => `${JSON.stringify(own)}:${JSON.stringify(each)}`).join(',')}}`;
  });

/** The body of a response: anything from the examples of the API document to random bytes. */
export const anyBody: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 3, arbitrary: damaged.map(text => Buffer.from(text)) },
  { weight: 3, arbitrary: mutated.map(text => Buffer.from(text)) },
  fc.json().map(text => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }),
);

/** A status of HTTP, most often one that the API document names. */
export const anyStatus = fc.oneof(fc.constantFrom(200, 400, 404), fc.integer({ min: 100, max: 599 }));

export const anyContentType = fc.constantFrom(
  undefined,
  'application/json',
  'application/json;charset=UTF-8',
  'text/plain',
  'text/html',
  'application/octet-stream',
  'image/png',
  'nonsense',
);
