import type { Preset } from '../config/config.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { presets } from '../receive/presets/presets.ts';
import type { Arguments } from './command.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';
import { table } from './table.ts';

/** `fieldbridge sources`: the senders that need one word of configuration; with a name, what to do at that sender. */
export async function sources(args: Arguments, { out }: Surroundings): Promise<ExitStatus> {
  const [name] = args.words;
  if (name === undefined) {
    const all = [...presets.values()].sort((one, other) => one.name.localeCompare(other.name));
    if (args.options.json) out.write(`${JSON.stringify(all, null, 2)}\n`);
    else out.write(list(all, out.columns));
  } else {
    const preset = find(name);
    out.write(args.options.json ? `${JSON.stringify(preset, null, 2)}\n` : howTo(preset));
  }
  return exit.fine;
}

function find(name: string): Preset {
  const preset = presets.get(name);
  if (preset) return preset;
  const [meant] = nearest(name, [...presets.keys()]);
  const hint = meant === undefined ? '`fieldbridge sources` lists them' : `did you mean "${meant}"?`;
  throw new UsageError(`there is no preset "${name}"; ${hint}`);
}

function list(all: readonly Preset[], columns: number | undefined): string {
  const rows = all.map(({ name, title }) => [name, title]);
  return `${table(['preset', 'sender'], rows, columns)}\n\`fieldbridge sources NAME\` says what to do at the sender.\n`;
}

function howTo({ name, title, setup }: Preset): string {
  const url = `https://YOUR-SERVER/hooks/${name}`;
  const steps = setup.map((step, index) => `  ${index + 1}. ${step.replaceAll('{url}', url)}`);
  return [title, '', 'At the sender:', ...steps, ''].join('\n');
}
