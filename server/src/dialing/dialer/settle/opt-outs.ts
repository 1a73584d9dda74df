// Opt-outs during the calls of this node: the numbers go on a do-not-call list. An opt-out stays in memory until it is stored, and
// its call is not settled before, so the number gets no other call meanwhile. Opt-outs that are not stored when the node stops
// go to its disk (unwritten.ts).
import { InvalidInput, NotFound } from '../../../platform/kernel/errors.ts'
import { isOwnPhoneKey } from '../../../platform/kernel/phone/own-phone-key.ts'
import { numberDigits, numberKey } from '../../../platform/kernel/phone/phone-key.ts'
import type { NodeContext } from '../dialer-options.ts'

export interface KeptOptOut {
  listId: string
  phoneNumber: string
  phoneKey: string
  callId: string
}

interface Keeping {
  wish: KeptOptOut
  written: Promise<void>
}

const RETRY_MS = 1000

export type OptOuts = ReturnType<typeof createOptOuts>

export function createOptOuts({ flow, log, setTimer }: Pick<NodeContext, 'flow' | 'log' | 'setTimer'>) {
  const kept = new Map<string, Keeping>()
  const waiting = new Set<() => void>()
  let isClosed = false

  async function pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const wakeUp = () => {
        cancel()
        waiting.delete(wakeUp)
        resolve()
      }
      const cancel = setTimer(wakeUp, RETRY_MS)
      waiting.add(wakeUp)
    })
  }

  /** Leaves it in `kept` only if the node stops before. */
  async function write(key: string, { listId, phoneNumber, callId }: KeptOptOut): Promise<void> {
    for (let tries = 1; !isClosed; tries += 1) {
      try {
        await flow?.optOut({ listId, phoneNumber, callId })
        kept.delete(key)
        return
      } catch (error) {
        if (error instanceof NotFound || error instanceof InvalidInput) {
          log.error({ err: error, call: callId }, 'a number cannot be put on a do-not-call list')
          kept.delete(key)
          return
        }
        if (tries === 1)
          log.error(
            { err: error, call: callId },
            'a number could not be put on a do-not-call list yet; trying again until it is stored',
          )
        await pause()
      }
    }
  }

  return {
    /** Resolves when it is stored, or can never be. */
    keep({ phoneKey, ...rest }: KeptOptOut): Promise<void> {
      // It can never be called by a task.
      if (isOwnPhoneKey(phoneKey)) return Promise.resolve()
      const wish = { ...rest, phoneKey: numberKey(phoneKey) }
      const key = `${wish.callId} ${wish.listId}`
      const known = kept.get(key)
      if (known) return known.written
      const keeping: Keeping = { wish, written: Promise.resolve() }
      kept.set(key, keeping)
      keeping.written = write(key, wish)
      return keeping.written
    },

    /** Resolves when all that the call has asked for is stored; undefined if nothing is left to store. */
    written(callId: string): Promise<unknown> | undefined {
      const own = [...kept.values()].filter(({ wish }) => wish.callId === callId)
      return own.length > 0 ? Promise.all(own.map(({ written }) => written)) : undefined
    },

    /** Somebody at this number has asked for no more calls, which is not stored yet. */
    isKept: (phoneKey: string) =>
      kept.size > 0 &&
      [...kept.values()].some(({ wish }) => numberDigits(wish.phoneKey) === numberDigits(phoneKey)),

    unwritten: (): KeptOptOut[] => [...kept.values()].map(({ wish }) => wish),

    /** This node has left: trying again would keep the process from ending. */
    close(): void {
      isClosed = true
      for (const wakeUp of waiting) wakeUp()
    },
  }
}
