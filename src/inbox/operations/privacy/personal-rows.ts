import type { FoundEvent, PersonalData, WholeTexts } from '../../decide/erasing/personal-data.ts';
import type { AboutRow, LinkRow } from '../../decide/people.ts';
import type { OperationStore } from '../steps.ts';
import { textsOfEvents, textsOfRefusals, textsOfWholes } from './texts-of-rows.ts';

/** The number of events that are read in one step. */
const stepSize = 200;
/** The number of links that are read at once. */
const linkStep = 20_000;

/** Returns the personal data of the store. Other work runs between the batches. */
export function personalRows(store: OperationStore): PersonalData {
  return {
    event: id =>
      store.read(transaction =>
        transaction.get<FoundEvent>('SELECT sequence, id FROM event WHERE id = $1', id),
      ),
    async newestEvent() {
      const row = await store.read(transaction =>
        transaction.get<{ newest: number | null }>('SELECT max(sequence) AS newest FROM event'),
      );
      return row?.newest ?? 0;
    },
    async eventsBetween(after, newest, which) {
      await store.turn();
      const step = await store.read(transaction =>
        transaction.all<FoundEvent & { about: boolean | number }>(
          `SELECT sequence, id, EXISTS (SELECT 1 FROM call c WHERE c.event = event.sequence
               AND (c.customer_id IS NOT NULL OR c.link_id IS NOT NULL)) AS about
           FROM event WHERE sequence > $1 AND sequence <= $2 ORDER BY sequence LIMIT $3`,
          after,
          newest,
          stepSize,
        ),
      );
      const wanted = which === 'all' ? step : step.filter(each => !each.about);
      const last = step.length === stepSize ? step.at(-1)?.sequence : undefined;
      return {
        events: wanted.map(({ sequence, id }) => ({ sequence, id })),
        ...(last !== undefined && { last }),
      };
    },
    eventTexts: sequences => textsOfEvents(store, sequences),
    async refusal(id) {
      const row = await store.read(transaction =>
        transaction.get<{ number: number }>('SELECT number FROM refusal WHERE id = $1', id),
      );
      return row?.number;
    },
    refusalTexts: () => textsOfRefusals(store),
    wholeTexts: () => allWholes(store),
    turn: () => store.turn(),
    ...relationsIn(store),
  };
}

/** The number of split webhooks that are read at once. */
const wholeStep = 100;

/** Returns the split webhooks up to the newest one at the start. */
async function* allWholes(store: OperationStore): AsyncGenerator<WholeTexts, void> {
  const newest = await store.read(transaction =>
    transaction.get<{ id: number | null }>('SELECT max(id) AS id FROM request'),
  );
  for (let after = 0, isMore = true; isMore; await store.turn()) {
    const from = after;
    const rows = await store.read(transaction =>
      transaction.all<{ request: number }>(
        `SELECT DISTINCT request FROM event WHERE siblings = true AND request > $1 AND request <= $2
         ORDER BY request LIMIT $3`,
        from,
        newest?.id ?? 0,
        wholeStep,
      ),
    );
    yield* textsOfWholes(
      store,
      rows.map(({ request }) => request),
    );
    after = rows.at(-1)?.request ?? after;
    isMore = rows.length === wholeStep;
  }
}

/** Returns the links between ids and customer numbers. */
function relationsIn(
  store: OperationStore,
): Pick<PersonalData, 'links' | 'callsAbout' | 'callsUnderLinks' | 'placesOfNumbers' | 'peopleOfLink'> {
  return {
    links: () => allLinks(store),
    callsAbout: sequences =>
      store.read(transaction =>
        transaction.all<AboutRow>(
          `SELECT DISTINCT event, destination, customer_id, link_people, link_id FROM call
           WHERE event = ANY ($1) AND (customer_id IS NOT NULL OR link_id IS NOT NULL) ORDER BY event`,
          sequences,
        ),
      ),
    callsUnderLinks: links =>
      store.read(transaction =>
        transaction.all<Omit<AboutRow, 'event'>>(
          `SELECT DISTINCT destination, customer_id, link_people, link_id FROM call
           WHERE link_id = ANY ($1) AND customer_id IS NOT NULL`,
          links,
        ),
      ),
    async placesOfNumbers(customerIds) {
      const rows = await store.read(transaction =>
        transaction.all<{ destination: string }>(
          `SELECT destination FROM link WHERE customer_id = ANY ($1)
           UNION SELECT destination FROM call WHERE customer_id = ANY ($1) ORDER BY 1`,
          customerIds,
        ),
      );
      return rows.map(row => row.destination);
    },
    async peopleOfLink(link) {
      const rows = await store.read(transaction =>
        transaction.all<{ people: string }>(
          `SELECT people FROM link WHERE link_id = $1
           UNION SELECT link_people FROM call WHERE link_id = $1 AND link_people IS NOT NULL ORDER BY 1`,
          link,
        ),
      );
      return rows.map(row => row.people);
    },
  };
}

/** Reads in steps, so that no statement with many links takes too long. */
function allLinks(store: OperationStore): Promise<readonly LinkRow[]> {
  return store.read(function* (transaction) {
    const links: LinkRow[] = [];
    for (let last: LinkRow | undefined; ; last = links.at(-1)) {
      const step: LinkRow[] = yield* transaction.all<LinkRow>(
        `SELECT people, link_id, destination, customer_id FROM link
         WHERE (people, link_id, destination) > ($1, $2, $3)
         ORDER BY people, link_id, destination LIMIT $4`,
        last?.people ?? '',
        last?.link_id ?? '',
        last?.destination ?? '',
        linkStep,
      );
      links.push(...step);
      if (step.length < linkStep) return links;
    }
  });
}
