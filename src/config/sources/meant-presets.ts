import { nearest } from '../../diagnostics/nearest.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import type { Preset } from './preset.ts';

/** A preset that matches a name, and the version, if the name contains it. */
export interface MeantPreset {
  readonly preset: Preset;
  readonly version?: string;
}

/**
 * Returns the presets that match a name. `known`: this one matches by its name, by another name of the sender, or by
 * the only title that contains the name, and begins with it. `near`: the name fits them all, or is similar to theirs.
 */
export function meantPresets(
  name: string,
  presets: ReadonlyMap<string, Preset>,
): { readonly known?: MeantPreset; readonly near: readonly Preset[] } {
  const all = [...presets.values()];
  const own = all.find(each => folded(each.name) === folded(name));
  if (own) return { known: { preset: own }, near: [] };
  for (const preset of all) {
    const alias = Object.entries(preset.alsoCalled ?? {}).find(([each]) => folded(each) === folded(name));
    if (alias) return { known: { preset, ...(alias[1] !== null && { version: alias[1] }) }, near: [] };
  }
  const titled = all.filter(({ title }) => hasWords(title, name));
  const [only, other] = titled;
  const isBeginning = only?.title.toLowerCase().startsWith(name.toLowerCase()) === true;
  if (only && !other && isBeginning) return { known: { preset: only }, near: [] };
  if (only) return { near: titled };
  const names = new Map(
    all.flatMap(each => [each.name, each.title, ...aliasesLike(name, each)].map(one => [one, each] as const)),
  );
  const near = nearest(name, names.keys(), 3).flatMap(each => names.get(each) ?? []);
  return { near: [...new Set(near)] };
}

/** Returns a sender's other names with the same first letter: `sendgrid` does not mean `event-grid`. */
function aliasesLike(name: string, { alsoCalled }: Preset): readonly string[] {
  return Object.keys(alsoCalled ?? {}).filter(each => folded(each)[0] === folded(name)[0]);
}

/** Returns only the letters and digits: `cal.com`, `Cal Com` and `cal-com` are one name. */
function folded(name: string): string {
  return (spellings(name)[0] ?? '').replaceAll(' ', '');
}

/** True if a title has all words of a name. A capital letter inside a word of it begins no new word. */
function hasWords(title: string, name: string): boolean {
  const [ofTitle = [], ofName = []] = [title, name].map(text =>
    (spellings(text.toLowerCase())[0] ?? '').split(' '),
  );
  return ofName.every(word => word.length > 2 && ofTitle.includes(word));
}
