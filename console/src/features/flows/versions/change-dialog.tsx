import { Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { FormFooter } from '../../../parts/forms/form-footer.tsx'
import { useFormRequest } from '../../../parts/forms/use-form-request.ts'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { CallCard } from '../call-card.tsx'
import type { CallSettings } from '../flow.ts'
import { fromCall, toFlow } from '../flow-draft.ts'
import { versionsMessages } from './versions.messages.ts'

interface ChangeDialogProps {
  taskId: string
  dataSourceId: string
  settings: CallSettings
  onChanged(): void
  onClose(): void
}

/** Gives a published task another flow. What counts as a success stays, and the flow is checked against it. */
export function ChangeDialog({ taskId, dataSourceId, settings, onChanged, onClose }: ChangeDialogProps) {
  const t = useMessages(versionsMessages)
  const notify = useNotify()
  const change = useApiMutation('/api/task/changeFlow')
  const [initial] = useState(() => fromCall(settings))
  const [draft, setDraft] = useState(initial.flow)
  const isDirty = draft !== initial.flow
  const { send, isBusy, failure } = useFormRequest({ setFieldError: () => undefined }, () => undefined)

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    await send(async () => {
      const flow = draft && toFlow(draft)
      const { version } = await change.mutateAsync({ body: { id: taskId, flow } })
      notify.done(t.changed(version))
      onChanged()
      onClose()
    })
  }
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t.change}
      closeOnClickOutside={false}
      closeOnEscape={!isDirty}
    >
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <Text size="sm">{t.changeText}</Text>
          <CallCard
            call={{ ...initial, flow: draft }}
            onChange={({ flow }) => setDraft(flow)}
            dataSourceId={dataSourceId}
            hasRule={false}
          />
          <FormFooter
            error={failure}
            failed="changeFlow"
            action={t.save}
            isBusy={isBusy}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
