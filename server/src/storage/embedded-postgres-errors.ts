// Why the embedded PostgreSQL is not there: each message is a sentence an operator can act on.

import { hostname } from 'node:os'

/** This platform has no embedded PostgreSQL, or it cannot be run here. */
export class EmbeddedPostgresUnavailable extends Error {
  override name = 'EmbeddedPostgresUnavailable'
}

/** It was there, but did not start. The message ends with what PostgreSQL itself had to say. */
export class EmbeddedPostgresFailed extends Error {
  override name = 'EmbeddedPostgresFailed'

  static saying(summary: string, output: string): EmbeddedPostgresFailed {
    const text = output.trim()
    return new EmbeddedPostgresFailed(text === '' ? summary : `${summary}:\n${text}`)
  }
}

/** Another process works on this data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  readonly folder: string
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined, host?: string) {
    const where = host === undefined || host === hostname() ? '' : ` on ${host}`
    const by = pid === undefined ? 'another process' : `another process (pid ${pid}${where})`
    super(`the data folder ${folder} is in use by ${by}: stop it first, or give this one a folder of its own`)
    this.folder = folder
    this.pid = pid
  }
}
