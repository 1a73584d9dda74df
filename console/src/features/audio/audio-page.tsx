import { bytes } from '@carillon/server/words/bytes'
import { Group, Modal } from '@mantine/core'
import { IconPhoneCall, IconPlayerPlay, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { NameCell } from '../../parts/tables/cells.tsx'
import { type Column, DataTable, listOf } from '../../parts/tables/data-table.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useDangerousAction } from '../../parts/use-dangerous-action.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { audioMessages } from './audio.messages.ts'
import { AudioPlayer } from './audio-player.tsx'
import { SpeechCard } from './speech-card.tsx'
import type { Audio } from './use-audios.ts'

const RecordDialog = lazyPart(async () => (await import('./record-dialog.tsx')).RecordDialog)
const UploadDialog = lazyPart(async () => (await import('./upload-dialog.tsx')).UploadDialog)

/** The audios that calls can play, and how texts are spoken. */
export function AudioPage() {
  const t = useMessages(audioMessages)
  const address = useAddress()
  const rightReason = useRightReason()('operate')
  const [isUploading, setUploading] = useState(false)
  const [isRecording, setRecording] = useState(false)
  const [heard, setHeard] = useState<Audio>()
  const columns = useColumns(setHeard)
  const found = useApiQuery('/api/audio/list', { params: { query: address.page } }, { keepsPrevious: true })
  const actions = (
    <Group gap="xs">
      <ActionButton
        leftSection={<IconPhoneCall size={14} aria-hidden />}
        onClick={() => setRecording(true)}
        disabledReason={rightReason}
      >
        {t.record.open}
      </ActionButton>
      <ActionButton
        variant="filled"
        leftSection={<IconUpload size={14} aria-hidden />}
        onClick={() => setUploading(true)}
        disabledReason={rightReason}
      >
        {t.upload}
      </ActionButton>
    </Group>
  )
  return (
    <>
      <PageHeader title={t.title} actions={actions} />
      <div className="page-scroll">
        <div className="settings-columns">
          <Card title={t.list} isFlush>
            <DataTable
              label={t.list}
              columns={columns}
              {...listOf(found, address)}
              keyOf={(audio) => audio.id}
              isBounded
              empty={<EmptyState title={t.empty} hint={t.emptyHint} action={actions} />}
            />
          </Card>
          <SpeechCard />
        </div>
      </div>
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
      {isRecording && <RecordDialog onClose={() => setRecording(false)} />}
      {heard && (
        <Modal opened onClose={() => setHeard(undefined)} title={heard.name}>
          <AudioPlayer id={heard.id} name={heard.name} />
        </Modal>
      )}
    </>
  )
}

function useColumns(onListen: (audio: Audio) => void): Column<Audio>[] {
  const t = useMessages(audioMessages)
  const format = useFormat()
  const run = useDangerousAction()
  const remove = useApiMutation('/api/audio/delete')
  const canWrite = useRightReason()('operate') === undefined
  const ask = ({ id, name }: Audio) =>
    run({
      ...t.removeQuestion,
      text: t.removeQuestion.text(name),
      act: () => remove.mutateAsync({ body: { id } }),
      done: t.removed,
      failed: 'deleteAudio',
    })
  return [
    { id: 'name', title: t.columns.name, cell: ({ name }) => <NameCell name={name} /> },
    {
      id: 'duration',
      title: t.columns.duration,
      align: 'right',
      width: 90,
      cell: ({ durationSeconds }) => format.duration(durationSeconds),
    },
    {
      id: 'size',
      title: t.columns.size,
      align: 'right',
      width: 90,
      visibleFrom: 'sm',
      cell: ({ size }) => bytes(size),
    },
    {
      id: 'created',
      title: t.columns.created,
      width: 170,
      visibleFrom: 'md',
      cell: ({ createTime }) => <span className="cell-time">{format.dateTime(createTime)}</span>,
    },
    {
      id: 'actions',
      title: t.columns.actions,
      isActions: true,
      align: 'right',
      width: 80,
      cell: (audio) => (
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <RowAction label={t.listen(audio.name)} Icon={IconPlayerPlay} onClick={() => onListen(audio)} />
          {canWrite && (
            <RowAction label={t.remove(audio.name)} Icon={IconTrash} onClick={() => void ask(audio)} />
          )}
        </Group>
      ),
    },
  ]
}
