// The files of recordings. FreeSWITCH does not serve files, so it writes them to a folder that it shares with this service.
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../network-errors.ts'
import { requireId } from './live-channels.ts'

export function createRecordingFiles(folder: string | undefined) {
  function pathOf(recordingId: string): string {
    if (folder === undefined)
      throw new Error('FreeSWITCH cannot record: set FREESWITCH_RECORDINGS to a folder that both see')
    return join(folder, `${requireId(recordingId)}.wav`)
  }

  return {
    pathOf,

    async has(recordingId: string): Promise<boolean> {
      return stat(pathOf(recordingId)).then(
        ({ size }) => size > 0,
        () => false,
      )
    },

    /** Undefined if there is none. */
    async read(recordingId: string): Promise<Uint8Array | undefined> {
      try {
        return await readFile(pathOf(recordingId))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },

    async remove(recordingId: string): Promise<void> {
      await rm(pathOf(recordingId), { force: true })
    },
  }
}
