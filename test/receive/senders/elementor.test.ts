import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { aDelivery, aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';
import { expectQueryToken } from './a-token.ts';

const source = senderSource('elementor');
const head = { 'content-type': 'application/x-www-form-urlencoded' };
const eventOf = async (file: string) => {
  const [event] = await take(source, aSignedDelivery(source, sample(file), head));
  if (!event) throw new Error('there is no event');
  return event;
};

describe('Elementor', () => {
  it('is accepted with its advanced data', async () => {
    expect(await eventOf('elementor.txt')).toMatchObject({
      id: undefined,
      type: 'Before your first visit',
      occurredAt: undefined,
      payload: {
        form: { id: '3f2a9c1' },
        fields: { email: { value: 'ada+form@example.com' }, interests: { raw_value: ['Farbe', 'Pflege'] } },
        meta: { page_url: { value: 'https://example.com/before-your-visit/?customer_number=1001' } },
      },
    });
  });

  it('is accepted with labels only', async () => {
    expect(await eventOf('elementor-labels.txt')).toMatchObject({
      id: undefined,
      type: 'Before your first visit',
      payload: { 'E-mail': 'ada+form@example.com', 'Customer number': '1001' },
    });
  });

  it('needs the token in its URL', async () => {
    await expectQueryToken(source, aDelivery(sample('elementor.txt'), head));
  });
});

describe('answers of Elementor', () => {
  it('are found by the id of the field and by its label', async () => {
    const { payload } = await eventOf('elementor.txt');
    expect({ ...answersOf(source.answers, payload) }).toEqual({
      name: 'Ada Example',
      Name: 'Ada Example',
      email: 'ada+form@example.com',
      'E-mail': 'ada+form@example.com',
      allergies: 'Nüsse',
      'Do you have allergies?': 'Nüsse',
      interests: ['Farbe', 'Pflege'],
      'What interests you?': ['Farbe', 'Pflege'],
      born: '1990-12-10',
      'When were you born?': '1990-12-10',
      how_often: 'Regularly',
      'How often will you come?': 'Regularly',
      customer_number: '1001',
    });
  });

  it('are found by label only without advanced data', async () => {
    const { payload } = await eventOf('elementor-labels.txt');
    expect(answersOf(source.answers, payload)).toMatchObject({
      'Do you have allergies?': 'Nüsse',
      'What interests you?': 'Farbe, Pflege',
      'Customer number': '1001',
    });
  });
});
