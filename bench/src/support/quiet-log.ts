// Logs only errors, so that the results stay readable.

export const quietLog = {
  info: () => undefined,
  // Mostly connections that are closed when a server stops.
  warn: () => undefined,
  error: (details: object, message?: string) => console.error(message ?? '', details),
}
