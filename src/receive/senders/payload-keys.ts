/**
 * The keys in the payloads of known senders, taken from their samples (mappings/samples/senders). Names
 * chosen by a person, such as those of questions in a form, are not included.
 */
export const payloadKeys: ReadonlySet<string> = new Set(
  `
  $event_id ALLERGIES Allergies Born CUSTOMER_NUMBER Customer_Stage Email Interests Name Newsletter OPT_IN
  STAGE Stage __fluent_form_embded_post_id __submission _action _fluentform_3_fluentformnonce _id _links
  _model _wp_http_referer acceptance-newsletter account_id action action_id active ad_id add_time
  additionalEmails additionalNotes additionalPhones address address_1 address_2 adgroup_id
  admin_graphql_api_id affected_fields affected_values alias allergies amount amount_total answer answers
  apiUrl api_app_id api_key_id api_key_name api_version app appId app_id appsStatus archived attempt
  attemptNumber attempt_number attendees attributes authorizations authors automation_id base billing birthday
  boardId body bookerUrl bookingId boolean border born browser campaign campaign_id cancel_url cancelled_at
  canonical-vid cart_hash category changeFlag changeSource change_source changedAt changed_fields changes
  channel channel_id channel_type charge checkbox choice choices city client_reference_id color columnId
  columnTitle columnType column_id column_name columns comment_id company company_id confirmed
  consent_updated_at contact contactId contact_email contact_id contact_ids content context_team_id core
  correlation_id country created createdAt created_at created_by created_time creative_id currency
  currency_symbol current current_total_price custom customInputs custom_attributes custom_field custom_fields
  custom_key customer customer-number customerNumber customer_details customer_id customer_locale
  customer_note customer_number data data_base64 data_source_id database_id datacontenttype date dateAdded
  dateModified dateOfBirth dateSubmitted date_completed date_created date_created_gmt date_modified
  date_modified_gmt date_of_birth date_paid date_updated datetime default default_group_id default_value
  definition deleted-changed-timestamp deletedAt delivered_at delivery_attempts delivery_status description
  destinationCalendar detail device discount_total display_name dropdown email email_address
  email_marketing_consent emails endTime end_time ending enterprise_id entity entity_id entry event eventDate
  eventDescription eventId eventName eventTitle eventType eventTypeId event_context event_guests event_id
  event_key event_memberships event_properties event_time event_ts event_type external_id field fieldElementId
  fieldName fieldType fields file_url financial_status firstName first_name first_sent_at firstname form
  form-submissions formElementId formId formName form_id form_response from full_name gcl_id google_key group
  groupId guests hair has_more hidden hideCalendarEventDetails hideCalendarNotes host how-often how_often href
  html_url iCalSequence iCalUID id idempotency_key identities identity-profiles ids image index integration_id
  interests invitee_scheduled_by invitees_counter ip ip_address is-contact is-primary isHidden isPublished
  isRetry isTopGroup is_bot is_bulk_edit is_bulk_update is_done is_enterprise_install is_ext_shared_channel
  is_favourite is_fixed is_fulfilled is_read is_starred is_test issue item jobTitle key klaviyo_account_id
  klaviyo_webhook_id label label_ids labels landed_at language last4 lastActive lastName last_edited_time
  last_name lastmodifieddate lastname lead_id lead_submit_time leadgen_id length level lifecycle_stage
  lifecyclestage limit line1 line2 line_items link links list-memberships livemode locale location login
  marketing_status matches_filters mautic.form_on_submit mautic.lead_post_save_update meeting_notes_html
  meeting_notes_plain merge-audits merged-vids message meta meta_data metadata method metric mimeType mode
  module multi_select name nameSingular names new_invitee newsletter no_show note note_attributes notes number
  oauth_client_id object objectId objectMetadata object_id object_keys object_type occurredAt old_invitee
  operation opt_in_level optionValue optional options order_key order_number org_id organization_id organizer
  originalTriggerUuid other owner owner_id page page_id parent parent_id payload payment payment_amount
  payment_date payment_method payment_method_title payment_status payment_total payment_type pending_webhooks
  permitted_user_ids personal phone phone_number phones picture_id pipedrive_service_name plain_text plan
  points portal-id portalId position post_id postal_address postal_code postcode preferred_channel
  prepublish_timestamp previous previousValue previous_data price prices_include_tax primary primaryEmail
  primaryPhoneCallingCode primaryPhoneCountryCode primaryPhoneNumber private product_id professional profile
  properties propertyName propertyValue pulseId pulseName quantity query_params question questions_and_answers
  reconfirmation record recordId record_id ref referer refs relationships repository request request_id
  request_method request_path requiresConfirmation rescheduleReason reschedule_url rescheduled resource_uri
  respondentId responseId responses results retry rich_text role routing_form_submission rows salesforce_uuid
  saved-at-timestamp scheduled_event schedulingType scheduling_method schema seatsPerTimeSlot select selected
  self sender serial_number server_time siteId size sku social source source-id source-type sourceId
  source_url specversion src stage startTime start_time state status status_id status_label string_value style
  subject submission submissionId submission_id submittedAt submitted_at subscriptionId subscriptionType
  subscription_id subtotal success tags targetUrl tax_exempt tax_ids team_id test text text_reminder_number
  time timeFormat timeZone timestamp timestamp_micro timezone title token topic total total_count total_paid
  total_price tracking trackingId trans_pending transaction_id transaction_type triggerEvent triggerTime
  triggerType triggerUuid ts type uid unix unsubscribed_from_emails update_time updatedAt updatedFields
  updated_at updated_properties uri url user userFieldsResponses userId user_agent user_column_data user_email
  user_id user_name username utcOffset utm_campaign utm_content utm_medium utm_source utm_term uuid v value
  values var_name variation_id vendor verb verified_email version versions vid visible_to webhook webhookId
  webhook_id webhook_owner_id workspaceId workspaceMemberId workspace_id workspace_name write_date your-email
  your-message your-name zendesk_event_version
`
    .trim()
    .split(/\s+/),
);
