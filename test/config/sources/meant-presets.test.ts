import { expect, it } from 'vitest';
import { meantPresets } from '../../../src/config/sources/meant-presets.ts';
import { presets } from '../../../src/receive/senders/senders.ts';

it('a preset is suggested only for a similar name, not for a sender with the same ending', () => {
  const near = (name: string) => meantPresets(name, presets).near.map(each => each.name);
  expect(near('sendgrid')).toEqual([]);
  expect(near('event-gridd')).toEqual(['cloudevents']);
  expect(near('typefrom')).toEqual(['typeform']);
});
