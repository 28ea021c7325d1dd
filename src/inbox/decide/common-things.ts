import type { SelfReport } from '../shared-work.ts';

/** The properties that processes on one store should share. */
export const commonThings = ['version', 'mappings', 'config'] as const;
export type CommonThing = (typeof commonThings)[number];

/** Descriptions of the differences, for people. */
export const differenceWords: Readonly<Record<CommonThing, string>> = {
  version: 'they run different versions of Fieldbridge',
  mappings: 'they have different mapping files, so that it depends on one of them how events are planned',
  config: 'their configs name different destinations or sources',
};

/** Returns the properties in which processes differ. */
export function differencesAmong(
  processes: readonly Pick<SelfReport, CommonThing>[],
): readonly CommonThing[] {
  return commonThings.filter(thing => new Set(processes.map(each => each[thing])).size > 1);
}
