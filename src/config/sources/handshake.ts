import * as z from 'zod';
import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import type { Handshake, SourceConfig } from '../config.ts';
import { flag, text } from '../schema/plain-values.ts';
import { headerName } from './header-name.ts';
import type { Preset } from './preset.ts';

/** Response headers with a meaning for the client: they must not repeat a stranger's text. */
const ownHeaders =
  /^(?:set-cookie2?|location|refresh|link|connection|keep-alive|transfer-encoding|trailer|upgrade|date|server|vary|via|age|allow|etag|expires|host|cookie|authorization|retry-after|(?:content|access-control|cache|proxy|strict|www|alt|clear|cross|sec|accept|x-frame|x-xss|x-content|x-accel)(?:-.*)?)$/;

/** The schema of `handshake` of a source: how its sender checks the URL. */
export const handshakeSchema = z
  .strictObject({
    get: flag().optional().describe('Whether GET gets 200'),
    head: flag().optional().describe('Whether HEAD gets 200'),
    challenge: z
      .strictObject({
        in: z
          .enum(['query', 'body'])
          .prefault('query')
          .describe(
            'Where it stands. query: of GET, or of a POST without contents, and the answer is the text alone; body: of a JSON object that has nothing else but perhaps `type` and `token`, and the answer is JSON with the same key',
          ),
        name: text().describe('The key of the query or of the body'),
      })
      .optional()
      .describe('The required text in the body of the response')
      .meta({ written: [{ in: 'query', name: 'challenge' }] }),
    echo: headerName
      .superRefine((name, context) => {
        if (!ownHeaders.test(name)) return;
        const message = `"${name}" means something in an answer, so it is not repeated`;
        const hint = 'name the header that the sender compares, such as X-Hook-Secret';
        addFault(context, diagnostic('yaml/wrong-type', message, { hint }));
      })
      .optional()
      .describe(
        'The header that the response must repeat. A POST with this header and without contents is answered without verification',
      )
      .meta({ written: ['X-Hook-Secret'] }),
  })
  .describe(
    'The check that the sender makes before it posts. It is answered without verification and creates no event',
  );

type HandshakeEntry = z.output<typeof handshakeSchema>;

/** Returns the handshakes of a source: those of its preset, overridden by its own. */
export function handshakesOf(
  preset: Preset | undefined,
  entry: HandshakeEntry | undefined,
): Pick<SourceConfig, 'handshakes' | 'handshake'> {
  const own = (['get', 'head'] as const).filter(each => entry?.[each] === true);
  const kept = (preset?.handshakes ?? []).filter(each => !isSaid(entry, each));
  const named = { ...preset?.handshake, ...present(entry) };
  return { handshakes: [...kept, ...own], ...(Object.keys(named).length > 0 && { handshake: named }) };
}

function isSaid(entry: HandshakeEntry | undefined, handshake: Handshake): boolean {
  return (handshake === 'get' || handshake === 'head') && entry?.[handshake] !== undefined;
}

function present({ challenge, echo }: HandshakeEntry = {}): NonNullable<SourceConfig['handshake']> {
  return { ...(challenge && { challenge }), ...(echo !== undefined && { echo }) };
}
