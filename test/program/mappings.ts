/** Sets the note of a customer, for events of the kind `update`. */
export const updateMapping = `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
set: {id: customer, note: note}
`;

/** Books an appointment, whose id is also that of its participant, for events of the kind `booking`. */
export const bookingMapping = `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: appointment
  privacy: {value: true, because: test}
  terms: {value: true, because: test}
  minAge: {value: true, because: test}
`;
