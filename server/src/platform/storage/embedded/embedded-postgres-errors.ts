// Why the embedded PostgreSQL cannot be used. Each message is a sentence that an operator can act on.

import { hostname } from 'node:os'

/** There is no embedded PostgreSQL for this platform, or it cannot run here. */
export class EmbeddedPostgresUnavailable extends Error {
  override name = 'EmbeddedPostgresUnavailable'
}

/** PostgreSQL did not start. The message ends with PostgreSQL's own output. */
export class EmbeddedPostgresFailed extends Error {
  override name = 'EmbeddedPostgresFailed'

  static saying(summary: string, output: string): EmbeddedPostgresFailed {
    const text = output.trim()
    return new EmbeddedPostgresFailed(text === '' ? summary : `${summary}:\n${text}`)
  }
}

/** Another process is using this data folder. */
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
