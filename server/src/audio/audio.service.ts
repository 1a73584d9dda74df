// Uploaded audios: each is a name for a sound.
import { isId } from '../kernel/ids.ts'
import type { Database } from '../storage/database.ts'
import type { AudioRow } from './audio.queries.ts'
import * as queries from './audio.queries.ts'

interface AudiosDependencies {
  db: Database
}

export type Audios = ReturnType<typeof createAudios>

export function createAudios({ db }: AudiosDependencies) {
  return {
    find: async (id: string): Promise<AudioRow | undefined> =>
      isId(id) ? queries.findAudio.first(db, [id]) : undefined,
    findNamed: (name: string): Promise<AudioRow | undefined> => queries.findAudioNamed.first(db, [name]),
  }
}
