import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { meantPresets } from '../../config/sources/meant-presets.ts';
import type { Preset } from '../../config/sources/preset.ts';
import { setupSteps } from '../../config/sources/setup-steps.ts';
import { presets } from '../../receive/senders/senders.ts';
import type { Arguments } from '../command.ts';
import { packageFolder } from '../package-folder.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { table } from '../terminal/table.ts';
import { wrap } from '../terminal/wrap.ts';

/** `fieldbridge sources`: lists the senders with a preset, or the steps to take at one of them. */
export async function sources(args: Arguments, { out }: Surroundings): Promise<ExitStatus> {
  const [name] = args.words;
  if (name === undefined) {
    const all = [...presets.values()].sort((one, other) => one.name.localeCompare(other.name));
    if (args.options.json) out.write(`${JSON.stringify(all.map(byHand), null, 2)}\n`);
    else out.write(list(all, out.columns));
  } else {
    const preset = find(name);
    out.write(
      args.options.json ? `${JSON.stringify(byHand(preset), null, 2)}\n` : howTo(preset, out.columns),
    );
  }
  return exit.fine;
}

/** Returns the preset with the steps for a person who writes the config by hand. */
function byHand(preset: Preset): Preset {
  return { ...preset, setup: setupSteps(preset.setup, 'by-hand') };
}

function find(name: string): Preset {
  const { known, near } = meantPresets(name, presets);
  if (known) return known.preset;
  const names = near.map(each => `"${each.name}"`).join(' or ');
  const hint = names === '' ? '`fieldbridge sources` lists them' : `did you mean ${names}?`;
  throw new UsageError(`there is no preset "${name}"; ${hint}`);
}

function list(all: readonly Preset[], columns: number | undefined): string {
  const rows = all.map(({ name, title }) => [name, title]);
  return `${table(['preset', 'sender'], rows, columns)}\n\`fieldbridge sources NAME\` says what to do at the sender.\n`;
}

function howTo(preset: Preset, columns: number | undefined): string {
  const { name, title, setup } = byHand(preset);
  const url = `https://YOUR-SERVER/hooks/${name}`;
  const steps = setup.map((step, index) => {
    const text = step.replaceAll('{url}', url);
    return `  ${index + 1}. ${columns === undefined ? text : fitted(text, columns)}`;
  });
  const lines = [title, '', 'At the sender:', ...steps, '', 'In config.yaml:', ...configLines(preset)];
  const starter = starterOf(name);
  if (starter === undefined) return `${lines.join('\n')}\n`;
  const mapping = [`In mappings/${name}.yaml, to start from:`, ...indented(starter)];
  return `${[...lines, '', ...mapping].join('\n')}\n`;
}

/** Returns the text of a step, broken between words; lines of program code in it stay as they are. */
function fitted(text: string, columns: number): string {
  return text
    .split('\n')
    .map(line => (line.startsWith(' ') ? line : wrap(line, columns, 5)))
    .join('\n');
}

function configLines({ name, versions, handshakes, secretComesLater }: Preset): readonly string[] {
  const variable = name.toUpperCase().replaceAll('-', '_');
  const [usual, ...others] = Object.keys(versions ?? {});
  // A single name is an alternative to the usual one.
  const ways = others.length > 0 ? `the way to sign; or ${others.join(', ')}` : 'another way to sign';
  return indented(
    [
      'sources:',
      `  ${name}:`,
      `    preset: ${name}`,
      `    secret: \${${variable}_SECRET}${secretComesLater ? ' # left out until the sender has told it' : ''}`,
      ...(handshakes?.includes('meta') ? [`    verifyToken: \${${variable}_VERIFY_TOKEN}`] : []),
      ...(usual === undefined ? [] : [`    # version: ${usual} # ${ways}`]),
    ].join('\n'),
  );
}

/** Returns the mapping in the package for this sender, without its tests. */
function starterOf(name: string): string | undefined {
  const file = join(packageFolder(), 'mappings/samples/senders', `${name}.yaml`);
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .replace(/^tests:[\s\S]*/m, '')
        .trimEnd()
    : undefined;
}

function indented(text: string): readonly string[] {
  return text.split('\n').map(line => (line === '' ? '' : `  ${line}`));
}
