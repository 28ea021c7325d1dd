import type { Config } from '../config/config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { shown } from '../expressions/convert/scalar-text.ts';
import type { Mapping } from './mapping.ts';

/** Finds `ignoreOlder` in a mapping whose source has no event times, so that no event is ever older. */
export function checkEventTime(mapping: Mapping, config: Pick<Config, 'sources'>): Diagnostic[] {
  const source = config.sources.get(mapping.source);
  if (!mapping.ignoreOlder || !source || source.occurredAt) return [];
  const message = `ignoreOlder does nothing here: the source ${shown(source.name)} does not say when its events happened`;
  const hint =
    'add occurredAt to the source in the config, with the path of the time at which an event happened; if its webhooks have no such time, remove ignoreOlder';
  const place = mapping.places?.ignoreOlder ?? { file: mapping.file, line: 1, column: 1 };
  return [diagnostic('mapping/no-occurred-at', message, { hint, place, path: 'ignoreOlder' })];
}
