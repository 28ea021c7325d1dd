import type { SourceConfig } from '../../../config/config.ts';
import { isoTime } from '../../../inbox/clock.ts';
import { streakReason } from '../../health/refusal-streak.ts';
import type { AnnouncedSecret } from '../../health/source-watch.ts';
import { ok } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { namedQuery, pageOf } from '../named-page.ts';
import { namesWords } from '../names-words.ts';

/** The routes of sources: their paths, their verification, and an announced verification token. */
export function sourceRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /sources',
      query: namedQuery,
      async answer({ query }) {
        const views = [...parts.config.sources.values()].map(each => view(each, parts));
        return ok(pageOf('sources', views, query));
      },
    }),
  ];
}

/** A source as `/api/sources` shows it. */
export type SourceView = ReturnType<typeof view>;

/** `url` is without the token that a sender may need in it. */
function view({ name, preset, path, people }: SourceConfig, { config, sources }: ApiParts) {
  const { lastAcceptedAt, notPosted, streak, announced } = sources.of(name);
  const { publicUrl } = config.server;
  return {
    name,
    preset: preset ?? null,
    people,
    path,
    url: publicUrl === undefined ? null : publicUrl + path,
    lastAcceptedAt: lastAcceptedAt === undefined ? null : isoTime(lastAcceptedAt),
    notPosted: notPosted ? { ...notPosted, at: isoTime(notPosted.at) } : null,
    streak: streak
      ? {
          count: streak.count,
          since: isoTime(streak.since),
          reason: streakReason(streak),
          fault: streak.fault,
        }
      : null,
    ...announcedWords(announced),
  };
}

/**
 * Only this response shows an announced secret: its reader has the admin token, and must enter the secret at the
 * sender. Anyone can announce one, so if there are several, the person must choose.
 */
function announcedWords(announced: readonly AnnouncedSecret[]): Record<string, unknown> {
  const [first, ...more] = announced;
  if (!first) return {};
  if (more.length === 0) return { verificationToken: first.secret.reveal() };
  return {
    verificationTokens: announced.map(({ secret, at }) => ({ token: secret.reveal(), toldAt: isoTime(at) })),
    hint: 'More than one was told; take the one of the minute in which you made the webhook.',
  };
}

/** The message and the advice if there is no source of this name. */
export function noSource(name: string, { sources }: Pick<ApiParts['config'], 'sources'>): [string, string] {
  return [`there is no source ${JSON.stringify(name)}`, `The sources are: ${namesWords(sources.keys())}.`];
}
