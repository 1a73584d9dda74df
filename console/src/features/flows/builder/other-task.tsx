import { Button, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useErrorText } from '../../../parts/errors/use-error-text.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useClient } from '../../../session/console-context.tsx'
import { type CallValues, fromCall } from '../flow-draft.ts'
import { builderMessages } from './builder.messages.ts'

/** Copies the call flow of another task, with what counts as its success. */
export function OtherTask({ onChoose }: { onChoose(call: CallValues): void }) {
  const t = useMessages(builderMessages)
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t.otherTask}
      </Button>
    )
  return <TaskSelect onChoose={onChoose} />
}

function TaskSelect({ onChoose }: { onChoose(call: CallValues): void }) {
  const t = useMessages(builderMessages)
  const client = useClient()
  const textOf = useErrorText()
  const [search, setSearch] = useState('')
  const [fault, setFault] = useState<string>()
  const [taskName] = useDebouncedValue(search.trim(), 200)
  const query = { pageSize: 50, ...(taskName !== '' && { taskName }) }
  const tasks = useApiQuery('/api/task/list', { params: { query } }, { keepsPrevious: true }).data?.rows ?? []

  async function copy(id: string, name: string): Promise<void> {
    setFault(undefined)
    try {
      const settings = await client.get('/api/task/{id}/settings', { params: { path: { id } } })
      if (settings.flow) onChoose(fromCall(settings))
      else setFault(t.otherTaskEmpty(name))
    } catch (error) {
      setFault(textOf(error))
    }
  }

  return (
    <div style={{ flex: '1 1 240px', maxWidth: 420 }}>
      <Select
        label={t.otherTaskLabel}
        placeholder={t.otherTaskPlaceholder}
        autoFocus
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        // The service has already filtered the options.
        filter={({ options }) => options}
        nothingFoundMessage={t.otherTaskNone}
        data={tasks.map(({ id, taskName: label }) => ({ value: id, label }))}
        onChange={(id, option) => id && copy(id, option.label)}
      />
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" mt="2xs" role="alert">
          {fault}
        </Text>
      )}
    </div>
  )
}
