import { failureRow } from '../../../booking/answers/failure-table.ts';
import { createCatalog, type Probe } from '../../../booking/catalog/catalog.ts';
import type { CatalogSnapshot, FieldConfiguration } from '../../../booking/catalog/field.ts';
import { readCatalogReply } from '../../../booking/catalog/read-catalog-reply.ts';
import { createClient } from '../../../booking/http/client.ts';
import { encodeCatalogRead } from '../../../booking/http/encode.ts';
import { observingClient } from '../../../booking/http/observing-client.ts';
import type { Reply, WireRequest } from '../../../booking/http/reply.ts';
import type { DestinationConfig } from '../../../config/config.ts';
import { alarmMs, leastSkew, skewAdvice, skewWords } from '../../../deliver/time/clock-skew.ts';
import { counted } from '../../../diagnostics/counted.ts';
import { systemClock } from '../../../inbox/clock.ts';
import { type Finding, skipped, warning, well, wrong } from '../finding.ts';

/** The findings about a destination, and its live configuration if it could be read. */
export interface LookedAt {
  readonly findings: readonly Finding[];
  readonly snapshot: CatalogSnapshot | null;
}

/** The properties of a response, without its body. */
interface Answered {
  /** The minimum difference of the clocks, from the `Date` header; undefined without one. */
  readonly skewMs: number | undefined;
  readonly ms: number;
}

/**
 * Requests the fields of a destination as a bridge does, but within `leftMs`. This changes nothing (API
 * document 4.3).
 */
export async function lookAtAnswer(destination: DestinationConfig, leftMs: number): Promise<LookedAt> {
  const { name, baseUrl, token, proxy, ca, limits, locale } = destination;
  const timeoutMs = Math.min(limits.timeoutMs, leftMs);
  const client = createClient({ baseUrl, token, proxy, ca, timeoutMs, connections: 2 });
  let answered: Answered | undefined;
  const observe = (_request: WireRequest, reply: Reply, ms: number) => {
    if (!('headers' in reply)) return;
    const theirs = Date.parse(reply.headers.date ?? '');
    const skewMs = Number.isNaN(theirs) ? undefined : leastSkew(theirs, systemClock.now(), ms);
    answered = { skewMs, ms };
  };
  const catalog = createCatalog({
    destination,
    client: observingClient(client, observe, { monotonic: () => performance.now() }),
    clock: systemClock,
    restored: undefined,
    save: async () => {},
  });
  try {
    const [probe, plain] = await Promise.all([
      catalog.probe(),
      locale === undefined ? undefined : client.send(encodeCatalogRead(undefined)),
    ]);
    const { snapshot } = catalog;
    const findings = [
      ...tokenFindings(name, probe, snapshot, isCutShort(probe, timeoutMs, limits) ? timeoutMs : undefined),
      ...(snapshot && locale !== undefined ? [localeFinding(locale, snapshot.fields, plain)] : []),
      ...(answered ? [clockFinding(name, answered), latencyFinding(answered, destination)] : []),
    ];
    return { findings, snapshot };
  } finally {
    await client.cut();
  }
}

/** True if the probe ended before the timeout of a bridge. */
function isCutShort(probe: Probe, timeoutMs: number, limits: DestinationConfig['limits']): boolean {
  return !probe.good && probe.row === 'T7' && timeoutMs < limits.timeoutMs;
}

function tokenFindings(
  name: string,
  probe: Probe,
  snapshot: CatalogSnapshot | null,
  cutShortMs: number | undefined,
): readonly Finding[] {
  if (probe.good)
    return [well('token', `accepted, and ${counted(snapshot?.fields.length ?? 0, 'field')} read`)];
  const { row, reason } = probe;
  const found = failureRow(row);
  if (found?.refusesToken) {
    const next = `set a new one in destinations.${name}.token of the config; a secret file is read again automatically, otherwise restart the bridge`;
    return [wrong('token', reason, next)];
  }
  const waited = cutShortMs === undefined ? '' : ` (${seconds(cutShortMs)}; a bridge waits longer)`;
  return [
    wrong('answer', `${reason}${waited}`, found?.next),
    skipped('token', 'known as soon as that is corrected'),
  ];
}

function clockFinding(name: string, { skewMs }: Answered): Finding {
  if (skewMs === undefined) return skipped('clock', 'the response has no Date to compare with');
  if (Math.abs(skewMs) < alarmMs) return well('clock', 'the clock of this machine agrees with it');
  const next = `${skewAdvice}: with a wrong clock, signed webhooks are refused`;
  return wrong('clock', skewWords(skewMs, name), next);
}

function latencyFinding({ ms }: Answered, { limits }: DestinationConfig): Finding {
  const says = `it responded in ${ms < 1_000 ? `${Math.round(ms)} ms` : seconds(ms)}`;
  if (ms < limits.timeoutMs / 2) return well('latency', says);
  const next = 'ask the provider of the calendar whether it is slow, or raise limits.timeout';
  return warning('latency', `${says}, of ${seconds(limits.timeoutMs)} that it may take`, next);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

/**
 * Checks the effect of a destination's locale. The API returns the default texts if there is no translation (API
 * document 4.3), so a misspelt locale gives equal names with and without it. `plain`: the response without it.
 */
function localeFinding(
  locale: string,
  fields: readonly FieldConfiguration[],
  plain: Reply | undefined,
): Finding {
  if (!isLanguage(locale))
    return warning('locale', `"${locale}" is not a language`, 'write its code, such as de, en, fr or nl');
  const read = plain && readCatalogReply(plain, systemClock.now());
  if (!read || !('fields' in read)) return skipped('locale', `${locale}; the translations could not be read`);
  const names = new Map(read.fields.map(each => [each.keyName, each.name]));
  const translated = fields.filter(({ keyName, name }) => names.has(keyName) && names.get(keyName) !== name);
  const says =
    translated.length > 0
      ? `${locale}: it names ${counted(translated.length, 'field')} differently from the account's default language`
      : `${locale}: it names every field like the account's default language`;
  return well('locale', says);
}

function isLanguage(locale: string): boolean {
  try {
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    return names.of(locale.replaceAll('_', '-')) !== undefined;
  } catch {
    return false;
  }
}
