// The services of the wing `lists`: contacts, their imports, and the keys by which stored numbers are compared.

import { noteRuleChange } from '../campaigns/permission/permission.queries.ts'
import type { PermissionSettings } from '../campaigns/permission/permission.service.ts'
import { taskLists } from '../campaigns/tasks/tasks.service.ts'
import type { Recordings } from '../conversations/recordings/recordings.service.ts'
import { waitingContacts } from '../dialing/dialer/claim/list-changes.ts'
import { forgetCallsOf } from '../dialing/dialer/single-calls/single-calls.service.ts'
import { createContacts } from '../lists/contacts/contacts.service.ts'
import type { ListObserver } from '../lists/contacts/remove-contacts.ts'
import { createImportRunner } from '../lists/imports/import-runner.ts'
import { createProgressStreams } from '../lists/imports/progress-streams.ts'
import { createKeyRenewal } from '../lists/number-keys/renew-keys.ts'
import type { Queryable } from '../platform/storage/database.ts'
import { createTableFiles } from '../platform/tabular/table-files.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'
import type { Readers } from './readers.ts'

interface ListParts {
  readers: Readers
  recordings: Recordings
  permission: PermissionSettings
}

export function createLists(
  options: AppOptions,
  { db, exportDb }: Databases,
  { readers, recordings, permission }: ListParts,
) {
  const { clock, log } = options
  const { timestamps, offsetAt, readPhoneNumber, serviceCountry } = readers
  /** What was said to them without a task, and the recordings of their calls. */
  async function contactsDeleted(
    tx: Queryable,
    contacts: { id: string; phone_key: string }[],
  ): Promise<void> {
    await forgetCallsOf(tx, contacts)
    await recordings.eraseOfContacts(
      tx,
      contacts.map(({ id }) => id),
    )
  }
  const listObserver: ListObserver = {
    ...waitingContacts(offsetAt),
    countReadingOn: taskLists.countReadingOn,
    beforeRemoval: taskLists.beforeRemoval,
    async contactsRemoved(tx, dataSourceId, contacts, now) {
      await taskLists.contactsRemoved(tx, dataSourceId, contacts, now)
      await contactsDeleted(tx, contacts)
    },
  }
  const writing = {
    db,
    clock,
    timestamps,
    readPhoneNumber,
    followCountry: serviceCountry.follow,
    listObserver,
  }
  const contactsDependencies = { ...writing, exportDb }
  const tableFiles = createTableFiles(options.tableFiles)
  return {
    ...{ contactsDependencies, contactsDeleted },
    tableFiles,
    contacts: createContacts(contactsDependencies),
    importProgress: createProgressStreams(),
    importRunner: createImportRunner({ ...writing, tableFiles, log, ...options.imports }),
    keyRenewal: createKeyRenewal({
      ...{ db, clock, log, serviceCountry },
      rules: {
        renewPrefixes: permission.renewPrefixes,
        async noteChange(tx) {
          await noteRuleChange(tx, [])
        },
      },
      lockTasks: taskLists.beforeRemoval,
    }),
  }
}
