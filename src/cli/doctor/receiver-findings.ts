import { tryConnection } from '../../booking/http/first-steps.ts';
import type { ReceiverConfig } from '../../config/config.ts';
import { receiversOf } from '../../notify/messenger.ts';
import { unansweredWords } from '../../notify/post-message.ts';
import { type Finding, well, wrong } from './finding.ts';
import type { ReadConfig } from './read-config.ts';

const withinMs = 6_500;

/** Checks that the receivers of callbacks and alerts can be reached; nothing is posted to them. */
export async function lookAtReceivers({ loaded }: ReadConfig): Promise<readonly Finding[]> {
  return loaded.config ? Promise.all(receiversOf(loaded.config).map(lookAtReceiver)) : [];
}

async function lookAtReceiver(receiver: ReceiverConfig): Promise<Finding> {
  const { name, url } = receiver;
  const { host } = new URL(url);
  const connected = await tryConnection(url, receiver, withinMs);
  if (!('kind' in connected)) return well(name, `${host} can be reached`);
  return wrong(
    name,
    `${host}: ${unansweredWords(connected)}`,
    'messages are kept for a week, and told once it can be reached',
  );
}
