import { Modal, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { FormFooter } from '../../parts/forms/form-footer.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import type { CalledContact } from './called-contacts.ts'
import { numbersMessages } from './numbers.messages.ts'

interface CallBackDialogProps {
  isOpen: boolean
  phoneNumber: string
  contacts: CalledContact[]
  onClose(): void
}

/** A recall of this one contact, before the other calls of its task. */
export function CallBackDialog({ isOpen, phoneNumber, contacts, onClose }: CallBackDialogProps) {
  const { callBack: t } = useMessages(numbersMessages)
  const notify = useNotify()
  const recall = useApiMutation('/api/task/{id}/recall')
  const [chosen, setChosen] = useState<string>()
  const contact = contacts.find(({ taskId }) => taskId === chosen) ?? contacts[0]

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!contact) return
    try {
      const { recallCount } = await recall.mutateAsync({
        params: { path: { id: contact.taskId } },
        body: { contactIds: [contact.contactId], priority: 1 },
      })
      if (recallCount > 0) notify.done(t.done)
      else notify.notAllDone(t.title(phoneNumber), [t.refused], false)
      onClose()
    } catch {
      // The form shows the error.
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={t.title(phoneNumber)}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t.text}</Text>
          <Select
            label={t.task}
            allowDeselect={false}
            data={contacts.map(({ taskId, taskName }) => ({ value: taskId, label: taskName }))}
            value={contact?.taskId ?? null}
            onChange={(taskId) => setChosen(taskId ?? undefined)}
          />
          <FormFooter
            error={recall.error}
            failed="recallContacts"
            action={t.action}
            isBusy={recall.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
