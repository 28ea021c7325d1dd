import type { SourceConfig } from '../../config/config.ts';
import type { Added } from '../../inbox/event.ts';
import type { NewRefusal } from '../../inbox/refusal.ts';
import { acceptedCodings } from '../../receive/bodies/decompress.ts';
import { salesforceAcknowledgement } from '../../receive/senders/salesforce.ts';
import { type Answer, againHint, problem, unavailable } from '../http/answer.ts';

/** The answer to a webhook whose events are on disk, as its sender wants it. */
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

/** A split source always answers with a list of ids. */
function idsAnswer(source: SourceConfig, added: readonly Added[]): Answer {
  const status = statusOfAdded(added);
  const first = added[0];
  if (source.split || !first || added.length > 1) {
    return { status: 200, body: JSON.stringify({ ids: added.map(each => each.id), status }) };
  }
  return { status: 200, body: `{"id":${JSON.stringify(first.id)},"status":"${status}"}` };
}

/**
 * The answer to a webhook that was refused. An unverified sender learns nothing beyond that, but that its user and
 * password are wanted: some send them only when they are asked for them.
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

/** The answer to any method but POST that asks nothing which the source answers. */
export const methodAnswer = problem(405, 'webhooks are sent here with POST', undefined, { allow: 'POST' });

const foreignAnswer = problem(403, 'webhooks of this source are not taken from your address');

/** Only what is kept can be taken in after all. */
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

/** `duplicate` only where every event of the webhook was known already. */
export function statusOfAdded(added: readonly Added[]): Added['status'] {
  return added.length > 0 && added.every(each => each.status === 'duplicate') ? 'duplicate' : 'queued';
}

/** The answer to what is for no source. */
export const noSourceAnswer = problem(
  404,
  'no source has this path',
  'Compare the URL with the paths of the sources in the config; the default is /hooks/NAME.',
);
