// What belongs to a data source, and to which: each wing knows it of its own things.
import { findDataSourceOfTask } from '../campaigns/tasks/tasks.queries.ts'
import { findTaskOfRecording } from '../conversations/recordings/recordings.queries.ts'
import { findDataSource } from '../lists/data-sources/data-sources.queries.ts'
import { findSourceOfJob } from '../lists/imports/imports.queries.ts'
import type { OwnedKinds } from '../platform/http/access/bounds.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Services } from './services.ts'

export function createOwned(db: Database, { calls }: Pick<Services, 'calls'>): OwnedKinds {
  return {
    dataSource: {
      what: 'data source',
      async findDataSource(id) {
        const found = await findDataSource.first(db, [id])
        return found && { data_source_id: found.id }
      },
    },
    task: { what: 'task', findDataSource: (id) => findDataSourceOfTask.first(db, [id]) },
    call: { what: 'call', findDataSource: calls.dataSourceOf },
    liveCall: { what: 'live call', findDataSource: calls.dataSourceOfLive },
    recording: {
      what: 'recording',
      async findDataSource(id) {
        const found = await findTaskOfRecording.first(db, [id])
        if (!found) return undefined
        return (await findDataSourceOfTask.first(db, [found.task_id])) ?? { data_source_id: null }
      },
    },
    import: { what: 'import', findDataSource: (id) => findSourceOfJob.first(db, [id]) },
  }
}
