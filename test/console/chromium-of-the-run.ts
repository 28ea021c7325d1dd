import { chromium } from 'playwright-core';
import { offerToAll } from '../one-of-the-run.ts';
import { howToLaunch } from './chromium.ts';

/** Shares one Chromium among all files of a run. Each page has its own context, isolated from the others. */
export default function offerChromium(): Promise<() => Promise<void>> {
  return offerToAll('CHROMIUM_OF_THE_RUN', async () => {
    const server = await chromium.launchServer(await howToLaunch());
    return { address: server.wsEndpoint(), stop: () => server.close() };
  });
}
