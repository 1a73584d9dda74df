// Only what went wrong is worth a line beside the results.

export const quietLog = {
  info: () => undefined,
  // A connection that is cut when the server stops, and the like.
  warn: () => undefined,
  error: (details: object, message?: string) => console.error(message ?? '', details),
}
