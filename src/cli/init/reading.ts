import type { Sender } from '../../check/starter/config-text.ts';
import { inOneLine } from '../../check/starter/yaml-words.ts';
import type { SourceConfig } from '../../config/config.ts';
import { anyBody, openBody } from '../../receive/bodies/body.ts';
import { guessContentType } from '../../receive/bodies/guess-content-type.ts';
import { proposeSource, type SourceReading } from '../../setup/propose-source.ts';
import type { Surroundings } from '../surroundings.ts';
import { readPayloadFile } from '../try/read-payload-file.ts';
import type { InitFlags } from './flags.ts';

/**
 * Returns the settings for reading the webhooks of an unknown sender, from the file of --payload: the list of its
 * events, their time, and the places of its answers. The event id is left out: one webhook does not show if an id is that of a
 * person.
 */
export async function readingOfPayload(
  sender: Sender | undefined,
  { payload }: InitFlags,
  surroundings: Surroundings,
): Promise<SourceReading> {
  if (payload === undefined || payload === '-' || (sender && 'preset' in sender)) return {};
  const { bytes, contentType } = await readPayloadFile(payload, surroundings);
  const { split, occurredAt, answers } = readingIn(bytes, contentType) ?? {};
  return {
    ...(split !== undefined && { split }),
    ...(occurredAt !== undefined && { occurredAt }),
    ...(answers !== undefined && { answers }),
  };
}

function readingIn(bytes: Uint8Array, contentType: string): SourceReading | undefined {
  const body = openBody(bytes, anyBody, [contentType]);
  if (body.kind !== 'read') return undefined;
  return proposeSource({ headers: {}, bytes, body: body.value, kind: body.reading.kind });
}

/**
 * Returns lines for a person about a list in a webhook that its source does not name: a list of questions, or of people who are
 * events of their own. Empty if there is none, or if the source has a preset.
 */
export function unnamedLists(
  { name, preset, answers, split }: Pick<SourceConfig, 'name' | 'preset' | 'answers' | 'split'>,
  bytes: Uint8Array,
): readonly string[] {
  if (preset !== undefined || answers !== undefined || split !== undefined) return [];
  const found = readingIn(bytes, guessContentType(bytes));
  const list = typeof found?.answers === 'object' ? found.answers.each : undefined;
  const cure = (line: string) => [
    `Write this at sources.${name} in the config, remove the new mapping, and run the command again:`,
    `  ${line}`,
  ];
  if (found?.split !== undefined)
    return [`${found.split} looks like a list of events.`, ...cure(`split: ${inOneLine(found.split)}`)];
  if (list === undefined) return [];
  return [`${list} looks like a list of questions.`, ...cure(`answers: ${inOneLine(found?.answers)}`)];
}
