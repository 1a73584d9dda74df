// What people have noted about the person at a number. Who wrote a note can delete it.
import type { AnswerOf } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { ActionIcon, Box, Group, Text, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { Card } from '../../parts/card.tsx'
import { FormError } from '../../parts/forms/form-footer.tsx'
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx'
import { Settling } from '../../parts/settling.tsx'
import { useKept, useUndo } from '../../parts/undo.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useClient } from '../../session/console-context.tsx'
import { useRightReason } from '../../session/use-right-reason.ts'
import { numbersMessages } from './numbers.messages.ts'

const MAX_NOTES = 100

type Note = AnswerOf<'get', '/api/number/{phoneNumber}/notes'>['rows'][number]

export function NumberNotes({ phoneNumber }: { phoneNumber: string }) {
  const { notes: t } = useMessages(numbersMessages)
  const { data, error } = useApiQuery('/api/number/{phoneNumber}/notes', {
    params: { path: { phoneNumber }, query: { pageSize: MAX_NOTES } },
  })
  const kept = useKept(data?.rows, ({ id }) => id)
  if (!data && !error) return <Settling />
  return (
    <Box mt="sm">
      <Card title={t.title} isFlush>
        {kept && kept.length > 0 && (
          <ul className="rows" aria-label={t.title}>
            {kept.map((note) => (
              <NoteEntry key={note.id} phoneNumber={phoneNumber} note={note} />
            ))}
          </ul>
        )}
        <div className="card-body">
          <FormError error={error} />
          <NewNote phoneNumber={phoneNumber} />
        </div>
      </Card>
    </Box>
  )
}

function NoteEntry({ phoneNumber, note }: { phoneNumber: string; note: Note }) {
  const { notes: t, comma } = useMessages(numbersMessages)
  const format = useFormat()
  const client = useClient()
  const { remove } = useUndo()
  const { id, actor, isOwn, createTime } = note
  const act = (options: object) =>
    client.post('/api/number/{phoneNumber}/notes/delete', {
      ...options,
      params: { path: { phoneNumber } },
      body: { id },
    })
  return (
    <li>
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.note}</Text>
        <Text size="xs" c="dimmed">
          {[actor, format.dateTime(createTime)].join(comma)}
        </Text>
      </div>
      {isOwn && (
        <Tooltip label={t.delete}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.delete}
            onClick={() => remove({ ids: [id], message: t.deleted, act, failed: 'deleteNote' })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

function NewNote({ phoneNumber }: { phoneNumber: string }) {
  const { notes: t } = useMessages(numbersMessages)
  const add = useApiMutation('/api/number/{phoneNumber}/notes')
  const rightReason = useRightReason()('operate')
  const [text, setText] = useState('')
  const note = text.trim()
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (note === '' || add.isPending) return
    try {
      await add.mutateAsync({ params: { path: { phoneNumber } }, body: { note } })
      setText('')
    } catch {
      // It stands below the field.
    }
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <GrowingTextarea
          style={{ flex: 1 }}
          aria-label={t.label}
          placeholder={t.label}
          minRows={1}
          maxRows={6}
          maxLength={limits.NewNumberNote.note.maxLength}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ActionButton
          type="submit"
          flex="none"
          loading={add.isPending}
          disabledReason={rightReason ?? (note === '' ? t.empty : undefined)}
        >
          {t.add}
        </ActionButton>
      </Group>
      <FormError error={add.error} />
    </form>
  )
}
