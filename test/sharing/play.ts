import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/inbox/postgres/schema/migrate.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { type Chance, chanceOf, seedOf } from '../../torture/chance.ts';
import { createTruth, type Truth } from '../simulation/truth.ts';
import { amendAny, judgeAmended } from './corrections.ts';
import { type Action, type Course, courseOf } from './course.ts';
import { courseConfig, courseMappings, type Spelling } from './course-config.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { judgeEvents } from './judge-events.ts';
import { judgeOwners } from './judge-owners.ts';
import { judgeTrips } from './judge-trips.ts';
import type { Life } from './life.ts';
import { createNotes, type Notes } from './notes.ts';
import { comeToRest } from './rest.ts';
import { sendAll } from './sending.ts';
import { queryRows, seenIn, watchSchema } from './watch.ts';

/** The result of the course of one seed. */
export interface Played {
  readonly seed: number;
  /** Findings as text; empty if every promise was kept. */
  readonly wrong: readonly string[];
  readonly figures: PlayedFigures;
}

/** Counts of a course. `owners`: how often a lease changed its owner. */
export interface PlayedFigures {
  readonly events: number;
  readonly delivered: number;
  readonly requests: number;
  /** The number of imported rows among the events, and of stored corrections. */
  readonly rows: number;
  readonly corrections: number;
  readonly freezes: number;
  readonly kills: number;
  readonly owners: number;
  readonly ms: number;
}

/** Everything that takes part in a course. */
export interface Stage {
  readonly course: Course;
  readonly url: string;
  readonly schema: string;
  readonly source: SourceConfig;
  readonly truth: Truth;
  readonly fleet: Fleet;
  readonly notes: Notes;
  readonly chance: Chance;
  /** The current spelling of the mappings; each process reads them a little later. */
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
  await queryRows(url, schema, `DROP SCHEMA ${schema} CASCADE`);
  const of = (what: Action['what']) => course.actions.filter(({ action }) => action.what === what).length;
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
      report: notes.onReport,
      statements: {
        delayMs: () => (!isCalm() && chance.maybe(share) ? chance.int(mostMs) : 0),
        refused: notes.refused,
      },
    }),
    chance,
  );
  return { course, url, schema, source, truth, fleet, notes, chance, written };
}

/** Does each action of the course at its time. */
async function actAll(stage: Stage): Promise<void> {
  const began = performance.now();
  const requests: Promise<void>[] = [];
  for (const { at, which, action } of stage.course.actions) {
    await sleep(Math.max(0, began + at - performance.now()));
    stage.fleet.act(action, which);
    requests.push(request(action, stage));
  }
  await sleep(Math.max(0, began + stage.course.lasts - performance.now()));
  await Promise.race([Promise.all(requests), sleep(100)]);
}

const readWithinMs = 400;
const who = { who: 'an operator of the course', why: 'to see what happens' };

/** Sends a request of a person to any process; a request that fails is not repeated. */
async function request(action: Action, stage: Stage): Promise<void> {
  const { fleet, notes, chance } = stage;
  if (action.what === 'misspell' || action.what === 'mend') return write(action.what, stage);
  const lives = fleet.running();
  if (lives.length === 0) return;
  const { bridge, store } = chance.pick(lives);
  try {
    if (action.what === 'pause' || action.what === 'resume') await bridge[action.what](action.place);
    if (action.what === 'amend') await amendAny(stage, { store, bridge });
    if (action.what !== 'replay' && action.what !== 'discard') return;
    if (notes.ids.size === 0) return;
    const id = chance.pick([...notes.ids.values()]);
    notes[action.what === 'replay' ? 'replayed' : 'discarded'].add(id);
    if (action.what === 'replay') await store.replay({ id }, { force: false }, who);
    else await store.discard(id, who);
    bridge.wake();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** The processes read the new mappings at different times; a process that starts meanwhile starts with them. */
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
