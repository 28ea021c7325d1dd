import { failureRow, reasonOf } from '../../../booking/answers/failure-table.ts';
import { findUnanswered } from '../../../booking/answers/find-unanswered.ts';
import { type Connected, resolveName, tryConnection } from '../../../booking/http/first-steps.ts';
import type { DestinationConfig } from '../../../config/config.ts';
import { renewBeforeMs } from '../../../config/secrets/certificate-validity.ts';
import { isLoopback } from '../../../config/web-url.ts';
import { systemClock } from '../../../inbox/clock.ts';
import { localTime } from '../../terminal/time-words.ts';
import { type Finding, skipped, warning, well, wrong } from '../finding.ts';
import { type LookedAt, lookAtAnswer } from './look-at-answer.ts';

/** The limit for all steps together, for destinations that never respond. */
const withinMs = 9_000;
const nameWithinMs = 2_500;
/** Longer than the connection's own timeout, whose message is better; a silent proxy takes longer. */
const connectionWithinMs = 6_500;
/** The minimum time for the response. */
const answerWithinMs = 2_000;

/**
 * Checks a destination in the order of a call: its name, the connection, its certificate, then its response. The first
 * failing step is reported, and the others are left out.
 */
export async function lookAtDestination(destination: DestinationConfig): Promise<LookedAt> {
  const startedAt = performance.now();
  const name = await nameFinding(destination);
  if (name.status === 'wrong') return cutOff([name], 'connection');
  const connected = await connectionFindings(destination);
  if (connected.some(({ status }) => status === 'wrong')) return cutOff([name, ...connected], 'token');
  const leftMs = Math.max(answerWithinMs, withinMs - (performance.now() - startedAt));
  const { findings, snapshot } = await lookAtAnswer(destination, leftMs);
  return { findings: [name, ...connected, ...findings], snapshot };
}

function cutOff(findings: readonly Finding[], next: string): LookedAt {
  const rest = skipped(next, 'checked as soon as that is corrected');
  return { findings: [...findings, rest], snapshot: null };
}

async function nameFinding({ baseUrl, proxy }: DestinationConfig): Promise<Finding> {
  const host = new URL(baseUrl).hostname;
  if (proxy) return skipped('name', `the proxy ${new URL(proxy.reveal()).host} looks ${host} up`);
  const found = await resolveName(host, nameWithinMs);
  if ('addresses' in found) {
    const [first = host, ...others] = found.addresses;
    if (others.length === 0 && host.includes(first)) return well('name', `${host} is an address`);
    return well('name', `${host} is ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`);
  }
  const detail = found.fault === 'late' ? `no answer in ${nameWithinMs / 1000} s` : found.fault;
  return wrong('name', reasonOf({ row: 'T1', detail: `${host}: ${detail}` }), failureRow('T1')?.next);
}

async function connectionFindings({ baseUrl, proxy, ca }: DestinationConfig): Promise<readonly Finding[]> {
  const startedAt = performance.now();
  const connected = await tryConnection(baseUrl, { proxy, ca }, connectionWithinMs);
  const stands = well('connection', `established in ${Math.round(performance.now() - startedAt)} ms`);
  if (!('kind' in connected)) return [stands, certificateFinding(connected, baseUrl)];
  const found = findUnanswered(connected);
  const next = failureRow(found.row)?.next;
  if (connected.proxy !== undefined) {
    const ofProxy = `check HTTPS_PROXY, or \`proxy\` of the destination, which names it, and that it lets this machine through to ${new URL(baseUrl).host}`;
    return [wrong('connection', reasonOf(found), ofProxy)];
  }
  if (connected.why !== 'certificate') return [wrong('connection', reasonOf(found), next)];
  return [stands, wrong('certificate', reasonOf(found), `${next}${ofOwnAuthority(connected.code)}`)];
}

/** Only the operator knows whether an unknown authority is legitimate. */
function ofOwnAuthority(code = ''): string {
  const isUntrusted = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF/.test(code);
  return isUntrusted
    ? '. An authority of your own is trusted where `ca` of the destination or NODE_EXTRA_CA_CERTS names its file'
    : '';
}

function certificateFinding({ protocol, validTo }: Connected, baseUrl: string): Finding {
  if (/^http:/i.test(baseUrl)) {
    const says = 'none, since its address begins with http';
    if (isLoopback(baseUrl)) return well('certificate', `${says} and is on this machine`);
    return warning(
      'certificate',
      `${says}: the token is sent unencrypted`,
      'write https: if the calendar has it',
    );
  }
  const until = validTo === undefined ? '' : `, valid until ${localTime(new Date(validTo).toISOString())}`;
  const says = `issued by an authority that this machine trusts${until} (${protocol})`;
  if (validTo === undefined || validTo - systemClock.now() > renewBeforeMs) return well('certificate', says);
  const next = 'ask the provider of the calendar to renew it: after it has expired nothing is sent';
  return warning('certificate', says, next);
}
