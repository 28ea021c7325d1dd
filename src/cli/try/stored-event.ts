import * as z from 'zod';
import type { Config } from '../../config/config.ts';
import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import { readArchive } from '../../inbox/open-store.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { answersOf } from '../../receive/answers/answers-of.ts';
import { askBridge } from '../operate/ask-bridge.ts';
import { CommandFailed, exit } from '../surroundings.ts';

/** True if a word of the command line is the id of a stored event; a file is then `./evt_...`. */
export function isEventId(word: string): boolean {
  return /^evt_[0-9a-z_]+$/i.test(word);
}

const contentsSchema = z.object({
  payload: z.unknown(),
  headers: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.unknown()),
  body: z.unknown(),
  event: z.object({
    id: z.string(),
    source: z.string(),
    type: z.string().exactOptional(),
    receivedAt: z.string(),
    occurredAt: z.string().exactOptional(),
  }),
});

/**
 * Returns the input of a mapping for a stored event: from the running bridge, else from the file of the store.
 * @throws CommandFailed if neither has it
 */
export async function storedEvent(config: Config, id: string): Promise<MappingInput> {
  const answer = contentsSchema.safeParse(await askBridge(config, `/events/${id}/contents`));
  if (answer.success) {
    const { payload, body, event, ...head } = answer.data;
    const answers = answersOf(config.sources.get(event.source)?.answers, payload);
    return { payload, body, event, answers, ...head, hasShortBody: true };
  }
  const found = await fromStore(config, archive => archive.event(id));
  if (found) return mappingInput(found.event, config.sources.get(found.event.source));
  throw new CommandFailed(
    `there is no event ${id} in the store ${storeName(config)}; it may have been deleted after its time (retention), or the config is of another bridge`,
    exit.usage,
  );
}

/** The reads of links for planning. */
export type StoredLinks = Pick<EventArchive, 'findLink' | 'sharedLink' | 'nearLink'>;

/** Returns the links in the store. Each look-up throws CommandFailed if the store cannot be read. */
export function storedLinks(config: Config): StoredLinks {
  return {
    findLink: (link, destination) => fromStore(config, archive => archive.findLink(link, destination)),
    sharedLink: (link, destination) => fromStore(config, archive => archive.sharedLink(link, destination)),
    nearLink: (link, destination) => fromStore(config, archive => archive.nearLink(link, destination)),
  };
}

async function fromStore<Result>(
  { store }: Config,
  read: (archive: EventArchive) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await readArchive(store, read);
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}

function storeName({ store }: Config): string {
  return store.kind === 'sqlite' ? store.path : 'of the config';
}
