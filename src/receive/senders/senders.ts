import type { Preset } from '../../config/sources/preset.ts';
import { activecampaign } from './activecampaign.ts';
import { airtable } from './airtable.ts';
import { brevo } from './brevo.ts';
import { calCom } from './cal-com.ts';
import { calendly } from './calendly.ts';
import { close } from './close.ts';
import { cloudevents } from './cloudevents.ts';
import { contactForm7 } from './contact-form-7.ts';
import { elementor } from './elementor.ts';
import { fluentForms } from './fluent-forms.ts';
import { framer } from './framer.ts';
import { freshsales } from './freshsales.ts';
import { github } from './github.ts';
import { googleAds } from './google-ads.ts';
import { googleForms } from './google-forms.ts';
import { gravityForms } from './gravity-forms.ts';
import { hubspot } from './hubspot.ts';
import { hubspotWorkflow } from './hubspot-workflow.ts';
import { intercom } from './intercom.ts';
import { jotform } from './jotform.ts';
import { keap } from './keap.ts';
import { klaviyo } from './klaviyo.ts';
import type { KnownSender } from './known-sender.ts';
import { mailchimp } from './mailchimp.ts';
import { make } from './make.ts';
import { mautic } from './mautic.ts';
import { metaLeads } from './meta-leads.ts';
import { monday } from './monday.ts';
import { n8n } from './n8n.ts';
import { notion } from './notion.ts';
import { odoo } from './odoo.ts';
import { paperform } from './paperform.ts';
import { pipedrive } from './pipedrive.ts';
import { salesforce } from './salesforce.ts';
import { shopify } from './shopify.ts';
import { slack } from './slack.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { stripe } from './stripe.ts';
import { tally } from './tally.ts';
import { twenty } from './twenty.ts';
import { typeform } from './typeform.ts';
import { webflow } from './webflow.ts';
import { woocommerce } from './woocommerce.ts';
import { wpforms } from './wpforms.ts';
import { zapier } from './zapier.ts';
import { zendesk } from './zendesk.ts';
import { zohoCrm } from './zoho-crm.ts';
import { zohoWorkflow } from './zoho-workflow.ts';

/** All known senders, by their names. */
export const senders: ReadonlyMap<string, KnownSender> = new Map(
  [
    activecampaign,
    airtable,
    brevo,
    calCom,
    calendly,
    close,
    cloudevents,
    contactForm7,
    elementor,
    fluentForms,
    framer,
    freshsales,
    github,
    googleAds,
    googleForms,
    gravityForms,
    hubspot,
    hubspotWorkflow,
    intercom,
    jotform,
    keap,
    klaviyo,
    mailchimp,
    make,
    mautic,
    metaLeads,
    monday,
    n8n,
    notion,
    odoo,
    paperform,
    pipedrive,
    salesforce,
    shopify,
    slack,
    standardWebhooks,
    stripe,
    tally,
    twenty,
    typeform,
    webflow,
    woocommerce,
    wpforms,
    zapier,
    zendesk,
    zohoCrm,
    zohoWorkflow,
  ].map(sender => [sender.preset.name, sender]),
);

/** All presets, by their names: the data of the senders, which `config` uses. */
export const presets: ReadonlyMap<string, Preset> = new Map(
  [...senders].map(([name, { preset }]) => [name, preset]),
);
