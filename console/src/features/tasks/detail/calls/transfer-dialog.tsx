import { Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { FormFooter } from '../../../../parts/forms/form-footer.tsx'
import { useNotify } from '../../../../parts/notify.ts'
import { useApiMutation } from '../../../../session/api-hooks.ts'
import { resultsMessages } from '../../results.messages.ts'

interface TransferDialogProps {
  isOpen: boolean
  callId: string
  name: string
  onClose(): void
}

const MAX_PLACE = 200

/** Asks where a live call goes. A phone number needs no `tel:`. */
export function TransferDialog({ isOpen, callId, name, onClose }: TransferDialogProps) {
  const { live: t } = useMessages(resultsMessages)
  const notify = useNotify()
  const transfer = useApiMutation('/api/call/{id}/transfer')
  const [place, setPlace] = useState('')

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const to = placeOf(place)
    if (to === '') return
    try {
      await transfer.mutateAsync({ params: { path: { id: callId } }, body: { to } })
      notify.done(t.transferring)
      onClose()
    } catch {
      // The form shows the error.
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={t.transferTitle(name)}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            required
            label={t.place}
            description={t.placeHint}
            maxLength={MAX_PLACE}
            value={place}
            onChange={(event) => setPlace(event.currentTarget.value)}
          />
          <FormFooter
            error={transfer.error}
            action={t.transfer}
            isBusy={transfer.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}

export function placeOf(text: string): string {
  const given = text.trim()
  return /^[+\d][\d\s().-]*$/.test(given) ? `tel:${given.replace(/[^+\d]/g, '')}` : given
}
