// The stores of a node. A row of a recording names its store, because not every node can read every store: the folder of
// another machine, or the bucket of an earlier setting.
import type { Clock } from '../../platform/kernel/clock.ts'
import { openFolderStore } from './folder-store.ts'
import type { RecordingSettings } from './recording-settings.ts'
import type { RecordingStore } from './recording-store.ts'
import { createS3Store } from './s3-store.ts'

export interface RecordingStores {
  /** The store for new recordings. */
  main(): Promise<RecordingStore>
  /** All stores that this node can read. */
  all(): Promise<RecordingStore[]>
}

interface StoresOptions {
  settings: RecordingSettings
  clock: Clock
}

export function createRecordingStores({ settings, clock }: StoresOptions): RecordingStores {
  const s3 = settings.s3 && createS3Store(settings.s3, clock)
  let folder: RecordingStore | undefined
  // The folder is created with the first recording, and read after a change to S3 too.
  async function openFolder(mustCreate: boolean): Promise<RecordingStore | undefined> {
    folder ??= await openFolderStore(settings.folder, mustCreate)
    return folder
  }
  return {
    async main() {
      return s3 ?? ((await openFolder(true)) as RecordingStore)
    },
    async all() {
      const opened = await openFolder(false)
      return [...(s3 ? [s3] : []), ...(opened ? [opened] : [])]
    },
  }
}
