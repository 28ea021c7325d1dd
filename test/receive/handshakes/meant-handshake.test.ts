import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { meantHandshake } from '../../../src/receive/handshakes/meant-handshake.ts';
import type { IncomingRequest } from '../../../src/receive/incoming-request.ts';
import { anHmac, aRequest, aSource, receiveAt, refuse } from '../a-source.ts';

const path = '/hooks/website';
const ask = (method: string, query = '', headers: [string, string][] = [], body = ''): IncomingRequest =>
  aRequest(body, headers, { method, url: path + query });

describe("a sender's check of the URL", () => {
  it.each<[IncomingRequest, string | undefined]>([
    [ask('HEAD'), '{head: true}'],
    [ask('GET'), '{get: true}'],
    [ask('GET', '?challenge=abc'), '{challenge: {in: query, name: challenge}}'],
    [ask('GET', '?hub.mode=subscribe&hub.challenge=12'), '{challenge: {in: query, name: hub.challenge}}'],
    [ask('POST', '?validationToken=a%20b'), '{challenge: {in: query, name: validationToken}}'],
    [ask('POST', '', [['x-hook-secret', 'abc']]), '{echo: X-Hook-Secret}'],
    [ask('POST', '', [['x-hook-secret', 'abc']], '{}'), '{echo: X-Hook-Secret}'],
    [ask('POST', '', [], '{"challenge":"abc"}'), '{challenge: {in: body, name: challenge}}'],
    [
      ask('POST', '', [], '{"type":"url_verification","token":"t","challenge":"abc"}'),
      '{challenge: {in: body, name: challenge}}',
    ],
    [ask('GET', '', [['accept', 'text/html,*/*']]), undefined],
    [ask('DELETE'), undefined],
    [ask('POST', '', [], '{"challenge":"abc","email":"a@example.com"}'), undefined],
    [ask('POST', '', [['x-hook-secret', 'abc']], '{"events":[]}'), undefined],
    [ask('POST', '', [], '{"name":"challenge"}'), undefined],
    [ask('POST'), undefined],
  ])('is answered with the line that the refusal names: %#', async (request, handshake) => {
    const line = meantHandshake(request);
    expect(line).toBe(handshake && `handshake: ${handshake}`);
    const verify = [anHmac()];
    const { reason } = await refuse(aSource({ verify }), request);
    expect(reason.includes('if the sender checks the URL so, write `')).toBe(line !== undefined);
    if (line === undefined) return;
    const { get, head, ...named } = parse(line).handshake;
    const handshakes = [...(get ? (['get'] as const) : []), ...(head ? (['head'] as const) : [])];
    const answering = aSource({
      verify,
      handshakes,
      handshake: { ...named, ...(named.echo && { echo: named.echo.toLowerCase() }) },
    });
    expect(await receiveAt(answering, request)).toMatchObject({ kind: 'answered', reply: { status: 200 } });
  });
});
