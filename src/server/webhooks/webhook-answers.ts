import type { SourceConfig } from '../../config/config.ts';
import type { Added } from '../../inbox/event.ts';
import type { NewRefusal } from '../../inbox/refusal.ts';
import { acceptedCodings } from '../../receive/bodies/decompress.ts';
import { salesforceAcknowledgement } from '../../receive/senders/salesforce.ts';
import { type Answer, againHint, problem, unavailable } from '../http/answer.ts';

/** Returns the response to a stored webhook, in the form that its sender expects. */
export function acceptedAnswer(source: SourceConfig, added: readonly Added[]): Answer {
  switch (source.acknowledgement) {
    case 'json':
      return idsAnswer(source, added);
    case 'empty':
      return { status: 200, body: '' };
    case 'salesforce':
      return salesforceAcknowledgement;
    case 'cloudevents':
      return { status: 202, body: '' };
  }
}

/** For a split source it is always a list of ids. */
function idsAnswer(source: SourceConfig, added: readonly Added[]): Answer {
  const status = statusOfAdded(added);
  const first = added[0];
  if (source.split || !first || added.length > 1) {
    return { status: 200, body: JSON.stringify({ ids: added.map(each => each.id), status }) };
  }
  return { status: 200, body: `{"id":${JSON.stringify(first.id)},"status":"${status}"}` };
}

/**
 * Returns the response to a refused webhook. An unverified sender learns nothing else, except that a user and a
 * password are required: some senders send them only on request.
 */
export function refusedAnswer(refusal: NewRefusal, source: Pick<SourceConfig, 'verify'> | undefined): Answer {
  if (refusal.status === 401) {
    const isBasic = source?.verify.some(({ type }) => type === 'basic');
    const asked = isBasic ? { 'www-authenticate': 'Basic realm="fieldbridge"' } : {};
    return problem(401, 'this webhook could not be verified', undefined, asked);
  }
  if (refusal.status === 403) return foreignAnswer;
  if (refusal.status === 405) return methodAnswer;
  if (refusal.status === 503) return unavailable(refusal.reason);
  const headers = refusal.status === 415 ? { 'accept-encoding': acceptedCodings } : {};
  return problem(refusal.status, refusal.reason, hintOf(refusal), headers);
}

/** The response if the source alone has too much in progress. */
export const busyAnswer = problem(429, 'too many webhooks of this source are under way', againHint, {
  'retry-after': '10',
});

/** The response to any method except POST, unless it is a handshake. */
export const methodAnswer = problem(405, 'webhooks are sent here with POST', undefined, { allow: 'POST' });

const foreignAnswer = problem(403, 'webhooks of this source are not taken from your address');

/** Only a stored webhook can be accepted later. */
function hintOf({ status, body }: NewRefusal): string | undefined {
  const kept = 'The operator finds this webhook among the refusals and can take it in after all.';
  const lost = 'Its body is not kept. Send it again once it can be read.';
  switch (status) {
    case 400:
      return body ? kept : lost;
    case 413:
      return 'Send less in one webhook, or ask the operator to raise server.bodyLimit.';
    case 415: {
      const allowed = 'Send JSON, a form, XML or a text, as it is or compressed by gzip, deflate or br.';
      return `${allowed} ${body ? kept : lost}`;
    }
    default:
      return undefined;
  }
}

/** Returns `duplicate` only if every event of the webhook was known already. */
export function statusOfAdded(added: readonly Added[]): Added['status'] {
  return added.length > 0 && added.every(each => each.status === 'duplicate') ? 'duplicate' : 'queued';
}

/** The response at a path without a source. */
export const noSourceAnswer = problem(
  404,
  'no source has this path',
  'Compare the URL with the paths of the sources in the config; the default is /hooks/NAME.',
);
