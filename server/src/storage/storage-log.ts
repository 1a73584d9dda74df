// What storage needs of a logger, so that it depends on no logging library: pino's loggers fit as they are.

export interface StorageLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
