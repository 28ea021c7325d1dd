import { counted } from '../../diagnostics/counted.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { localTime, timeAgo } from '../terminal/time-words.ts';
import { openAdminApi } from './admin-api.ts';

interface SourceView {
  readonly name: string;
  readonly preset: string | null;
  readonly path: string;
  readonly url: string | null;
  readonly lastAcceptedAt: string | null;
  readonly notPosted: { readonly method: string; readonly at: string; readonly handshake?: string } | null;
  readonly streak: { readonly count: number; readonly since: string; readonly reason: string } | null;
  readonly verificationToken?: string;
  readonly verificationTokens?: readonly { readonly token: string; readonly toldAt: string }[];
  readonly hint?: string;
}

/**
 * `fieldbridge sources status`: shows the state of the running bridge's sources. It shows a verification token from a
 * sender, because a person must enter it there. Exit status 1 if a source's recent webhooks were all refused.
 */
export async function sourcesStatus(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const api = openAdminApi(args, surroundings);
  const answer = await api.get<{ sources: readonly SourceView[] }>('sources');
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  else surroundings.out.write(statusText(answer.sources, surroundings));
  return answer.sources.some(each => each.streak !== null) ? exit.wrong : exit.fine;
}

function statusText(all: readonly SourceView[], { out }: Surroundings): string {
  if (all.length === 0) return 'the config of the bridge has no sources\n';
  const now = Date.now();
  const rows = all.map(each => [
    each.name,
    each.preset ?? '-',
    each.lastAcceptedAt === null ? 'not since the start' : timeAgo(each.lastAcceptedAt, now),
    notes(each, now),
  ]);
  return table(['source', 'preset', 'last webhook', 'where, and what is wrong'], rows, out.columns);
}

function notes({ url, path, streak, notPosted, hint, ...told }: SourceView, now: number): string {
  const { verificationToken, verificationTokens = [] } = told;
  const refused =
    streak &&
    `the last ${counted(streak.count, 'was', 'were')} refused, since ${timeAgo(streak.since, now)}: ${streak.reason}`;
  const asked =
    notPosted?.handshake &&
    `${notPosted.method} was refused ${timeAgo(notPosted.at, now)}; if the sender checks the URL so, write ${notPosted.handshake} at the source`;
  const tokens = verificationTokens.map(each => `${each.token} (${localTime(each.toldAt)})`);
  const parts = [
    url ?? path,
    refused,
    asked,
    verificationToken && `verification token: ${verificationToken}`,
    tokens.length > 0 && `verification tokens: ${tokens.join(', ')}. ${hint ?? ''}`,
  ];
  return parts.filter(Boolean).join('; ');
}
