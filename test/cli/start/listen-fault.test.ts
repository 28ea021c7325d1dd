import { describe, expect, it } from 'vitest';
import { listenFault } from '../../../src/cli/start/listen-fault.ts';

const place = { host: '127.0.0.1', port: 80, names: { host: 'server.host', port: 'server.port' } };
const failed = (code: string, syscall = 'listen') => Object.assign(new Error(code), { code, syscall });

describe('an address that cannot be listened at', () => {
  it.each([
    ['EACCES', 2, /^127\.0\.0\.1:80 may not be used by this user.*CAP_NET_BIND_SERVICE/],
    ['EPERM', 2, /may not be used by this user/],
    ['EADDRNOTAVAIL', 2, /is no address of this machine/],
    ['EAFNOSUPPORT', 2, /cannot listen at an address like/],
    ['EADDRINUSE', 3, /is taken by another program/],
    ['EMFILE', 3, /cannot be used \(EMFILE\)/],
  ])('is reported with a message: %s, status %i', (code, status, words) => {
    const fault = listenFault(failed(code), place);
    expect(fault?.status).toBe(status);
    expect(fault?.message).toMatch(words);
  });

  it.each([
    ['ENOTFOUND', 2],
    ['EAI_AGAIN', 3],
  ])('is reported with a message if its name is unknown: %s, status %i', (code, status) => {
    const fault = listenFault(failed(code, 'getaddrinfo'), { ...place, host: 'nosuch.invalid' });
    expect(fault?.status).toBe(status);
    expect(fault?.message).toMatch(/nosuch\.invalid.*set server\.host to /);
  });

  it('is written as in a URL for IPv6', () => {
    expect(listenFault(failed('EADDRINUSE'), { ...place, host: '::1' })?.message).toMatch(/^\[::1\]:80 is /);
  });

  it('is not reported for any other error', () => {
    expect(listenFault(failed('EADDRINUSE', 'read'), place)).toBe(undefined);
    expect(listenFault(new TypeError('a bug'), place)).toBe(undefined);
  });
});
