import type { KnownSender } from './known-sender.ts';

/**
 * n8n, by its node "HTTP Request": what the workflow sends, one event or a list of them, each as it is or as an item of
 * n8n, whose data stand under `json`. It knows no id; the header `Idempotency-Key` can bring one.
 */
export const n8n: KnownSender = {
  preset: {
    name: 'n8n',
    title: 'n8n (HTTP Request)',
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    split: `$type($) = "array" and $count($) = 0 ? $ : $map($, function($item) {
    $type($item.json) = "object" and $count($keys($item)[$not($ in ["json", "binary", "pairedItem"])]) = 0
      ? $item.json : $item
  })`,
    eventId: ['$headers."idempotency-key"'],
    setup: [
      'In your workflow add the node "HTTP Request"; choose the method POST and enter {url} as "URL".',
      'Choose "Generic Credential Type", "Header Auth", and make a credential with the name Authorization and "Bearer " and a long random text as its value (with a blank between them); put the same text into `secret:` of this source.',
      'Turn "Send Body" on, choose JSON and "Using Fields Below", and add a line for each value: a name of your own, such as email, and the value. Mappings find it by that name.',
      'In the settings of the node turn "Retry On Fail" on, so that a request that failed is repeated.',
      'Turn "Send Headers" on and add Idempotency-Key with the id that the trigger gives to what happened, if it has one: what is repeated then does nothing twice.',
      'Give that header a value that is new for everything that happens, never the id of a person: what brings the same value again is left out as a duplicate.',
    ],
  },
};
