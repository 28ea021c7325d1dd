import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/inbox/postgres/schema/migrate.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { type Chance, chanceOf, seedOf } from '../../torture/chance.ts';
import { createTruth, type Truth } from '../simulation/truth.ts';
import { amendAny, judgeAmended } from './corrections.ts';
import { type Course, courseOf, type Deed } from './course.ts';
import { courseConfig, courseMappings, type Spelling } from './course-config.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { judgeEvents } from './judge-events.ts';
import { judgeOwners } from './judge-owners.ts';
import { judgeTrips } from './judge-trips.ts';
import type { Life } from './life.ts';
import { createNotes, type Notes } from './notes.ts';
import { comeToRest } from './rest.ts';
import { sendAll } from './sending.ts';
import { ask, seenIn, watchSchema } from './watch.ts';

/** What came of the course of one seed. */
export interface Played {
  readonly seed: number;
  /** What is wrong, in words; empty where every promise was kept. */
  readonly wrong: readonly string[];
  readonly figures: PlayedFigures;
}

/** What a course was made of. `owners`: how often a work changed hands. */
export interface PlayedFigures {
  readonly events: number;
  readonly delivered: number;
  readonly requests: number;
  /** Rows of lists among the events, and corrections that were kept. */
  readonly rows: number;
  readonly corrections: number;
  readonly freezes: number;
  readonly kills: number;
  readonly owners: number;
  readonly ms: number;
}

/** All that a course has on its stage. */
export interface Stage {
  readonly course: Course;
  readonly url: string;
  readonly schema: string;
  readonly source: SourceConfig;
  readonly truth: Truth;
  readonly fleet: Fleet;
  readonly notes: Notes;
  readonly chance: Chance;
  /** How the mappings are written now; each process reads them a little later. */
  readonly written: { spelling: Spelling };
}

/** Plays the course of a seed in a database, from the first webhook until everything is at rest, and judges it. */
export async function play(seed: number, url: string): Promise<Played> {
  const began = performance.now();
  const course = courseOf(seed);
  const schema = `course_${randomBytes(6).toString('hex')}`;
  await migrate(url, schema);
  await watchSchema(url, schema);
  const stage = setStage(course, url, schema);
  const { fleet, notes } = stage;
  await Promise.all(Array.from({ length: course.processes }, fleet.start));
  const acting = actAll(stage);
  await sendAll(stage);
  await acting;
  await fleet.calm();
  stage.written.spelling = 'right';
  await Promise.all(fleet.running().map(life => readMappings(life, stage)));
  await comeToRest(stage);
  const seen = await seenIn(url, schema);
  judgeOwners(stage, seen);
  judgeTrips(stage);
  const delivered = await judgeEvents(stage);
  await judgeAmended(stage);
  await fleet.close();
  await ask(url, schema, `DROP SCHEMA ${schema} CASCADE`);
  const of = (what: Deed['what']) => course.deeds.filter(({ deed }) => deed.what === what).length;
  const figures = {
    events: notes.ids.size,
    delivered,
    requests: notes.trips.length,
    rows: [...notes.sent.values()].filter(({ isRow }) => isRow).length,
    corrections: [...notes.amended.values()].flat().filter(({ keptAt }) => keptAt !== undefined).length,
    freezes: of('freeze'),
    kills: of('kill'),
    owners: seen.owners.length,
    ms: performance.now() - began,
  };
  return { seed, wrong: [...notes.found], figures };
}

function setStage(course: Course, url: string, schema: string): Stage {
  const events = [...course.people, ...course.crowds].flatMap(each => each.events);
  const notes = createNotes(events);
  const truth = createTruth([...new Set(events.map(({ customer }) => customer))], 'books again');
  for (const { appointment } of events) if (appointment !== undefined) truth.reserve(appointment, 'plain');
  const chance = chanceOf(seedOf(course.seed, 1));
  const config = courseConfig(truth.token, course.places);
  const written: Stage['written'] = { spelling: 'right' };
  const source = config.sources.get('crm');
  if (!source) throw new Error('the config has no source');
  const endsAt = performance.now() + course.lasts;
  const isCalm = () => performance.now() > endsAt;
  const { share, mostMs } = course.slow;
  const fleet = createFleet(
    number => ({
      url,
      schema,
      config,
      mappings: courseMappings(written.spelling),
      wire: { truth, chance, trips: notes.trips, trouble: () => (isCalm() ? 0 : course.trouble) },
      wrongBy: course.wrongClocks[number % course.wrongClocks.length] ?? 0,
      random: () => chance.int(2 ** 30) / 2 ** 30,
      report: notes.hear,
      statements: {
        delayMs: () => (!isCalm() && chance.maybe(share) ? chance.int(mostMs) : 0),
        refused: notes.refused,
      },
    }),
    chance,
  );
  return { course, url, schema, source, truth, fleet, notes, chance, written };
}

/** Does what the course has in store, each at its time. */
async function actAll(stage: Stage): Promise<void> {
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (const { at, which, deed } of stage.course.deeds) {
    await sleep(Math.max(0, began + at - performance.now()));
    stage.fleet.act(deed, which);
    asked.push(askFor(deed, stage));
  }
  await sleep(Math.max(0, began + stage.course.lasts - performance.now()));
  await Promise.race([Promise.all(asked), sleep(100)]);
}

const readWithinMs = 400;
const who = { who: 'an operator of the course', why: 'to see what happens' };

/** A person asks something of any process; what it cannot take now is left undone. */
async function askFor(deed: Deed, stage: Stage): Promise<void> {
  const { fleet, notes, chance } = stage;
  if (deed.what === 'misspell' || deed.what === 'mend') return write(deed.what, stage);
  const lives = fleet.running();
  if (lives.length === 0) return;
  const { bridge, store } = chance.pick(lives);
  try {
    if (deed.what === 'pause' || deed.what === 'resume') await bridge[deed.what](deed.place);
    if (deed.what === 'amend') await amendAny(stage, { store, bridge });
    if (deed.what !== 'replay' && deed.what !== 'discard') return;
    if (notes.ids.size === 0) return;
    const id = chance.pick([...notes.ids.values()]);
    notes[deed.what === 'replay' ? 'replayed' : 'discarded'].add(id);
    if (deed.what === 'replay') await store.replay({ id }, { force: false }, who);
    else await store.discard(id, who);
    bridge.wake();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** The processes read what was written at different times, and a process that starts meanwhile begins with it. */
async function write(what: 'misspell' | 'mend', stage: Stage): Promise<void> {
  const { fleet, chance, written } = stage;
  written.spelling = what === 'misspell' ? 'misspelt' : 'right';
  const read = async (life: Life) => {
    await sleep(chance.int(readWithinMs));
    await readMappings(life, stage);
  };
  await Promise.all(fleet.running().map(read));
}

async function readMappings({ gate, bridge }: Life, { written }: Stage): Promise<void> {
  if (gate.isDead()) return;
  try {
    await bridge.useMappings(courseMappings(written.spelling));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
