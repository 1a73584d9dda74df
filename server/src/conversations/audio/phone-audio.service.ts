// Audios that are recorded by phone: a call without a task whose flow records a message. The message becomes an audio when it has been
// fetched from the switch, on whichever node does that; so nothing is lost if the node that was asked for it stops.
//
// The states while the call goes on are those of the call and of its recording. Only the end is stored here.

import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, DomainError, InvalidInput, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { currentActor, onBehalfOf } from '../../platform/trail/actor.ts'
import type { Audios } from './audio.service.ts'
import * as queries from './phone-audio.queries.ts'
import { trimSilence } from './trim-silence.ts'

export interface PhoneAudioRequest {
  name: string
  phoneNumber: string
  /** Said before the tone, if the service can say it. */
  text?: string | undefined
  language?: string | undefined
}

/** Why there is no audio. */
export const PHONE_AUDIO_FAILURES = [
  'not_answered',
  'nothing_recorded',
  'not_delivered',
  'name_taken',
  'unreadable',
] as const
export type PhoneAudioFailure = (typeof PHONE_AUDIO_FAILURES)[number]

export interface PhoneAudio {
  id: string
  name: string
  phoneNumber: string
  status: 'ringing' | 'recording' | 'saving' | 'kept' | 'failed'
  audioId: string | null
  failure: PhoneAudioFailure | null
  /** How the call ended; null while it is live. */
  cause: string | null
  reason: string | null
  createTime: Date
}

/** The call that records. */
export interface RecordingCall {
  phoneNumber: string
  status: string
  cause: string | null
  reason: string | null
  endTime: Date | null
}

interface PhoneAudiosDependencies {
  db: Database
  clock: Clock
  audios: Pick<Audios, 'convert' | 'findNamed' | 'keep'>
  /** The gateway, if it cannot give us what it records. */
  lacksRecordings(): string | undefined
  /** Whether the sentence is ready to be said in a call. */
  canSay(text: string, language: string | undefined): Promise<boolean>
  /** Calls the number; `also` is part of the transaction that asks for the call. Resolves with the id of the call. */
  placeCall(
    flow: object,
    request: { phoneNumber: string },
    also: (tx: Queryable, callId: string) => Promise<void>,
  ): Promise<string>
  findCall(callId: string): Promise<RecordingCall>
  /** The states of the recordings of a call. */
  recordingsOf(callId: string): Promise<string[]>
}

export type PhoneAudios = ReturnType<typeof createPhoneAudios>

const MAX_SECONDS = 300
/** Pauses between sentences are shorter. */
const SILENCE_SECONDS = 4
/** A switch that has no message by then will not have one. */
const DELIVERED_WITHIN_MS = 60_000

export function createPhoneAudios(dependencies: PhoneAudiosDependencies) {
  const { db, clock, audios, lacksRecordings, canSay, placeCall, findCall, recordingsOf } = dependencies

  async function ended(call: RecordingCall, recordings: string[]): Promise<Partial<PhoneAudio>> {
    const { cause } = call
    if (recordings.includes('pending')) {
      const waitedMs = clock.now().getTime() - (call.endTime ?? clock.now()).getTime()
      if (waitedMs < DELIVERED_WITHIN_MS) return { status: 'saving' }
      return failed('not_delivered', 'the gateway has not delivered the message')
    }
    if (recordings.length > 0) return failed('not_delivered', 'the gateway has lost the message')
    if (cause === 'answered') return failed('nothing_recorded', call.reason ?? NOTHING)
    const why = call.reason === null ? '' : `: ${call.reason}`
    return failed('not_answered', `the call ended with ${cause} before anything was recorded${why}`)
  }

  async function find(id: string): Promise<PhoneAudio> {
    if (!isId(id) || !(await queries.findPhoneAudio.first(db, [id]))) throw new NotFound('recording', id)
    const call = await findCall(id)
    const recordings = await recordingsOf(id)
    // Read last: a message that is no longer a recording has become an audio before.
    const row = await queries.findPhoneAudio.first(db, [id])
    if (!row) throw new NotFound('recording', id)
    const { name, audio_id: audioId, failure, reason, create_time: createTime } = row
    const { phoneNumber, cause } = call
    const facts = { id, name, phoneNumber, audioId, cause, createTime, failure: null, reason: null }
    if (audioId !== null) return { ...facts, status: 'kept' }
    if (failure !== null) return { ...facts, ...failed(failure as PhoneAudioFailure, reason ?? '') }
    if (call.status === 'ended') return { ...facts, status: 'saving', ...(await ended(call, recordings)) }
    return { ...facts, status: call.status === 'answered' ? 'recording' : 'ringing' }
  }

  return {
    find,

    /** `also` is part of the transaction that asks for the call. */
    async record(
      { name, phoneNumber, text, language }: PhoneAudioRequest,
      also: (tx: Queryable) => Promise<void>,
    ): Promise<PhoneAudio> {
      const gateway = lacksRecordings()
      if (gateway !== undefined)
        throw new InvalidInput({
          fault: 'gateway_lacks',
          field: 'phoneNumber',
          params: { gateway, ability: 'record' },
        })
      // Nobody should speak in vain. If the name is taken during the call, its constraint decides.
      if (await audios.findNamed(name)) throw nameTaken(name)
      const isSaid = text !== undefined && (await canSay(text, language))
      const steps = [
        ...(isSaid ? [{ id: 'say', type: 'say', text, ...(language !== undefined && { language }) }] : []),
        {
          ...{ id: 'message', type: 'record', what: 'message', tone: true, endKey: '#' },
          ...{ maxSeconds: MAX_SECONDS, silence: SILENCE_SECONDS },
        },
      ]
      const id = await placeCall({ steps }, { phoneNumber }, async (tx, callId) => {
        await queries.insertPhoneAudio(tx, [newId(), callId, name, currentActor().name, clock.now()])
        await also(tx)
      })
      return find(id)
    },

    /** Makes an audio of the message of a call. Resolves with whether the call was for that. */
    async takeOver(callId: string, file: Uint8Array): Promise<boolean> {
      const wanted = await queries.findPhoneAudio.first(db, [callId])
      if (!wanted) return false
      if (wanted.audio_id !== null) return true
      const { name, actor } = wanted
      const fail = (failure: PhoneAudioFailure, reason: string) =>
        queries.notePhoneAudioFailed(db, [callId, failure, reason])
      try {
        const sound = trimSilence(await audios.convert(file))
        if (!sound) await fail('nothing_recorded', NOTHING)
        else await onBehalfOf(actor, () => audios.keep(sound, { name, size: file.length, callId }))
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        await fail(error instanceof Conflict ? 'name_taken' : 'unreadable', error.message)
      }
      return true
    },
  }
}

const NOTHING = 'nothing was said before the call ended'

function failed(failure: PhoneAudioFailure, reason: string) {
  return { status: 'failed', failure, reason } as const
}

function nameTaken(name: string): Conflict {
  return new Conflict({
    fault: 'name_taken',
    field: 'name',
    params: { name },
  })
}
