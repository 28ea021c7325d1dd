import type { Secret } from '../../../../config/secret.ts';
import type { Diagnostic } from '../../../../diagnostics/diagnostic.ts';
import type { TryConfig } from '../../../../setup/change-config.ts';
import type { Setup } from '../../../../setup/setup.ts';
import type { SetupChange, SetupRefusal } from '../../../../setup/setup-refusal.ts';
import { type Answer, codedProblem, ok } from '../../../http/answer.ts';
import type { ApiParts } from '../../api-route.ts';

/** The functions of the program that the API needs to set up a bridge. */
export interface SetupAccess {
  readonly tryConfig: TryConfig;
  readonly random: (size: number) => Uint8Array;
  readonly now: () => number;
  /** Returns the proxy that the environment sets for an address. */
  readonly proxyOf: (baseUrl: string) => Secret | undefined;
  /** Starts the simulated calendar; absent if this program has none. */
  readonly sandbox?: (() => Promise<SimulatedCalendar>) | undefined;
  /**
   * Restarts the bridge with the config on disk. If the config has errors, it returns them, and the bridge continues
   * unchanged. Absent if this program cannot restart.
   */
  readonly restart?: (() => readonly Diagnostic[] | undefined) | undefined;
}

/** The address of the simulated calendar. Its token is valid only there. */
export interface SimulatedCalendar {
  readonly url: string;
  readonly token: string;
  readonly statuses: readonly string[];
}

/**
 * Runs setup work if the config allows the console to write files. Otherwise nothing is changed, and no requested
 * address is contacted.
 */
export async function withSetup(
  parts: ApiParts,
  work: (setup: Setup, access: SetupAccess) => Promise<Answer>,
): Promise<Answer> {
  return parts.config.admin?.edit ? withAnySetup(parts, work) : refusalAnswer({ code: 'edit-off' });
}

/** Runs work that may only make suggestions: the editor itself refuses each forbidden write. */
export async function withAnySetup(
  parts: ApiParts,
  work: (setup: Setup, access: SetupAccess) => Promise<Answer>,
): Promise<Answer> {
  const access = parts.setup;
  if (!access) return refusalAnswer({ code: 'edit-off' });
  return work(await openSetup(parts.config, access, parts), access);
}

/** Loaded at the first request: an idle bridge does not need it. */
async function openSetup(
  config: ApiParts['config'],
  access: SetupAccess,
  { store }: ApiParts,
): Promise<Setup> {
  const { createSetup } = await import('../../../../setup/setup.ts');
  const place = {
    allowed: config.admin?.edit === true,
    config: config.file,
    mappings: config.mappings,
  };
  return createSetup({ ...access, place, record: entry => store.record(entry) });
}

/** The response to a change. */
export function changeAnswer<T>(change: SetupChange<T>, body: (value: T) => object): Answer {
  return change.kind === 'done' ? ok(body(change.value)) : refusalAnswer(change.why);
}

/** Returns the reason why nothing was changed, with a code for programs. */
export function refusalAnswer(why: SetupRefusal): Answer {
  const { status, error, hint } = refusalWords(why);
  const answer = codedProblem(why.code, status, error, hint);
  if (why.code !== 'config-faulty') return answer;
  return { ...answer, body: JSON.stringify({ error, hint, code: why.code, diagnostics: why.diagnostics }) };
}

interface Words {
  readonly status: number;
  readonly error: string;
  readonly hint: string;
}

function refusalWords(why: SetupRefusal): Words {
  switch (why.code) {
    case 'edit-off':
      return words(
        403,
        'the config does not allow the console to write files',
        'Set admin.edit: true in the config, and restart.',
      );
    case 'not-writable':
      return words(
        409,
        `${why.path} cannot be written (${why.error})`,
        'Let this program write there, or change the file by hand.',
      );
    case 'outside':
      return words(
        400,
        `${why.path} leads out of the folder`,
        'Name a file inside the folder of the mappings.',
      );
    case 'not-a-name':
      return words(
        400,
        `${JSON.stringify(why.path)} cannot be the name of such a file`,
        'Use small letters, digits, - and _.',
      );
    case 'too-large':
      return words(413, `${why.path} would be too large`, `A file has at most ${why.most} bytes.`);
    case 'not-text':
      return words(409, `${why.path} is not UTF-8`, 'Save it as UTF-8.');
    case 'busy':
      return words(503, `somebody else is writing ${why.path}`, 'Try again in a moment.');
    case 'conflict':
      return words(409, 'the config changes again and again while it is edited', 'Try again in a moment.');
    case 'name-taken':
      return words(409, `${JSON.stringify(why.name)} is there already`, otherName(why.name));
    case 'no-such-name':
      return words(404, `there is no source ${JSON.stringify(why.name)}`, 'See the names in the config.');
    case 'no-such-version':
      return words(404, `there is no version ${JSON.stringify(why.id)}`, 'See GET /api/setup/versions.');
    case 'config-unreadable':
      return words(
        409,
        'the config is no YAML that can be changed',
        'Correct the config by hand; `fieldbridge check` shows where.',
      );
    case 'config-faulty':
      return words(
        409,
        `the config would not be valid: ${why.diagnostics[0]?.message ?? ''}`,
        why.diagnostics[0]?.hint ?? 'Run `fieldbridge check`.',
      );
    case 'secret-elsewhere':
      return words(
        409,
        `the secret of ${JSON.stringify(why.name)} does not stand under \`secret\` of the source`,
        'Change it by hand in the config.',
      );
  }
}

/** A second mapping of a source needs a condition that tells its webhooks from those of the first. */
function otherName(name: string): string {
  return name.endsWith('.yaml')
    ? 'Change that mapping. For another form of the sender, run `fieldbridge init --add --source NAME --payload FILE`, which writes a second one with a condition.'
    : 'Choose another name.';
}

function words(status: number, error: string, hint: string): Words {
  return { status, error, hint };
}
