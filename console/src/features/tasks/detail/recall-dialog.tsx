import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Loader, Modal, Radio, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { ErrorState } from '../../../parts/errors/error-state.tsx'
import { FormFooter } from '../../../parts/forms/form-footer.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { operationsMessages } from '../operations.messages.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { CauseChoice } from './calls/cause-choice.tsx'
import { countChosen, groupsOf, type RecallChoice, requestsOf } from './recall-choice.ts'

interface RecallDialogProps {
  taskId: string
  selected: ReadonlySet<string>
  onClose(): void
  onRecalled(): void
}

export function RecallDialog({ isOpen, ...rest }: RecallDialogProps & { isOpen: boolean }) {
  const { recallDialog: t } = useMessages(tasksMessages)
  const init = { params: { path: { id: rest.taskId } } }
  const { data, error, refetch } = useApiQuery('/api/task/{id}/contacts/counts', init, { isEnabled: isOpen })
  return (
    <Modal opened={isOpen} onClose={rest.onClose} title={t.title}>
      {data && <RecallForm counts={data} {...rest} />}
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loader size="sm" />)}
    </Modal>
  )
}

const LOWEST_PRIORITY = String(limits.RecallRequest.priority.maximum)

interface RecallFormProps extends RecallDialogProps {
  counts: Schemas['TaskContactCounts']
}

/** Begins anew each time the dialog opens. */
function RecallForm({ taskId, counts, selected, onClose, onRecalled }: RecallFormProps) {
  const { recallDialog: t, priorities } = useMessages(tasksMessages)
  const more = useMessages(operationsMessages)
  const format = useFormat()
  const notify = useNotify()
  const recall = useApiMutation('/api/task/{id}/recall')
  const [kind, setKind] = useState(selected.size > 0 ? 'selected' : 'failed')
  const [priority, setPriority] = useState(LOWEST_PRIORITY)
  const [choice, setChoice] = useState<RecallChoice>({})
  const groups = groupsOf(counts)
  const failedCount = counts.states.failed
  const total =
    { failed: failedCount, selected: selected.size, causes: countChosen(groups, choice) }[kind] ?? 0

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const requests =
      kind === 'selected'
        ? [{ contactIds: [...selected] }]
        : kind === 'causes'
          ? requestsOf(groups, choice)
          : [{}]
    if (requests.length === 0) return
    try {
      let recalled = 0
      for (const request of requests) {
        const { recallCount } = await recall.mutateAsync({
          params: { path: { id: taskId } },
          body: { ...request, priority: Number(priority) },
        })
        recalled += recallCount
      }
      notify.done(recalled > 0 ? t.done(format.number(recalled)) : t.none)
      onRecalled()
      onClose()
    } catch {
      // The form shows the error.
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Radio.Group label={t.which} value={kind} onChange={setKind}>
          <Stack gap="xs" mt="xs">
            <Radio value="failed" label={t.allFailed(format.number(failedCount))} size="xs" />
            <Radio
              value="selected"
              label={t.selected(format.number(selected.size))}
              size="xs"
              disabled={selected.size === 0}
              description={selected.size === 0 && t.selectHint}
            />
            <Radio value="causes" label={more.byOutcome} size="xs" />
          </Stack>
        </Radio.Group>
        {kind === 'causes' && <CauseChoice groups={groups} choice={choice} onChange={setChoice} />}
        <Select
          label={t.priority}
          allowDeselect={false}
          data={priorities.map((label, index) => ({ value: String(index + 1), label }))}
          value={priority}
          onChange={(value) => value && setPriority(value)}
          description={priority === LOWEST_PRIORITY ? more.priorityAloud.last : more.priorityAloud.other}
        />
        <Text size="sm" fw={600} aria-live="polite">
          {total === 0
            ? more.recallNone[kind]
            : (kind === 'selected' ? more.recallUpTo : more.recallTotal)(format.number(total))}
        </Text>
        <FormFooter
          error={recall.error}
          failed="recallContacts"
          action={t.action}
          isBusy={recall.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
