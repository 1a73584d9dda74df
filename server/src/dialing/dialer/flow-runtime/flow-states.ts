// Stores the flow states of this node's calls. States that are stored at the same time share a statement.

import type { FlowState } from '../../../conversations/flows/flow-state.ts'
import { toStorableJson } from '../../../platform/kernel/storable-text.ts'
import type { NodeContext } from '../dialer-options.ts'
import * as queries from './flow-states.queries.ts'

interface Pending {
  id: string
  phoneKey: string
  state: FlowState
  /** Whether the call still belongs to this node. */
  settle(isOurs: boolean): void
}

const RETRY_MS = 200

export function createFlowStates(
  { db, log, setTimer }: Pick<NodeContext, 'db' | 'log' | 'setTimer'>,
  nodeId: () => string,
) {
  let pending: Pending[] = []
  let isWriting = false
  let isClosed = false

  async function write(): Promise<void> {
    if (isClosed) dropAll()
    if (isWriting || pending.length === 0) return
    isWriting = true
    const batch = pending
    pending = []
    try {
      const rows = await queries.writeFlowStates(db, [
        batch.map(({ phoneKey }) => phoneKey),
        batch.map(({ id }) => id),
        batch.map(({ state }) => toStorableJson(state)),
        nodeId(),
      ])
      const ours = new Set(rows.map(({ id }) => id))
      for (const { id, settle } of batch) settle(ours.has(id))
    } catch (error) {
      // Without it the flow must not go on: another node would take the step a second time.
      log.warn({ err: error, calls: batch.length }, 'the state of calls could not be stored; trying again')
      pending = [...batch, ...pending]
      await new Promise<void>((resolve) => setTimer(resolve, RETRY_MS))
    } finally {
      isWriting = false
    }
    await write()
  }

  function dropAll(): void {
    for (const { settle } of pending) settle(false)
    pending = []
  }

  return {
    /** Resolves with whether the call still belongs to this node. */
    store(call: { id: string; phoneKey: string }, state: FlowState): Promise<boolean> {
      const { id, phoneKey } = call
      return new Promise((settle) => {
        pending.push({ id, phoneKey, state, settle })
        write()
      })
    },
    /** The call has ended: nothing of it needs to be stored any more. */
    forget(id: string): void {
      for (const each of pending) if (each.id === id) each.settle(false)
      pending = pending.filter((each) => each.id !== id)
    },
    /** This node has left: its calls belong to others, and trying again would keep the process from ending. */
    close(): void {
      isClosed = true
      dropAll()
    },
  }
}
