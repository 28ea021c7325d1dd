import type { KnownSender } from './known-sender.ts';

/**
 * n8n, by its node "HTTP Request": one event or a list of them, each as data of the workflow or as an item of
 * n8n with the data under `json`. It sends no id; the header `Idempotency-Key` can contain one.
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
      'Choose "Generic Credential Type", "Header Auth", and make a credential with the name Authorization and [["Bearer " and a long random text as its value (with a space between them); put the same text into `secret:` of this source|the value "Bearer YOUR-SECRET"]].',
      'Turn "Send Body" on, choose JSON and "Using Fields Below", and add a line for each value: a name that you choose, such as email, and the value. Mappings find it by that name.',
      'In the settings of the node turn "Retry On Fail" on, so that a failed request is repeated.',
      'Turn "Send Headers" on and add Idempotency-Key with the id that the trigger gives to the event, if there is one: a repeated run then has no second effect.',
      'Give that header a new value for each event, never the id of a person: a webhook with a known value is left out as a duplicate.',
    ],
  },
};
