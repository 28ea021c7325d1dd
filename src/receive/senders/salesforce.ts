import type { SenderReply } from '../reply.ts';
import type { KnownSender } from './known-sender.ts';

const organization = { type: 'body-token', path: 'Envelope.Body.notifications.OrganizationId' };

/**
 * Outbound messages of Salesforce: SOAP, with 1 to 100 notifications, each with an id and the chosen fields.
 * They are repeated until they are acknowledged. The id of the organisation is the only proof of their
 * origin, but it is not secret; a token in the URL is. An HTTP callout of a Flow or of Apex sends the JSON of
 * its author, one record or a list of them, with a token in a header.
 */
export const salesforce: KnownSender = {
  preset: {
    name: 'salesforce',
    title: 'Salesforce outbound messages',
    alsoCalled: { sfdc: null, 'salesforce-outbound-message': null, 'salesforce-flow': 'flow', apex: 'flow' },
    verify: [organization],
    versions: {
      organization: [organization],
      token: [{ type: 'query-token', name: 'token' }],
      flow: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    },
    differences: {
      flow: {
        body: 'auto',
        split: '$',
        eventId: ['$headers."idempotency-key"'],
        eventType: 'attributes.type',
        occurredAt: '$exists(SystemModstamp) ? SystemModstamp : LastModifiedDate',
        acknowledgement: 'json',
      },
    },
    body: 'xml',
    split: 'Envelope.Body.notifications.Notification',
    eventId: ['Id'],
    eventType: '$substringAfter(sObject.`@type`, ":")',
    occurredAt: '$exists(sObject.SystemModstamp) ? sObject.SystemModstamp : sObject.LastModifiedDate',
    acknowledgement: 'salesforce',
    setup: [
      'In Salesforce open Setup, type "Outbound Messages" into Quick Find, and make a new one for the object Contact.',
      'Enter {url} as the endpoint URL, and choose the fields to send: the one with the customer number, those that the mapping reads, and SystemModstamp, the time of the change. Leave "Send Session ID" off.',
      'To send it, create a record-triggered Flow on Contact ("A record is created or updated") with the action "Outbound Message"; in older organisations it is a workflow rule.',
      'Put the organisation id in `secret:` of this source, as it is in the messages: with 18 characters. Setup, Company Information may show 15; "SELECT Id FROM Organization" in the Developer Console shows all 18.',
      'Many people may know that id. Better: add `version: token` to the source[[, put a long random text in `secret:`,]] and enter {url}?token=YOUR-SECRET as the endpoint URL. For an HTTP callout of a Flow (or of Apex) add `version: flow`, and have its Named Credential send the header Authorization with "Bearer YOUR-SECRET"; a mapping then reads the keys of the JSON that you send.',
      'Salesforce retries for 24 hours and then drops the message: "Outbound Messages" in Setup lists waiting messages. It sends the values at the time of sending, not of the change, and in no fixed order.',
    ],
  },
};

/** Salesforce repeats a message until it gets this response. */
export const salesforceAcknowledgement: SenderReply = {
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body:
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
    '<notificationsResponse xmlns="http://soap.sforce.com/2005/09/outbound"><Ack>true</Ack></notificationsResponse>' +
    '</soapenv:Body></soapenv:Envelope>',
};
