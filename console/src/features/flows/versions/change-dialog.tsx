import { Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { Card } from '../../../parts/card.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { FormDialog } from '../../../parts/forms/form-dialog.tsx'
import { useFormRequest } from '../../../parts/forms/use-form-request.ts'
import { useWarningBeforeUnload } from '../../../parts/forms/use-warning-before-unload.ts'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { CallCard } from '../call-card.tsx'
import type { CallSettings } from '../flow.ts'
import { fromCall, toFlow } from '../flow-draft.ts'
import { ChangeList } from './change-list.tsx'
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
  const confirm = useConfirm()
  const change = useApiMutation('/api/task/changeFlow')
  const [initial] = useState(() => fromCall(settings))
  const [draft, setDraft] = useState(initial.flow)
  // What was changed and changed back is nothing to lose.
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial.flow)
  const { send, ...request } = useFormRequest({ setFieldError: () => undefined }, () => undefined)
  useWarningBeforeUnload(isDirty && !request.isBusy)

  async function leave(): Promise<void> {
    const question = { title: t.leaveTitle, text: t.leaveText, action: t.leave, dismiss: t.stay }
    if (!isDirty || (await confirm({ ...question, isDangerous: true }))) onClose()
  }
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
    <FormDialog
      title={t.change}
      size="100%"
      onSubmit={save}
      onClose={leave}
      {...request}
      failed="changeFlow"
      action={t.save}
    >
      <Text size="sm">{t.changeText}</Text>
      <CallCard
        call={{ ...initial, flow: draft }}
        onChange={({ flow }) => setDraft(flow)}
        dataSourceId={dataSourceId}
        hasRule={false}
      />
      {draft && isDirty && settings.flow && (
        <Card title={t.changesNow}>
          <ChangeList label={t.changesNow} before={settings.flow} after={toFlow(draft)} />
        </Card>
      )}
    </FormDialog>
  )
}
