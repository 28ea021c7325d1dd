import type { Preset } from '../../config/config.ts';

/**
 * Gravity Forms with its Webhooks add-on: JSON or a form; keys such as `1.3`. Unsigned; give it a header with a token.
 * An entry that is edited and sent again keeps its id, so an event is an entry as of its last change. Times are in UTC.
 */
export const gravityForms: Preset = {
  name: 'gravity-forms',
  title: 'Gravity Forms (WordPress, with Webhooks)',
  alsoCalled: { gravity: null, 'gravity-form': null },
  verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
  eventId: ['form_id', 'id', 'date_updated ? date_updated : date_created'],
  eventType: '$exists(date_created) ? form_id',
  occurredAt: 'date_updated ? date_updated : date_created',
  answers: 'gravity-forms',
  setup: [
    'In WordPress open Forms, Add-Ons, and install "Webhooks" (part of the Elite licence).',
    'Open your form, then Settings, Webhooks, and choose "Add New".',
    'Enter {url} as "Request URL"; choose the method POST and the format JSON.',
    'Under "Request Headers" choose Authorization, and enter "Bearer " and a long random text as its value (with a blank between them); put the same text into `secret:` of this source.',
    'Choose "All Fields" as "Request Body". To know whose answers they are, add a hidden field that is filled by a parameter of the page ("Allow field to be populated dynamically").',
    'Mappings find an answer by the number of its field (`$answers."2"`, `$answers."1.3"`; the editor shows it as ID). Gravity Forms does not look at the answer and does not repeat what failed: look at /api/refusals after the first try.',
  ],
};
