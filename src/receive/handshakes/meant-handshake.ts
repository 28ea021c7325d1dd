import type { IncomingRequest } from '../incoming-request.ts';
import { parseQuery } from '../query.ts';
import { headerValues } from '../schemes/evidence.ts';
import { maxChallengeLength } from './challenge.ts';
import { isWithoutContents } from './named-handshake.ts';
import { onlyTexts } from './only-text.ts';

/** The keys under which senders send a challenge, in the query or in the body. */
const challenges = ['challenge', 'hub.challenge', 'validationToken', 'validation_token', 'echostr'];

/** The keys that some senders add to a challenge in the body. */
const beside = ['type', 'token', 'team_id', 'api_app_id'];

/** The headers that senders expect in the response. */
const echoed = ['X-Hook-Secret', 'X-Hook-Challenge', 'X-Webhook-Challenge', 'X-Challenge'];

/**
 * Returns the line of the config with which a source would respond to a request that looks like a sender's check of the
 * URL; undefined for any other request. Contains nothing of the request but a name from a list of ours.
 */
export function meantHandshake(request: IncomingRequest): string | undefined {
  if (request.method === 'HEAD') return 'handshake: {head: true}';
  if (request.method === 'GET') return meantGet(request);
  return request.method === 'POST' ? meantPost(request) : undefined;
}

function meantGet(request: IncomingRequest): string | undefined {
  const query = parseQuery(request.url);
  const name = challenges.find(each => Object.hasOwn(query, each));
  if (name !== undefined) return `handshake: {challenge: {in: query, name: ${name}}}`;
  const isPage = headerValues(request, 'accept').some(each => each.includes('text/html'));
  return isPage ? undefined : 'handshake: {get: true}';
}

function meantPost(request: IncomingRequest): string | undefined {
  if (isWithoutContents(request.body)) {
    const header = echoed.find(each => headerValues(request, each.toLowerCase()).length === 1);
    if (header !== undefined) return `handshake: {echo: ${header}}`;
    const query = parseQuery(request.url);
    const name = challenges.find(each => Object.hasOwn(query, each));
    return name === undefined ? undefined : `handshake: {challenge: {in: query, name: ${name}}}`;
  }
  const texts = onlyTexts(request.body, [...challenges, ...beside], maxChallengeLength);
  const name = challenges.find(each => texts?.has(each));
  return name === undefined ? undefined : `handshake: {challenge: {in: body, name: ${name}}}`;
}
