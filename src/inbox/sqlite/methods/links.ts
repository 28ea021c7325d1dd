import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';
import { addLink, findLink, listLinks, putLink } from '../rows/links.ts';

/** Which customer a link stands for. */
export function links({ connection, queue, clock }: Parts) {
  return {
    findLink: (link, destination) => queue.read(() => findLink(connection, link, destination)),
    putLink: (link, destination, customerId) =>
      queue.write(() => putLink(connection, link, destination, customerId, clock.now())),
    addLink: (link, destination, customerId) =>
      queue.write(() => addLink(connection, link, destination, customerId, clock.now())),
    links: filter => queue.read(() => listLinks(connection, filter)),
  } satisfies Partial<Store>;
}
