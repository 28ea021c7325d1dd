import { visibleText } from '../../diagnostics/visible-text.ts';
import { decodeText } from '../../receive/bodies/charset.ts';
import { parseJson } from '../../receive/bodies/json.ts';
import { placeOfFault } from '../../receive/bodies/json-fault.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { readPayloadFile } from '../try/read-payload-file.ts';
import { openAdminApi } from './admin-api.ts';
import { correct, readSetting } from './corrections.ts';

interface Accepted {
  readonly ids: readonly string[];
  readonly status: 'queued' | 'duplicate';
}

/** `fieldbridge refusals accept`: accepts a refused webhook after all. */
export async function acceptRefusal(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const api = openAdminApi(args, surroundings);
  const id = args.words[0] ?? '';
  const { set, payload: file, reason, who } = args.options;
  const settings = Array.isArray(set) ? set.map(each => readSetting(each)) : [];
  const inList = settings.find(({ steps }) => steps.some(step => typeof step === 'number'));
  if (inList)
    throw new UsageError(
      `${visibleText(inList.path)} is in a list: accept it first, then correct its event with \`fieldbridge events amend\``,
    );
  // A patch names only the properties that change; the others stay as they were received.
  const patch = settings.length === 0 ? undefined : correct({}, settings).corrected;
  if (patch !== undefined && file !== undefined)
    throw new UsageError('--set and --payload exclude each other: write every value into the file');
  const payload = typeof file === 'string' ? await writtenPayload(file, surroundings) : undefined;
  if ((patch ?? payload) !== undefined && !reason)
    throw new UsageError('--reason is missing: give the reason; it is stored with the correction');
  const answer = await api.post<Accepted>(`refusals/${encodeURIComponent(id)}/accept`, {
    patch,
    payload,
    reason,
    who,
  });
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  else surroundings.out.write(`${words(answer)}\n`);
  return exit.fine;
}

/** Returns the payload in a file. Numbers that JavaScript cannot hold exactly become texts. */
async function writtenPayload(name: string, surroundings: Surroundings): Promise<unknown> {
  const { bytes } = await readPayloadFile(name, surroundings);
  const text = decodeText(bytes, 'utf-8');
  const json = text === undefined ? undefined : parseJson(bytes, text);
  if (json?.kind === 'read') return json.value;
  const why =
    text === undefined ? ' in UTF-8' : json?.kind === 'beyond' ? `: ${json.reason}` : placeOfFault(text);
  throw new CommandFailed(
    `${visibleText(name)} is not JSON${why}; write the payload of the event as a mapping reads it`,
    exit.usage,
  );
}

function words({ ids, status }: Accepted): string {
  if (ids.length === 0) return 'taken in; there is no event in it';
  const how = status === 'duplicate' ? 'it was taken in before, as' : 'taken in as';
  const [only = 'ID'] = ids.length === 1 ? ids : [];
  return `${how} ${ids.join(', ')}; \`fieldbridge events show ${only}\` shows the result`;
}
