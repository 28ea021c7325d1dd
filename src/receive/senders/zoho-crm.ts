import type { KnownSender } from './known-sender.ts';

/**
 * The Notification API of Zoho CRM: ids of the changed records, and the changed values only if the channel
 * requests them. Each record becomes a separate event, without the token in the body.
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
      'These notifications are for programs: Zoho has no settings page for them. If you can choose, use a workflow, which sends the fields that you select: `fieldbridge sources zoho-workflow`.',
      '[[Create a long random text of at most 50 characters and put it in `secret:` of this source.]]',
      'Call POST /crm/v8/actions/watch of Zoho with notify_url {url}, [[the text|the secret shown above]] as "token", a "channel_id" of your own, "events" such as ["Contacts.edit"], and "return_affected_field_values": true. Without the last one only ids are sent, which no mapping can use.',
      'Only changed fields are sent. Include the custom field with the customer number in the affected fields, or import links (fieldbridge links import FILE) from the ids of Zoho to customer numbers.',
      'A channel ends after a day (a week since version 4): your program must renew it before, or the notifications stop without a message.',
    ],
  },
};
