import type { KnownSender } from './known-sender.ts';

/**
 * The Notification API of Zoho CRM: ids of the records that changed, and the changed values only where the channel
 * asks for them. Each record becomes an event of its own, without the token that stands in the body.
 */
export const zohoCrm: KnownSender = {
  preset: {
    name: 'zoho-crm',
    title: 'Zoho CRM (Notification API)',
    verify: [{ type: 'body-token', path: 'token' }],
    body: 'json',
    split: `($all := $; $map($all.ids, function($id) {
    {"id": $id, "module": $all.module, "operation": $all.operation, "channel_id": $all.channel_id,
     "server_time": $all.server_time, "values": $all.affected_values[record_id = $id].values,
     "affected_fields": $exists($lookup($all.affected_fields, $id)) ? [$lookup($all.affected_fields, $id)]}
  }))`,
    eventId: ['channel_id', 'server_time', 'operation', 'id'],
    eventType: 'module & "." & operation',
    occurredAt: 'server_time',
    setup: [
      'This way is for programs: it has no page in the settings of Zoho. If you are choosing, take a workflow, which sends the fields you pick: `fieldbridge sources zoho-workflow`.',
      'Make a long random text of at most 50 characters and put it in `secret:` of this source.',
      'Call POST /crm/v8/actions/watch of Zoho with notify_url {url}, the text as "token", a "channel_id" of your own, "events" such as ["Contacts.edit"], and "return_affected_field_values": true. Without the last one only ids are sent, and no mapping can do anything with them.',
      'Have the custom field with the customer number among the affected fields, or import links (fieldbridge links import FILE) from the ids of Zoho to customer numbers: only fields that changed are sent.',
      'A channel ends after a day (a week since version 4): have your program renew it before, or the notifications stop without a word.',
    ],
  },
};
