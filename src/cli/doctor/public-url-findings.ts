import { reasonOf } from '../../booking/answers/failure-table.ts';
import { findUnanswered } from '../../booking/answers/find-unanswered.ts';
import type { SourceConfig } from '../../config/config.ts';
import { noSourceAnswer } from '../../server/webhooks/webhook-answers.ts';
import type { Answering } from './bridge-findings.ts';
import { type Finding, skipped, warning, well, wrong } from './finding.ts';
import { fieldOf, isBridge, type Look, lookAt } from './look-at.ts';

/** Checks the bridge at its public URL, as far as this machine reaches the same server as a sender. */
export async function lookAtPublicUrl(
  publicUrl: string,
  sources: Iterable<SourceConfig>,
): Promise<(answering: Answering) => Finding> {
  const look = await lookAt(`${publicUrl}/healthz`);
  if (isBridge(look)) return answering => seen(`a bridge responds at ${publicUrl}`, answering);
  // A proxy in front may forward only the paths of sources. No source has this one, so nothing is accepted.
  const [source] = sources;
  const below = source && look.kind === 'answered' ? await lookAt(`${publicUrl}${source.path}/doctor`) : look;
  const ofBridge = fieldOf(JSON.parse(noSourceAnswer.body), 'error');
  if (below.kind === 'answered' && below.status === 404 && fieldOf(below.json, 'error') === ofBridge) {
    const says = `a bridge responds at ${publicUrl}, below the paths of its sources`;
    return answering => seen(says, answering);
  }
  return answering => unseen(publicUrl, look, answering);
}

/** If no bridge responds at the local address, the one at the public URL is another bridge. */
function seen(says: string, answering: Answering): Finding {
  if (answering === 'bridge' || answering === 'not known') return well('publicUrl', says);
  const other = `${says}, but the bridge of this config does not run on this machine`;
  const next = 'run this where the bridge of this config runs, or correct server.publicUrl';
  return warning('publicUrl', other, next);
}

function unseen(publicUrl: string, look: Look, answering: Answering): Finding {
  if (look.kind === 'not-sent' && look.why === 'dns') {
    return warning(
      'publicUrl',
      `the name in ${publicUrl} cannot be resolved from here (${look.detail})`,
      'correct server.publicUrl or the DNS entry, unless senders use another DNS server',
    );
  }
  if (answering === 'nobody')
    return skipped('publicUrl', `no bridge responds at ${publicUrl}, because none runs here`);
  if (look.kind === 'answered') {
    const isRedirect = look.status >= 300 && look.status < 400;
    const next = isRedirect
      ? 'write the URL to which it redirects: a signature may cover the URL, and many senders do not follow redirects'
      : 'correct server.publicUrl, or let the proxy in front forward requests to this bridge with unchanged paths';
    return wrong(
      'publicUrl',
      `the program that responds at ${publicUrl} is not Fieldbridge (HTTP ${look.status})`,
      next,
    );
  }
  if (look.kind === 'late') return unreachable(publicUrl, 'no response in time');
  if (look.kind !== 'not-sent') return unreachable(publicUrl, reasonOf(findUnanswered(look)));
  const { why, detail } = look;
  if (why === 'certificate') {
    const says = `TLS with ${publicUrl} fails (${detail}): senders refuse to send there`;
    return wrong(
      'publicUrl',
      says,
      'correct the certificate of the proxy in front of the bridge, with its whole chain',
    );
  }
  return unreachable(publicUrl, why === 'connect-timeout' ? 'no connection in time' : detail);
}

/** Often a machine cannot reach itself by its public name. */
function unreachable(publicUrl: string, why: string): Finding {
  return warning(
    'publicUrl',
    `${publicUrl} cannot be reached from here (${why})`,
    `senders may still reach it: open ${publicUrl}/healthz on a machine outside`,
  );
}
