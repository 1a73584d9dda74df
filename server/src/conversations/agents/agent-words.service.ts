// Passes on what voice agents say about their calls by HTTP request. Any node may receive the request; the message waits in a table
// until the node that has the call takes it. Only then is the request answered, so an accepted message counts, and any other
// can be sent again.

import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, Forbidden, InvalidInput, NotFound, TryAgain } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import {
  FRESH_SECONDS,
  findBadHeaders,
  findForgery,
  type Proof,
  type ProofFault,
} from '../../platform/kernel/secrets/signature.ts'
import { type SetTimer, setRealTimer } from '../../platform/kernel/wake-signal.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { AgentWord } from '../flows/flow-state.ts'
import { MAX_COSTS, MAX_LINES } from '../transcripts/conversation.ts'
import type { Conversations } from '../transcripts/conversations.service.ts'
import { type AgentSettings, secretOf } from './agent-settings.ts'
import { checkWordFields, readAgentWord, type WordReader } from './agent-word.ts'
import * as queries from './agent-words.queries.ts'
import { readCommands } from './read-command.ts'
import { readConversation } from './read-conversation.ts'
import { createWordTurns } from './word-turns.ts'

export type AgentWords = ReturnType<typeof createAgentWords>

interface AgentWordsOptions {
  db: Database
  clock: Clock
  log: Log
  secrets: Pick<AgentSettings, 'secret' | 'secrets'>
  reader: WordReader
  conversations: Pick<Conversations, 'tell' | 'findLate'>
  /** Resolves with true when the word counts, with false if the call is not one of this node's. */
  tell(callId: string, word: AgentWord): Promise<boolean>
  setTimer?: SetTimer
}

/** The agent that signed a message. */
export interface Signer {
  secret: string
  signature: string
  /** When the signature was made. */
  signedAt: Date
}

/** A signature that may be fresh for another node, whose clock differs, is still kept. */
const SIGNATURE_KEPT_MS = 2 * FRESH_SECONDS * 1000
const FIRST_LOOK_MS = 10
const MAX_WAIT_MS = 5000

export function createAgentWords(options: AgentWordsOptions) {
  const { db, clock, log, secrets, reader, conversations, tell, setTimer = setRealTimer } = options
  const all = [
    ...new Set([
      ...(secrets.secret === undefined ? [] : [secrets.secret]),
      ...(secrets.secrets?.values() ?? []),
    ]),
  ]
  /** Words that are being told. */
  const telling = new Set<string>()
  const turns = createWordTurns(setTimer, pass, checkWordFields)

  /** Resolves when the node of the call has taken it. */
  async function pass(id: string, callId: string, word: AgentWord): Promise<void> {
    const added = await queries.addWord.first(db, [id, callId, JSON.stringify(word)])
    if (!added) throw new NotFound('live call', callId)
    let isLive = true
    for (let waitMs = FIRST_LOOK_MS; waitMs < MAX_WAIT_MS && isLive; waitMs *= 2) {
      const state = await queries.followWord.first(db, [id, callId])
      if (!state?.is_waiting) return
      isLive = state.is_live
      if (isLive) await new Promise<void>((resolve) => setTimer(resolve, waitMs))
    }
    // A node may have taken the words in the last moment.
    if ((await queries.removeWord.run(db, [id])) === 0) return
    if (!isLive) throw new NotFound('live call', callId)
    throw new TryAgain({ fault: 'call_not_reached' })
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

    /** Which of the secrets it is signed with, or why none of them. */
    findSigner(callId: string, proof: Proof, body: Buffer): Signer | ProofFault {
      const message = { direction: 'callback', method: 'POST', path: agentPath(callId), body } as const
      let fault: ProofFault | undefined
      for (const secret of all) {
        fault = findForgery(secret, clock.now(), proof, message)
        const { signature = '', timestamp } = proof
        if (!fault) return { secret, signature, signedAt: new Date(Number(timestamp) * 1000) }
      }
      return fault ?? { message: 'there is no secret for agents', detail: { fault: 'signature_wrong' } }
    },

    /** Resolves when the node of the call has taken it. What is told about the conversation may come after the end of the call. */
    async receive(callId: string, given: object, { secret, signature, signedAt }: Signer): Promise<void> {
      const word = { ...readAgentWord(given, 0, reader), ...readCommands(given) }
      const part = readConversation(given, null)
      const hasWord = Object.keys(word).length > 0 || !part
      const live = isId(callId) ? await queries.readCall.first(db, [callId]) : undefined
      const call = live ?? (isId(callId) && !hasWord ? await conversations.findLate(callId) : undefined)
      if (!call) throw new NotFound('live call', callId)
      const holders =
        call.agents.length === 0 ? [secrets.secret] : call.agents.map((url) => secretOf(secrets, url))
      if (!holders.includes(secret))
        throw new Forbidden(`call ${callId} is not with the agent whose secret has signed this`, {
          fault: 'signature_wrong',
        })
      checkWordFields({ fields: { ...live?.fields, ...word.fields } })
      const until = new Date(signedAt.getTime() + SIGNATURE_KEPT_MS)
      const id = newId()
      if (!(await queries.useSignature.first(db, [id, signature, until, clock.now()])))
        throw new Conflict(
          'this was said before with the same signature: sign it again, with the time of now',
          {
            fault: 'signature_used',
          },
        )
      try {
        if (hasWord) await turns.take(id, callId, word)
        const { task_id: taskId, contact_id: contactId } = call
        if (part && !(await conversations.tell({ id: callId, taskId, contactId }, part))) throw tooLong()
      } catch (error) {
        // The message does not count, so it may be sent again as it is.
        await queries.forgetSignature(db, [id])
        throw error
      }
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

function tooLong(): InvalidInput {
  return new InvalidInput(
    `transcript must have at most ${MAX_LINES} lines, and there may be ${MAX_COSTS} costs, with those that the call already has`,
    { fault: 'wrong_count', params: { max: MAX_LINES }, field: 'transcript' },
  )
}

export function agentPath(callId: string): string {
  return `/api/agent/${callId}`
}
