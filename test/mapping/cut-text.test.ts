import { describe, expect, it } from 'vitest';
import { cutText } from '../../src/mapping/convert/cut-text.ts';

const long = 'Ich vertrage keine Nüsse und keine Düfte mit Limonen. '.repeat(1300);

/** Returns the first characters of a long text with this end; the text is cut inside a word. */
function cutAt(length: number, end = ''): string {
  return `${long.slice(0, length).trimEnd().padEnd(length, 'x').slice(0, -1)}x${end}`;
}

describe('a text that its sender cut', () => {
  it.each([191, 200, 250, 255, 256, 500, 512, 1000, 1024, 2000, 2048, 4000, 4096, 65_535])(
    'is reported at %d characters',
    length => {
      expect(cutText(cutAt(length))?.what).toContain(`${length} characters`);
    },
  );

  it.each([
    ...[20, 30, 50, 60, 80, 100, 128, 140, 160, 255].flatMap(length => [
      cutAt(length, '…'),
      cutAt(length, '...'),
      cutAt(length - 1, '…'),
      cutAt(length - 3, '...'),
      cutAt(length - 2, ' …'),
    ]),
    'Henna, Nüsse, Dufts…',
  ])('is reported with an ellipsis at a usual length: %s', text => {
    expect(cutText(text)).toBeDefined();
  });

  it.each([
    '',
    'Nüsse',
    'Mal sehen...',
    'ich weiß es noch nicht…',
    'Nüsse, Henna, …',
    cutAt(137, '…'),
    cutAt(201),
    cutAt(254).replace(/x$/, '.'),
    `${cutAt(254)}.`,
    `${cutAt(254)}!`,
    `${cutAt(254)})`,
    'x'.repeat(31),
    'x'.repeat(255),
  ])('is no other text: %s', text => {
    expect(cutText(text)).toBeUndefined();
  });
});
