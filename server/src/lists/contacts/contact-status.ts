/** The status of a contact, across tasks or in one task. A dial's outcome is null or one of the first three. */
export const ContactStatus = {
  SUCCESS: 1,
  FAILED: 2,
  NOT_DIALED: 3,
  /** Being dialed, or waiting for another attempt. */
  IN_PROGRESS: 4,
} as const
