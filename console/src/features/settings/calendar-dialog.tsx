import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import {
  ActionIcon,
  Button,
  Checkbox,
  FileButton,
  Group,
  Loader,
  Modal,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormFooter } from '../../parts/forms/form-footer.tsx'
import { TimeField } from '../../parts/forms/time-field.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { useClient } from '../../session/console-context.tsx'
import { permissionMessages } from './permission.messages.ts'

type Calendar = Schemas['Calendar']

interface CalendarDialogProps {
  /** The calendar to edit; undefined to create one. */
  id: string | undefined
  onClose(): void
}

interface CalendarValues {
  name: string
  isGlobal: boolean
  days: { key: string; date: string; name: string }[]
}

const fields = ['name', 'isGlobal'] as const

export function CalendarDialog({ id, onClose }: CalendarDialogProps) {
  const { calendarForm: t } = useMessages(permissionMessages)
  const [isDirty, setDirty] = useState(false)
  const { data, error, refetch } = useApiQuery(
    '/api/calendar/detail/{id}',
    { params: { path: { id: id ?? '' } } },
    { isEnabled: id !== undefined },
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={id === undefined ? t.titleNew : t.titleEdit}
      size="lg"
      closeOnClickOutside={!isDirty}
      closeOnEscape={!isDirty}
    >
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {id !== undefined && !data && !error && <Loader size="sm" />}
      {(id === undefined || data) && <CalendarForm calendar={data} onDirty={setDirty} onClose={onClose} />}
    </Modal>
  )
}

interface CalendarFormProps {
  calendar: Calendar | undefined
  onDirty(isDirty: boolean): void
  onClose(): void
}

/** The file is imported after the calendar is saved: an import adds days to a calendar that exists. */
function CalendarForm({ calendar, onDirty, onClose }: CalendarFormProps) {
  const { calendarForm: t } = useMessages(permissionMessages)
  const format = useFormat()
  const notify = useNotify()
  const rules = useFieldRules()
  const add = useApiMutation('/api/calendar/add')
  const update = useApiMutation('/api/calendar/update')
  const importFile = useCalendarImport()
  const [savedId, setSavedId] = useState(calendar?.id)
  const [file, setFile] = useState<File | null>(null)
  const form = useForm<CalendarValues>({
    initialValues: {
      name: calendar?.name ?? '',
      isGlobal: calendar?.isGlobal ?? true,
      days: toRows(calendar?.days ?? []),
    },
    validate: {
      name: rules.text(limits.NewCalendar.name),
      days: {
        date: (date, { days }) => {
          if (date === '') return t.dateRequired
          return days.filter((day) => day.date === date).length > 1 ? t.dateTwice : null
        },
      },
    },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(fields))
  const isDirty = form.isDirty() || file !== null
  useEffect(() => {
    onDirty(isDirty)
  }, [isDirty, onDirty])

  const submit = form.onSubmit(({ days, ...values }) =>
    send(async () => {
      const body = { ...values, days: days.map(({ date, name }) => ({ date, name })) }
      const { id } =
        savedId === undefined
          ? await add.mutateAsync({ body })
          : await update.mutateAsync({ body: { id: savedId, ...body } })
      setSavedId(id)
      if (file) await importFile(id, file)
      notify.done(calendar ? t.saved : t.created)
      onClose()
    }),
  )

  const { days } = form.values
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label={t.name} withAsterisk required data-autofocus {...form.getInputProps('name')} />
        <Checkbox
          label={t.isGlobal}
          description={t.isGlobalHint}
          {...form.getInputProps('isGlobal', { type: 'checkbox' })}
        />
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h2">
            {t.days}
          </Title>
          <Text size="xs" c="dimmed">
            {days.length === 0 ? t.noDays : t.dayCount(format.number(days.length))}
          </Text>
        </Group>
        {days.length > 0 && (
          <div className="calendar-days">
            {days.map(({ key }, index) => (
              <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
                <TimeField
                  kind="date"
                  aria-label={t.date(index + 1)}
                  w={150}
                  {...form.getInputProps(`days.${index}.date`)}
                />
                <TextInput
                  aria-label={t.dayName(index + 1)}
                  placeholder={t.namePlaceholder}
                  flex={1}
                  {...form.getInputProps(`days.${index}.name`)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={30}
                  aria-label={t.removeDay(index + 1)}
                  onClick={() => form.removeListItem('days', index)}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </Group>
            ))}
          </div>
        )}
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem('days', { key: crypto.randomUUID(), date: '', name: '' })}
          >
            {t.addDay}
          </Button>
          <FileButton
            onChange={setFile}
            accept=".ics,text/calendar"
            inputProps={{ 'aria-label': t.importField }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
                {t.import}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {file ? t.importChosen(file.name) : t.importHint}
          </Text>
        </Group>
        <FormFooter {...request} action={calendar ? t.save : t.create} onCancel={onClose} />
      </Stack>
    </form>
  )
}

function toRows(days: Calendar['days']): CalendarValues['days'] {
  return days.map(({ date, name }) => ({ key: date, date, name }))
}

function useCalendarImport(): (id: string, file: File) => Promise<void> {
  const client = useClient()
  const queries = useQueryClient()
  return async (id, file) => {
    await client.importCalendar(id, file)
    await queries.invalidateQueries()
  }
}
