import { describe, expect, it } from 'vitest';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectBearer } from './a-token.ts';
import { takesWhatIsWrittenThere } from './a-written-body.ts';

const source = senderSource('zapier');
const body = sample('zapier.json');

describe('Zapier', () => {
  it('is accepted with its content', async () => {
    const events = await take(source, aSignedDelivery(source, body));
    expect(events).toMatchObject([{ id: undefined, payload: { contact_id: 'c-77', tags: 'Farbe,Pflege' } }]);
  });

  it('needs the token in its header', async () => {
    await expectBearer(source, aDelivery(body));
  });

  takesWhatIsWrittenThere(source);
});
