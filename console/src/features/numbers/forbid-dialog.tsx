import { limits } from '@carillon/client/limits'
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { ActionDialog } from '../../parts/forms/action-dialog.tsx'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { numbersMessages } from './numbers.messages.ts'

interface ForbidDialogProps {
  phoneNumber: string
  onClose(): void
}

const NEW_LIST = 'new'
const MAX_LISTS = 100

/** Puts a number on a do-not-call list: one that applies to all tasks, unless another one is chosen. */
export function ForbidDialog({ phoneNumber, onClose }: ForbidDialogProps) {
  const { forbid: t } = useMessages(numbersMessages)
  const lists = useApiQuery('/api/doNotCall/list', { params: { query: { pageSize: MAX_LISTS } } }).data?.rows
  const addList = useApiMutation('/api/doNotCall/add')
  const add = useApiMutation('/api/doNotCall/{id}/entry/add')
  const [chosen, setChosen] = useState<string>()
  const [note, setNote] = useState('')
  const listId = chosen ?? lists?.find(({ isGlobal }) => isGlobal)?.id ?? NEW_LIST

  async function forbid(): Promise<string> {
    const id =
      listId === NEW_LIST
        ? (await addList.mutateAsync({ body: { name: t.listName, isGlobal: true } })).id
        : listId
    await add.mutateAsync({ params: { path: { id } }, body: { phoneNumbers: [phoneNumber], note } })
    return t.done
  }

  return (
    <ActionDialog
      title={t.title(phoneNumber)}
      action={t.action}
      isLoading={!lists}
      onClose={onClose}
      send={forbid}
    >
      <Select
        label={t.list}
        allowDeselect={false}
        data={[
          ...(lists ?? []).map(({ id, name, isGlobal }) => ({
            value: id,
            label: isGlobal ? name : t.chosenOnly(name),
          })),
          { value: NEW_LIST, label: t.newList },
        ]}
        value={lists ? listId : null}
        onChange={(id) => setChosen(id ?? undefined)}
      />
      <TextInput
        label={t.note}
        description={t.noteHint}
        maxLength={limits.NewDoNotCallEntries.note.maxLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
