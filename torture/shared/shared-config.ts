import { adminToken, mappingTexts, signingSecret } from '../config-text.ts';

/** The destinations, each with a path of its own. */
export const places = ['bern', 'graz', 'linz', 'metz', 'nizza', 'trier'] as const;

/** The destination of a customer's events, which is always the same. */
export function placeOf(customer: string): string {
  return places[Number(customer) % places.length] ?? places[0];
}

/** The time limit of a call. */
export const callTimeoutMs = 4_000;

const limits = `limits: {concurrency: 8, perSecond: 1000, timeout: ${callTimeoutMs / 1000}s}`;
const retry = 'retry: {first: 50ms, max: 1s, giveUpAfter: 60d}';

/** The config of one of the processes. */
export const sharedConfigText = (port: number, store: string, url: string, token: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: ${store}
destinations:
${places.map(name => `  ${name}: {baseUrl: ${url}/${name}, token: ${token}, ${limits}, ${retry}}`).join('\n')}
sources:
  crm:
    verify: {type: hmac, secret: ${signingSecret}, signature: {name: X-Signature}}
    eventId: id
admin: {token: ${adminToken}}
log: {level: info}
`;

/** Every mapping file by its name: the events of the torture go to the destination of their customer. */
export function sharedMappingTexts(): Readonly<Record<string, string>> {
  const own = Object.entries(mappingTexts([])).filter(([, text]) => text.includes('\ndestination: salon\n'));
  return Object.fromEntries(
    own.map(([name, text]) => [
      name,
      text.replace('\ndestination: salon\n', '\ndestination: {from: place}\n'),
    ]),
  );
}
