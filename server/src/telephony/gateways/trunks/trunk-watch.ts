// The trunks, or the own phones, as they are now, read from the database at the start and after each notification of a change.
import type { Log } from '../../../platform/kernel/log/log.ts'
import { type SetTimer, setRealTimer } from '../../../platform/kernel/wake-signal.ts'
import type { Trunk } from '../../trunks/trunk.ts'

/** Of own phones as well. */
export interface TrunkWatch<Item = Trunk> {
  /** The enabled ones that this node has; undefined until they were read for the first time. */
  enabled(): readonly Item[] | undefined
  /** Whether other nodes have enabled ones that this one does not have. */
  hasElsewhere(): boolean
  /** How many are enabled, here or elsewhere. */
  count(): number
  /** Reads them again. Resolves when they were read, or could not be; that is tried again. */
  refresh(): Promise<void>
  /** There is one listener. It is called after each reading. */
  listen(onRead: () => void): void
  close(): void
}

interface TrunkWatchOptions<Item> {
  read(): Promise<readonly Item[]>
  /** Whether this node has it; without this it has all. */
  isHere?(item: Item): boolean
  log: Log
  setTimer?: SetTimer
}

const RETRY_MS = 1000

export function createTrunkWatch<Item extends { isEnabled: boolean } = Trunk>({
  read,
  isHere = () => true,
  log,
  setTimer = setRealTimer,
}: TrunkWatchOptions<Item>): TrunkWatch<Item> {
  let enabled: readonly Item[] | undefined
  let isElsewhere = false
  let count = 0
  let onRead = () => {}
  let isReading = false
  let isWanted = false
  let isClosed = false
  let cancelRetry = () => {}

  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    cancelRetry()
    try {
      while (isWanted && !isClosed) {
        isWanted = false
        const all = (await read()).filter(({ isEnabled }) => isEnabled)
        enabled = all.filter(isHere)
        isElsewhere = enabled.length < all.length
        count = all.length
        if (!isClosed) onRead()
      }
    } catch (error) {
      if (isClosed) return
      log.warn({ err: error }, `the trunks or own phones could not be read; trying again in ${RETRY_MS} ms`)
      cancelRetry = setTimer(refresh, RETRY_MS)
    } finally {
      isReading = false
    }
  }

  function refresh(): Promise<void> {
    isWanted = true
    return readAll()
  }

  return {
    enabled: () => enabled,
    hasElsewhere: () => isElsewhere,
    count: () => count,
    refresh,
    listen(listener) {
      onRead = listener
    },
    close() {
      isClosed = true
      cancelRetry()
    },
  }
}
