import * as z from 'zod';
import type { KeptVersion } from '../../../../edit/versions.ts';
import { ok } from '../../../http/answer.ts';
import { actorKeys, actorOf } from '../../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import { changeAnswer, refusalAnswer, withSetup } from './setup-access.ts';

const id = z.string().max(100).describe('The `id` of the version');
const compareBody = z.strictObject({ ...actorKeys, id });
const restoreBody = compareBody.extend({
  version: z
    .string()
    .max(100)
    .nullable()
    .describe('The version of the config with which the earlier one was compared'),
});

/** The routes that show and restore earlier versions of the config. */
export function setupVersionRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'GET /setup/versions',
      answer: async () => ok({ versions: await versionsOf(parts) }),
    }),
    apiRoute({
      key: 'POST /setup/version',
      body: compareBody,
      answer: ({ body }) =>
        withSetup(parts, async setup => {
          const compared = setup.compareConfig(body.id);
          if ('code' in compared) return refusalAnswer(compared);
          const faults = compared.faults.map(({ message, place }) =>
            place ? `${place.line}:${place.column} ${message}` : message,
          );
          return ok({ ...compared, faults });
        }),
    }),
    apiRoute({
      key: 'POST /setup/restore',
      body: restoreBody,
      answer: ({ body, request }) =>
        withSetup(parts, async setup => {
          const wish = { id: body.id, expected: body.version };
          const done = await setup.restoreConfig(wish, actorOf(body, request, parts));
          return changeAnswer(done, () => ({ restored: body.id }));
        }),
    }),
  ];
}

/** Loaded at the first request: an idle bridge does not need it. */
async function versionsOf({ config }: ApiParts): Promise<readonly KeptVersion[]> {
  const { createFileEditor } = await import('../../../../edit/file-editor.ts');
  const place = { allowed: false, config: config.file, mappings: config.mappings };
  const editor = createFileEditor({ place, record: async () => {}, now: Date.now });
  return editor.versions({ kind: 'config' });
}
