// The trunks, or the own phones, as they are now, read from the database at the start and after each notification of a change.
import type { Log } from '../../platform/kernel/log/log.ts'
import type { SetTimer } from '../../platform/kernel/wake-signal.ts'
import { createLoop } from '../../platform/work/loop.ts'
import type { Trunk } from '../trunks/trunk.ts'

/** Of trunks, or of own phones. */
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

export function createTrunkWatch<Item extends { isEnabled: boolean } = Trunk>({
  read,
  isHere = () => true,
  log,
  setTimer,
}: TrunkWatchOptions<Item>): TrunkWatch<Item> {
  let enabled: readonly Item[] | undefined
  let isElsewhere = false
  let count = 0
  let onRead = () => {}
  const loop = createLoop({
    name: 'reading the trunks or own phones',
    log,
    ...(setTimer && { setTimer }),
    async work(signal) {
      const all = (await read()).filter(({ isEnabled }) => isEnabled)
      enabled = all.filter(isHere)
      isElsewhere = enabled.length < all.length
      count = all.length
      if (!signal.aborted) onRead()
    },
  })

  return {
    enabled: () => enabled,
    hasElsewhere: () => isElsewhere,
    count: () => count,
    refresh() {
      loop.wake()
      return loop.idle()
    },
    listen(listener) {
      onRead = listener
    },
    close() {
      void loop.stop()
    },
  }
}
