/** The German titles of senders whose title contains English words, by sender. Product names stay unchanged. */
export const titlesDe: Readonly<Record<string, string>> = {
  'contact-form-7': 'Contact Form 7 (WordPress, mit CF7 to Webhook)',
  elementor: 'Elementor-Pro-Formulare (WordPress)',
  framer: 'Framer-Formulare',
  'google-ads': 'Lead-Formulare von Google Ads',
  'google-forms': 'Google Formulare (mit einem kurzen Apps Script)',
  'gravity-forms': 'Gravity Forms (WordPress, mit Webhooks)',
  hubspot: 'HubSpot-App, Ereignisse',
  'hubspot-workflow': 'HubSpot-Workflows (Webhook senden)',
  mailchimp: 'Mailchimp, Zielgruppen',
  make: 'Make (HTTP-Modul)',
  'meta-leads': 'Lead-Anzeigen von Meta (Facebook, Instagram)',
  odoo: 'Odoo (ab 17)',
  salesforce: 'Salesforce Outbound Messages',
  'standard-webhooks': 'Standard Webhooks, Svix (Clerk, Resend, OpenAI und andere)',
  wpforms: 'WPForms (WordPress, mit Webhooks als JSON)',
  'zoho-workflow': 'Zoho-Workflows (CRM, Books, Commerce) und Zoho Forms',
};
