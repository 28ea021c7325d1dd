import type { KnownSender } from './known-sender.ts';

const signedV2 = {
  type: 'digest',
  algorithm: 'sha256',
  signed: '{secret}{method}{url}{body}',
  signature: { name: 'X-HubSpot-Signature', encoding: 'hex' },
};

/**
 * The action "Send a webhook" of HubSpot's workflows: the contact with all its properties and their history,
 * or the chosen ones. It has no id. A contact that runs through the workflow again sends the same webhook.
 */
export const hubspotWorkflow: KnownSender = {
  preset: {
    name: 'hubspot-workflow',
    title: 'HubSpot workflows (Send a webhook)',
    alsoCalled: { 'hubspot-workflows': null },
    verify: [signedV2],
    versions: {
      v2: [signedV2],
      token: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    },
    body: 'json',
    occurredAt: '[properties.lastmodifieddate.value, lastmodifieddate][0]',
    setup: [
      'In HubSpot open Automations, Workflows, open a contact-based workflow (or make one), and add the action "Send a webhook" (under "Data ops"; it needs Data Hub Professional).',
      'Choose the method POST (a GET sends no fields) and enter {url} as the webhook URL.',
      'The authentication type "Include request signature in header" needs the id of a HubSpot app: put the client secret of that app in `secret:` of this source, and set `publicUrl` under `server:` of config.yaml, because the signature covers the URL.',
      'Without an app: add `version: token` to the source, and in HubSpot choose the type "API key": key name Authorization, location "Request header", and a key with the value "Bearer YOUR-SECRET".',
      'Under "Request body" choose "Customize request body" and add the properties that the mapping reads, the customer number and lastmodifieddate (when it changed) among them. "Include all contact properties" sends each as properties.NAME.value. To read both, write `[properties.NAME.value, NAME][0]` in the mapping.',
      'Press "Test action" with a contact, look at the event (/api/events), then turn the workflow on. HubSpot does not retry after a response 400 to 499, such as for a wrong secret: enroll those contacts again.',
    ],
  },
};
