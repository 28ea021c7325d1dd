import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import {
  allExpressions,
  dearPayload,
  hostileExpression,
} from '../../test/program/hostile/hostile-expressions.ts';
import { type Fault, pause } from '../ground.ts';

/** The sources of expensive events: one changes its mapping, the `split` of others multiplies or loops. */
export const dearSources = `\
  dear: {verify: {type: none}}
  dear-items: {verify: {type: none}, split: 'items.{"item": $, "contact": $$.contact}'}
  dear-copies: {verify: {type: none}, split: 'items.{"item": $, "contact": $uppercase($$.contact.photo)}'}
  dear-ever: {verify: {type: none}, split: '($f := function($n) { $f($n + 1) }; $f(1))'}`;

const webhooks = 4;

/** Sends payloads that make expressions as expensive as possible; no event may end the process. */
export const dearExpressions: Fault = {
  name: 'dear expressions',
  async strike({ bridge, chance, scoreboard, folder }) {
    const number = chance.int(allExpressions);
    const mapping = {
      source: 'dear',
      destination: 'attic',
      operation: 'updateCustomer',
      set: { id: 'customer', note: hostileExpression(number) },
    };
    writeFileSync(join(folder, 'mappings/dear.yaml'), JSON.stringify(mapping));
    await pause(chance.int(600));
    for (let each = 0; each < webhooks; each += 1) {
      const source = ['dear', 'dear', 'dear-items', 'dear-copies', 'dear-ever'][chance.int(5)];
      const { body, statusCode } = await request(`http://127.0.0.1:${bridge.port}/hooks/${source}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(dearPayload(number)),
      });
      await body.dump();
      scoreboard.count('dear webhooks');
      if (statusCode !== 200 && statusCode !== 503)
        scoreboard.fault('bent by hostile inputs', `${source} ${number}: answered ${statusCode}`);
    }
    await pause(200 + chance.int(400));
    if (!bridge.alive) scoreboard.fault('ended by what came in', `expression ${number}`);
  },
};
