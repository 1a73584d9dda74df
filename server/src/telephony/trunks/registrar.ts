// Which trunks this node registers with their carriers. Many carriers keep one registration of an account, and send the calls of people who call back
// there. So one node registers a trunk; all nodes that have it place calls by it. That node is in `trunk.registrar`, and another one takes the trunk over
// when it has left or was removed, or when its switch does not run. So it is no lease of `platform/work/lease.ts`: it lasts as long as the membership of the node.
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Trunk } from './trunk.ts'
import * as queries from './trunks.queries.ts'

/** What registers the trunks of this node. */
export interface RegisteringSwitch {
  /** Why it does not run. */
  fault(): string | undefined
  /** Whether it has failed; false while it starts. */
  isGone(): boolean
  /** This node registers other trunks than before. */
  registrationsChanged(): void
}

interface RegistrarOptions {
  db: Database
  log: Log
  /** Undefined until they were read. */
  trunks: { enabled(): readonly Trunk[] | undefined }
}

export type Registrar = ReturnType<typeof createRegistrar>

export function createRegistrar({ db, log, trunks }: RegistrarOptions) {
  let registering: RegisteringSwitch | undefined
  let own: ReadonlySet<string> = new Set()

  function become(ids: readonly string[]): void {
    if (ids.length === own.size && ids.every((id) => own.has(id))) return
    own = new Set(ids)
    log.info({ trunks: ids }, 'this node registers these trunks from now on')
    registering?.registrationsChanged()
  }

  return {
    /** Whether this node registers the trunk. */
    has: (trunkId: string): boolean => own.has(trunkId),

    /** There is one. */
    attach(given: RegisteringSwitch): void {
      registering = given
    },

    /** With each heartbeat of the node: takes the trunks that no node registers, or gives its own back if its switch has failed. */
    async keep(nodeId: string): Promise<void> {
      const wanted = (trunks.enabled() ?? []).filter(({ registers }) => registers).map(({ id }) => id)
      if (!registering || (wanted.length === 0 && own.size === 0)) return
      if (registering.isGone()) {
        if (own.size > 0) await queries.releaseRegistrations(db, [nodeId, []])
        become([])
        return
      }
      // They belong to other nodes now, or to none.
      if ([...own].some((id) => !wanted.includes(id)))
        await queries.releaseRegistrations(db, [nodeId, wanted])
      const mayTake = registering.fault() === undefined
      const rows = await queries.claimRegistrations(db, [nodeId, wanted, mayTake])
      become(rows.map(({ id }) => id))
    },
  }
}
