// Passes on what voice agents say about their calls by request. Any node may get the request; the word waits in a table until
// the node that has the call takes it. The request is answered then, so a word that was accepted counts, and one that
// was not can be sent again.
import type { AgentWord } from '../flows/flow-state.ts'
import type { Clock } from '../kernel/clock.ts'
import { NotFound, TryAgain } from '../kernel/errors.ts'
import { isId, newId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import { findBadHeaders, findForgery, type Proof, type ProofFault } from '../kernel/signature.ts'
import { type SetTimer, setRealTimer } from '../kernel/wake-signal.ts'
import type { Database } from '../storage/database.ts'
import { checkWordFields, readAgentWord, type WordReader } from './agent-word.ts'
import * as queries from './agent-words.queries.ts'
import { createWordTurns } from './word-turns.ts'

export type AgentWords = ReturnType<typeof createAgentWords>

interface AgentWordsOptions {
  db: Database
  clock: Clock
  log: Log
  secret: string
  reader: WordReader
  /** Resolves with true when the word counts, with false if the call is not one of this node's. */
  tell(callId: string, word: AgentWord): Promise<boolean>
  setTimer?: SetTimer
}

const FIRST_LOOK_MS = 10
const MAX_WAIT_MS = 5000

export function createAgentWords(options: AgentWordsOptions) {
  const { db, clock, log, secret, reader, tell, setTimer = setRealTimer } = options
  /** Words that are being told. */
  const telling = new Set<string>()
  const turns = createWordTurns(setTimer, pass, checkWordFields)

  /** Resolves when the node of the call has taken it. */
  async function pass(callId: string, word: AgentWord): Promise<void> {
    const id = newId()
    const added = await queries.addWord.first(db, [id, callId, JSON.stringify(word), clock.now()])
    if (!added) throw new NotFound('live call', callId)
    let isLive = true
    for (let waitMs = FIRST_LOOK_MS; waitMs < MAX_WAIT_MS && isLive; waitMs *= 2) {
      const state = await queries.followWord.first(db, [id, callId])
      if (!state?.is_waiting) return
      isLive = state.is_live
      if (isLive) await new Promise<void>((resolve) => setTimer(resolve, waitMs))
    }
    // It may have been taken in the last moment.
    if ((await queries.removeWord.run(db, [id])) === 0) return
    if (!isLive) throw new NotFound('live call', callId)
    throw new TryAgain(`the node of call ${callId} did not take the word; send it again`, {
      code: 'call_not_reached',
    })
  }

  async function tellOnce({ id, call_id, word }: queries.WaitingWord): Promise<void> {
    if (telling.has(id)) return
    telling.add(id)
    try {
      if (await tell(call_id, word)) await queries.removeWord(db, [id])
    } finally {
      telling.delete(id)
    }
  }

  return {
    findBadHeaders: (proof: Proof) => findBadHeaders(clock.now(), proof),

    findForgery(callId: string, proof: Proof, body: Buffer): ProofFault | undefined {
      const message = { direction: 'callback', method: 'POST', path: agentPath(callId), body } as const
      return findForgery(secret, clock.now(), proof, message)
    },

    /** Resolves when the node of the call has taken it. */
    async receive(callId: string, given: object): Promise<void> {
      const word = readAgentWord(given, 0, reader)
      const call = isId(callId) ? await queries.readCallFields.first(db, [callId]) : undefined
      if (!call) throw new NotFound('live call', callId)
      checkWordFields({ fields: { ...call.fields, ...word.fields } })
      await turns.take(callId, word)
    },

    /** There are words for this call, or for some. */
    async deliver(callId: string | undefined): Promise<void> {
      try {
        await Promise.all((await queries.readWords(db, [callId ?? null])).map(tellOnce))
      } catch (error) {
        log.warn({ err: error }, 'words of voice agents could not be read; they will be sent again')
      }
    },
  }
}

export function agentPath(callId: string): string {
  return `/api/agent/${callId}`
}
