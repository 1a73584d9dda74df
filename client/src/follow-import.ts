// How far an import is, as it goes on.
import { readEventBlocks } from './event-blocks.ts'
import type { components } from './generated/api.ts'

type ImportJob = components['schemas']['ImportJob']

interface FollowImport {
  baseUrl: string
  token: string | undefined
  id: string
  onProgress: (job: ImportJob) => void
  signal?: AbortSignal
}

export async function followImport(options: FollowImport): Promise<ImportJob | undefined> {
  const { baseUrl, token, id, onProgress, signal } = options
  let last: ImportJob | undefined
  await readEventBlocks({
    url: `${baseUrl}/api/import/${encodeURIComponent(id)}/events`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal,
    onBlock({ data }) {
      if (data === '') return
      last = JSON.parse(data) as ImportJob
      onProgress(last)
    },
  })
  return last
}
