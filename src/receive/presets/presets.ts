import type { Preset } from '../../config/config.ts';
import { calendly } from './calendly.ts';
import { contactForm7 } from './contact-form-7.ts';
import { elementor } from './elementor.ts';
import { fluentForms } from './fluent-forms.ts';
import { gravityForms } from './gravity-forms.ts';
import { hubspot } from './hubspot.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { tally } from './tally.ts';
import { typeform } from './typeform.ts';
import { wpforms } from './wpforms.ts';

/** Every preset, by its name. */
export const presets: ReadonlyMap<string, Preset> = new Map(
  [
    calendly,
    contactForm7,
    elementor,
    fluentForms,
    gravityForms,
    hubspot,
    standardWebhooks,
    tally,
    typeform,
    wpforms,
  ].map(preset => [preset.name, preset]),
);
