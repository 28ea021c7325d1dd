import { setImmediate as turn } from 'node:timers/promises';
import type { FoundEvent, PersonalData } from '../../decide/erasing/personal-data.ts';
import type { AboutRow, LinkRow } from '../../decide/people.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import { textsOfEvents, textsOfRefusals, textsOfWholes } from './texts-of-rows.ts';

/** The number of events that are read in one step. */
const stepSize = 100;

/** The events whose person no call names. */
const isAboutNobody = `NOT EXISTS (SELECT 1 FROM call c
  WHERE c.event = event.sequence AND (c.customer_id IS NOT NULL OR c.link_id IS NOT NULL))`;

/** Returns the personal data of the store. Other work runs between its pieces. */
export function personalRows(connection: Connection, queue: WriteQueue): PersonalData {
  const all = <Row>(sql: string, ...values: readonly (string | number)[]) =>
    queue.read(() => connection.all<Row>(sql, ...values));
  return {
    async event(id) {
      const [event] = await all<FoundEvent>('SELECT sequence, id FROM event WHERE id = ?', id);
      return event;
    },
    async newestEvent() {
      const [row] = await all<{ newest: number | null }>('SELECT max(sequence) AS newest FROM event');
      return row?.newest ?? 0;
    },
    async eventsBetween(after, newest, which) {
      await turn();
      const events = await all<FoundEvent>(
        `SELECT sequence, id FROM event WHERE sequence > ? AND sequence <= ?
           AND ${which === 'all' ? '1' : isAboutNobody} ORDER BY sequence LIMIT ?`,
        after,
        newest,
        stepSize,
      );
      const last = events.at(-1);
      return { events, ...(last && { last: last.sequence }) };
    },
    eventTexts: sequences => textsOfEvents(connection, queue, sequences),
    async refusal(id) {
      const [row] = await all<{ number: number }>('SELECT number FROM refusal WHERE id = ?', id);
      return row?.number;
    },
    refusalTexts: () => textsOfRefusals(connection, queue),
    async *wholeTexts() {
      for (let after = 0, more = true; more; await turn()) {
        const rows = await all<{ request: number }>(
          'SELECT DISTINCT request FROM event WHERE siblings = 1 AND request > ? ORDER BY request LIMIT ?',
          after,
          stepSize,
        );
        yield* textsOfWholes(
          connection,
          queue,
          rows.map(({ request }) => request),
        );
        after = rows.at(-1)?.request ?? after;
        more = rows.length === stepSize;
      }
    },
    turn: () => turn(),
    ...relations(all),
  };
}

/** Returns the links between ids and customer numbers. */
function relations(
  all: <Row>(sql: string, ...values: readonly (string | number)[]) => Promise<Row[]>,
): Pick<PersonalData, 'links' | 'callsAbout' | 'callsUnderLinks' | 'placesOfNumbers' | 'peopleOfLink'> {
  return {
    links: () => all<LinkRow>('SELECT people, link_id, destination, customer_id FROM link'),
    callsAbout: sequences =>
      all<AboutRow>(
        `SELECT DISTINCT event, destination, customer_id, link_people, link_id FROM call
         WHERE event IN (SELECT value FROM json_each(?)) AND (customer_id IS NOT NULL OR link_id IS NOT NULL)`,
        JSON.stringify(sequences),
      ),
    callsUnderLinks: links =>
      all<Omit<AboutRow, 'event'>>(
        `SELECT DISTINCT destination, customer_id, link_people, link_id FROM call
         WHERE link_id IN (SELECT value FROM json_each(?)) AND customer_id IS NOT NULL`,
        JSON.stringify(links),
      ),
    async placesOfNumbers(customerIds) {
      const known = await all<{ destination: string }>(
        `SELECT destination FROM link WHERE customer_id IN (SELECT value FROM json_each(?1))
         UNION SELECT destination FROM call WHERE customer_id IN (SELECT value FROM json_each(?1)) ORDER BY 1`,
        JSON.stringify(customerIds),
      );
      return known.map(row => row.destination);
    },
    async peopleOfLink(link) {
      const known = await all<{ people: string }>(
        'SELECT people FROM link WHERE link_id = ?1 UNION SELECT link_people FROM call WHERE link_id = ?1 ORDER BY 1',
        link,
      );
      return known.map(row => row.people);
    },
  };
}
