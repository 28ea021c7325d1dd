import type { SourceConfig } from '../../config/config.ts';
import type { Reply } from '../reply.ts';
import { challengeReply, maxChallengeLength } from './challenge.ts';

/** The answer to a verified body with which Slack checks the URL; nothing for any other body. */
export function answerSlack({ handshakes }: SourceConfig, body: unknown): Reply | undefined {
  if (!handshakes.includes('slack') || typeof body !== 'object' || body === null) return undefined;
  const { type, challenge } = body as Readonly<Record<string, unknown>>;
  if (type !== 'url_verification' || typeof challenge !== 'string') return undefined;
  return challenge.length <= maxChallengeLength ? challengeReply(challenge) : undefined;
}
