import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SourceConfig } from '../../config/config.ts';
import { nearestOf } from '../../diagnostics/nearest.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { Log } from '../../log/log.ts';
import { showsCredential } from '../../receive/redaction/credentials.ts';
import { createRedactor } from '../../receive/redaction/redactor.ts';
import { redactedSecrets } from '../../receive/redaction/source-redactor.ts';
import { secretTexts } from '../../receive/schemes/secrets-of.ts';
import { tokenBucket } from '../http/token-bucket.ts';

/** An unknown path to which webhooks may have been posted by mistake. */
export interface UnknownPath {
  method: string;
  /** The path without its query, shortened and without control characters. */
  path: string;
  /** The path of the source that was probably meant. */
  near?: string;
  count: number;
  firstAt: string;
  lastAt: string;
  /** The address of the last request. */
  address?: string;
}

/** Keeps the unknown paths of requests in memory. */
export interface UnknownPaths {
  /** Records a request with the response 404. */
  note(request: Pick<IncomingMessage, 'method' | 'url'>, address: string | undefined): void;
  /** Returns the paths, the last one first. */
  list(): readonly UnknownPath[];
  /** Compares with the present sources from now on. */
  useSources(): void;
}

/**
 * The number of kept paths that are similar to the path of a source, and of other paths; a flood of one kind removes
 * none of the other.
 */
const keptOfEach = 50;
/** The rate limit of new paths, for each kind. A known path is only counted. */
const news = { burst: 50, perSecond: 1 };
/** The rate limit of comparing new paths with those of the sources, which is slow if there are many. */
const compared = { burst: 200, perSecond: 50 };
const longestPath = 120;
const longestStep = 40;

type Noted = Omit<UnknownPath, 'firstAt' | 'lastAt'> & { readonly firstAt: number; lastAt: number };

/**
 * Records requests below the path of the sources or similar to a source's path, and posts to the root or to a path with
 * "hook" in it: otherwise a sender with a misspelt URL would leave no trace. Strangers try many paths once, a sender
 * repeats one: if there are too many paths, the least frequent ones are removed first.
 */
export function noteUnknownPaths({
  sources,
  clock,
  log,
}: {
  readonly sources: ReadonlyMap<string, SourceConfig>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}): UnknownPaths {
  const kinds = { near: keep(), far: keep() };
  const comparing = tokenBucket(clock, compared.burst, compared.perSecond);
  let known = sourcePaths(sources);

  function keep() {
    return { noted: new Map<string, Noted>(), news: tokenBucket(clock, news.burst, news.perSecond) };
  }

  function shown(path: string): string {
    const secrets = redactedSecrets(known.sources.flatMap(({ verify }) => secretTexts(verify)));
    const steps = createRedactor(secrets).text(path).split('/');
    const cleaned = steps.map(step => (showsCredential(step) ? '[secret]' : cut(step, longestStep)));
    return escapeText(cut(cleaned.join('/'), longestPath));
  }

  function add(key: string, method: string, path: string, address: string | undefined): void {
    if (!comparing.take()) return;
    const near = known.near(path);
    const isMeant = near !== undefined || [...known.folders].some(folder => path.startsWith(folder));
    if (!isMeant && !(method === 'POST' && (path === '/' || /hook/i.test(path)))) return;
    const kind = kinds[near === undefined ? 'far' : 'near'];
    if (!kind.news.take()) return;
    if (kind.noted.size >= keptOfEach) kind.noted.delete(leastFrequent(kind.noted));
    const at = clock.now();
    const noted = { method, path: shown(path), count: 1, firstAt: at, lastAt: at };
    kind.noted.set(key, {
      ...noted,
      ...(near && { near: near.path }),
      ...(address !== undefined && { address }),
    });
    log.warn({ ...(near && { source: near.name }), address }, 'unknown webhook path');
  }

  return {
    note({ method = '', url = '' }, address) {
      const path = decoded(url.replace(/[?#;].*/s, '').slice(0, 10 * longestPath));
      const key = hash('sha256', `${method} ${path}`);
      const noted = kinds.near.noted.get(key) ?? kinds.far.noted.get(key);
      if (!noted) return add(key, method, path, address);
      noted.count += 1;
      noted.lastAt = clock.now();
      if (address !== undefined) noted.address = address;
    },
    list: () =>
      [...kinds.near.noted.values(), ...kinds.far.noted.values()]
        .sort((one, other) => other.lastAt - one.lastAt)
        .map(each => ({ ...each, firstAt: iso(each.firstAt), lastAt: iso(each.lastAt) })),
    useSources() {
      known = sourcePaths(sources);
    },
  };
}

/** Prepares the paths of the sources for finding similar ones. */
function sourcePaths(all: ReadonlyMap<string, SourceConfig>) {
  const sources = [...all.values()];
  const folders = sources.map(({ path }) => folderOf(path)).filter(each => each !== '/');
  return { sources, folders: new Set(['/hooks/', ...folders]), near: sourceFinder(sources) };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Finds the source whose path is similar to a path, is its beginning, or has the same last segment. */
function sourceFinder(sources: readonly SourceConfig[]): (path: string) => SourceConfig | undefined {
  const like = nearestOf(sources.map(({ path }) => path));
  return path => {
    const end = lastStep(path);
    if (end === '') return undefined;
    const [near] = like(path);
    return (
      sources.find(each => path.startsWith(`${each.path}/`)) ??
      sources.find(each => lastStep(each.path) === end) ??
      sources.find(each => each.path === near)
    );
  };
}

function lastStep(path: string): string {
  return path.toLowerCase().split('/').findLast(Boolean) ?? '';
}

/** Returns the least frequent path; among equals, the one requested longest ago. */
function leastFrequent(noted: ReadonlyMap<string, Noted>): string {
  const [[least = ''] = []] = [...noted].sort(
    ([, one], [, other]) => one.count - other.count || one.lastAt - other.lastAt,
  );
  return least;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
