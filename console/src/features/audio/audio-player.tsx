import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { useClient } from '../../session/console-context.tsx'
import { audioMessages } from './audio.messages.ts'

/** Plays an uploaded audio. The browser cannot send the token itself, so the file is fetched first. */
export function AudioPlayer({ id, name }: { id: string; name: string }) {
  const t = useMessages(audioMessages)
  const client = useClient()
  const { data, error, refetch } = useQuery<Blob, Error>({
    queryKey: ['/api/audio/{id}/file', id],
    queryFn: async ({ signal }) =>
      (await client.download('/api/audio/{id}/file', { params: { path: { id } }, signal })).content,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Loader size="sm" />
  return <SoundPlayer content={data} label={t.listen(name)} />
}

/** Plays a sound at once, with controls. */
export function SoundPlayer({ content, label }: { content: Blob; label: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  if (!url) return null
  return (
    // biome-ignore lint/a11y/useMediaCaption: the text of a spoken sentence is beside it; recordings of users have none
    <audio controls autoPlay src={url} aria-label={label} style={{ width: '100%' }} />
  )
}
