// Somebody listens in on a live call. What is heard goes straight to the listener: a listener who is slow misses some of it, and is never more
// than a moment behind.

import { Readable } from 'node:stream'
import type { Overheard } from '../../conversations/answered-call.ts'
import { type FlowSounds, SpeechFailed } from '../../conversations/flow-parts.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, NotAllowed, NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Database } from '../../platform/storage/database.ts'
import { currentActor } from '../../platform/trail/actor.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { Gateway } from '../../telephony/gateway.ts'
import * as queries from './calls.queries.ts'

export type Listening = ReturnType<typeof createListening>

interface ListeningOptions {
  db: Database
  clock: Clock
  log: Log
  /** Of this node, if it dials. */
  gateway: Gateway | undefined
  /** What the task has said to the callee. */
  sounds: FlowSounds
}

export function createListening({ db, clock, log, gateway, sounds }: ListeningOptions) {
  const open = new Set<Readable>()

  /** Nobody listens unannounced where the task wants it announced. */
  function readNotice(text: string) {
    return sounds.ready([{ text }]).catch((error: unknown) => {
      if (!(error instanceof SpeechFailed)) throw error
      throw new Conflict({ fault: 'speech_failed', params: { reason: error.message } }, { cause: error })
    })
  }

  return {
    /** 8 kHz mu-law, without a header, until the call ends or the listener leaves. */
    async open(id: string): Promise<Readable> {
      const live = isId(id) ? await queries.findListened.first(db, [id]) : undefined
      if (!live) throw new NotFound('live call', id)
      if (!live.is_answered) throw new NotAllowed({ fault: 'call_out_of_hand' })
      // Null for the seconds until another node has taken over its calls.
      const elsewhere = { fault: 'call_elsewhere', params: { node: live.node ?? '?' } } as const
      if (!gateway) throw new NotAllowed(elsewhere)
      const { control } = gateway
      const missing = { fault: 'listening_missing' } as const
      if (!control) throw new NotAllowed(missing)
      // Before anything is heard.
      const change = { operation: 'call.listen', subject: { id, name: live.task_name ?? '' } }
      await recordChange(db, { at: clock.now(), ...change })
      const notice = live.notice ? await readNotice(live.notice) : []
      const heard = await control.overhear(id, notice).catch((error: unknown) => {
        log.warn({ err: error, call: id }, 'a call cannot be listened to from this node')
        throw new NotAllowed(elsewhere, { cause: error })
      })
      if (!heard) throw new NotAllowed(missing)
      const audio = streamOf(heard)
      open.add(audio)
      audio.once('close', () => {
        open.delete(audio)
        log.info({ call: id, actor: currentActor().name }, 'somebody has stopped listening in on a call')
      })
      return audio
    },

    close(): void {
      for (const audio of open) audio.destroy()
    },
  }
}

/** 100 ms. More would be heard late. */
const MAX_WAITING_BYTES = 800
/** A listener who takes nothing for 10 seconds has gone. */
const MAX_MISSED_FRAMES = 500

export function streamOf(heard: Overheard): Readable {
  let missed = 0
  const audio = new Readable({
    highWaterMark: MAX_WAITING_BYTES,
    read: () => {
      missed = 0
    },
    destroy(error, done) {
      heard.close()
      done(error)
    },
  })
  heard.onAudio((frame) => {
    if (audio.destroyed || audio.readableEnded) return
    if (audio.readableLength + frame.length <= MAX_WAITING_BYTES) audio.push(frame)
    else {
      missed += 1
      if (missed > MAX_MISSED_FRAMES) audio.destroy()
    }
  })
  heard.onClose(() => audio.push(null))
  return audio
}
