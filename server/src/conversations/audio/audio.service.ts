// Uploaded audios: each is a name for a sound. Two audios with the same content share it.

import type { Clock } from '../../platform/kernel/clock.ts'
import { NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import { inUse } from '../../platform/kernel/in-use.ts'
import { createTurns } from '../../platform/kernel/threads/turns.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import type { PageByName } from '../../platform/storage/list-by-name.ts'
import { refuseTakenName } from '../../platform/storage/taken-names.ts'
import { currentActor } from '../../platform/trail/actor.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { AudioRow } from './audio.queries.ts'
import * as queries from './audio.queries.ts'
import { type ConversionLimits, convertInProcess } from './convert-process.ts'
import { keyOf, type Sounds } from './sounds.service.ts'
import type { SoundFile } from './wav.ts'

interface AudiosDependencies {
  db: Database
  clock: Clock
  sounds: Sounds
  /** Limits on reading files that differ from the defaults. */
  limits?: ConversionLimits | undefined
  /** The names of tasks that can still dial and play the audio. */
  tasksPlaying(tx: Queryable, audio: { id: string; name: string }): Promise<string[]>
}

interface NewAudio {
  name: string
  /** The bytes of the file as it was uploaded. */
  size: number
  /** The call that recorded it. */
  callId?: string
}

export type Audios = ReturnType<typeof createAudios>

/** Each takes a process. */
const MAX_FILES_AT_ONCE = 2

export function createAudios({ db, clock, sounds, limits, tasksPlaying }: AudiosDependencies) {
  const inTurn = createTurns(MAX_FILES_AT_ONCE)

  const find = async (id: string): Promise<AudioRow | undefined> =>
    isId(id) ? queries.findAudio.first(db, [id]) : undefined

  async function detail(id: string): Promise<AudioRow> {
    const audio = await find(id)
    if (!audio) throw new NotFound('audio', id)
    return audio
  }

  /** Adds a sound that is converted already. */
  async function keep({ bytes, durationMs }: SoundFile, { name, size, callId }: NewAudio): Promise<AudioRow> {
    const key = keyOf(bytes)
    return refuseTakenName({ constraint: 'audio_name_unique', field: 'name', name }, () =>
      db.transaction(async (tx) => {
        await sounds.keep(key, { bytes, durationMs }, tx)
        const values = [newId(), name, key, durationMs, size, currentActor().name, clock.now(), callId]
        const audio = (await queries.insertAudio.first(tx, values)) as AudioRow
        const after = { durationMs, size }
        await recordChange(tx, { at: clock.now(), operation: 'audio.add', subject: audio, after })
        return audio
      }),
    )
  }

  const convert = (file: Uint8Array): Promise<SoundFile> => inTurn(() => convertInProcess(file, limits))

  return {
    convert,
    keep,
    find,
    findNamed: (name: string): Promise<AudioRow | undefined> => queries.findAudioNamed.first(db, [name]),
    detail,

    /** Converts a WAV, MP3 or OGG file and adds it. */
    async add(file: Uint8Array, audio: Omit<NewAudio, 'size'>): Promise<AudioRow> {
      return keep(await convert(file), { ...audio, size: file.length })
    },

    /** The sound, as gateways get it. */
    async read(id: string): Promise<Buffer> {
      const { sound_key } = await detail(id)
      const bytes = await sounds.read(sound_key)
      if (!bytes) throw new Error(`the sound of audio ${id} is missing`)
      return bytes
    },

    async remove(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const audio = isId(id) ? await queries.lockAudioToDelete.first(tx, [id]) : undefined
        if (!audio) throw new NotFound('audio', id)
        const tasks = await tasksPlaying(tx, { id, name: audio.name })
        if (tasks.length > 0) throw inUse('audio', audio.name, tasks)
        await queries.deleteAudio(tx, [id])
        const subject = { id, name: audio.name }
        await recordChange(tx, { at: clock.now(), operation: 'audio.delete', subject })
      })
    },

    list: (page: PageByName) => queries.listAudios(db, page),
  }
}

/** Returns the ids that are those of audios. */
export async function existingAudios(db: Queryable, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await queries.findExistingAudios(db, [ids])).map(({ id }) => id)
}
