import { describe, expect, it } from 'vitest';
import { load } from './reading.ts';

const image = { FIELDBRIDGE_HOST: '0.0.0.0', FIELDBRIDGE_STORE: 'sqlite:/data/fieldbridge.db' };

describe('the environment of an image or a unit', () => {
  it('sets the address and the store if the config does not', () => {
    for (const text of ['{}', 'server: {port: 9000}']) {
      const { config, diagnostics } = load(text, image);
      expect(diagnostics).toEqual([]);
      expect(config?.server.host).toBe('0.0.0.0');
      expect(config?.store).toEqual({ kind: 'sqlite', path: '/data/fieldbridge.db' });
    }
  });

  it('never overrides the config', () => {
    const { config } = load('server: {host: "::1"}\nstore: sqlite:/var/bridge.db\n', image);
    expect(config?.server.host).toBe('::1');
    expect(config?.store).toEqual({ kind: 'sqlite', path: '/var/bridge.db' });
  });

  it('changes nothing if it is empty', () => {
    const { config } = load('{}', { FIELDBRIDGE_HOST: '', FIELDBRIDGE_STORE: '' });
    expect(config?.server.host).toBe('127.0.0.1');
    expect(config?.store).toEqual({ kind: 'sqlite', path: '/etc/bridge/data/fieldbridge.db' });
  });

  it('is named in the report of an invalid store', () => {
    const { config, diagnostics } = load('{}', { FIELDBRIDGE_STORE: '/data/fieldbridge.db' });
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([{ message: 'FIELDBRIDGE_STORE of the environment names no store' }]);
  });
});
