import { Button, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionButton } from '../../parts/action-button.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { audioMessages } from './audio.messages.ts'
import { AudioPlayer } from './audio-player.tsx'
import { useAudios } from './use-audios.ts'

const UploadDialog = lazyPart(async () => (await import('./upload-dialog.tsx')).UploadDialog)

interface AudioSelectProps {
  label: string
  value: string
  onChange(id: string): void
  error?: boolean
}

/** Chooses an uploaded audio, or uploads one. */
export function AudioSelect({ label, value, onChange, error = false }: AudioSelectProps) {
  const { select: t } = useMessages(audioMessages)
  const rightReason = useRightReason()('operate')
  const audios = useAudios() ?? []
  const [isUploading, setUploading] = useState(false)
  const [isHeard, setHeard] = useState(false)
  const chosen = audios.find(({ id }) => id === value)
  const unknown = value !== '' && !chosen ? [{ value, label: value }] : []
  return (
    <Stack gap="xs">
      <Select
        label={label}
        placeholder={t.placeholder}
        nothingFoundMessage={t.none}
        searchable
        allowDeselect={false}
        data={[...audios.map(({ id, name }) => ({ value: id, label: name })), ...unknown]}
        value={value || null}
        error={error}
        onChange={(id) => {
          setHeard(false)
          onChange(id ?? '')
        }}
      />
      <Group gap="xs">
        <ActionButton onClick={() => setUploading(true)} disabledReason={rightReason}>
          {t.upload}
        </ActionButton>
        {chosen && !isHeard && (
          <Button variant="default" onClick={() => setHeard(true)}>
            {t.listen}
          </Button>
        )}
      </Group>
      {chosen && isHeard && <AudioPlayer id={chosen.id} name={chosen.name} />}
      {isUploading && (
        <UploadDialog onClose={() => setUploading(false)} onUploaded={({ id }) => onChange(id)} />
      )}
    </Stack>
  )
}
