import { chromium } from 'playwright-core';
import { offerToAll } from '../one-of-the-run.ts';
import { howToLaunch } from './chromium.ts';

/** Lets all files of a run share one Chromium: each page has a context of its own in it, with nothing of the others. */
export default function offerChromium(): Promise<() => Promise<void>> {
  return offerToAll('CHROMIUM_OF_THE_RUN', async () => {
    const server = await chromium.launchServer(await howToLaunch());
    return { address: server.wsEndpoint(), stop: () => server.close() };
  });
}
