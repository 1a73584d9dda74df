import { Select } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import type { CalledContact } from './called-contacts.ts'
import { NumberDialog, type NumberDialogProps } from './number-dialog.tsx'
import { numbersMessages } from './numbers.messages.ts'

interface CallBackDialogProps extends NumberDialogProps {
  contacts: CalledContact[]
}

/** A recall of this one contact, before the other calls of its task. */
export function CallBackDialog({ contacts, ...dialog }: CallBackDialogProps) {
  const { callBack: t } = useMessages(numbersMessages)
  const notify = useNotify()
  const recall = useApiMutation('/api/task/{id}/recall')
  const [chosen, setChosen] = useState<string>()
  const contact = contacts.find(({ taskId }) => taskId === chosen) ?? contacts[0]

  async function submit(): Promise<void> {
    if (!contact) return
    const { recallCount } = await recall.mutateAsync({
      params: { path: { id: contact.taskId } },
      body: { contactIds: [contact.contactId], priority: 1 },
    })
    if (recallCount > 0) notify.done(t.done)
    else notify.notAllDone(t.title(dialog.phoneNumber), [t.refused], false)
  }

  return (
    <NumberDialog
      dialog={dialog}
      words={t}
      onSubmit={submit}
      error={recall.error}
      failed="recallContacts"
      isBusy={recall.isPending}
    >
      <Select
        label={t.task}
        allowDeselect={false}
        data={contacts.map(({ taskId, taskName }) => ({ value: taskId, label: taskName }))}
        value={contact?.taskId ?? null}
        onChange={(taskId) => setChosen(taskId ?? undefined)}
      />
    </NumberDialog>
  )
}
