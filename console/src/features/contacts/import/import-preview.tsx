import { ApiError } from '@carillon/client/errors'
import { Alert, Button, Group, Radio, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../language/use-format.ts'
import { type CountryCode, CountrySelect } from '../../../parts/forms/country-select.tsx'
import { FormError } from '../../../parts/forms/form-footer.tsx'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { useClient } from '../../../session/console-context.tsx'
import {
  columnLetters,
  columnMapping,
  fieldProblems,
  type ImportPreviewData,
  PHONE_FIELD,
  proposedChoices,
} from './column-choices.ts'
import type { FileReading, ImportJob, ImportJobDetail, ImportStep } from './import-step.ts'
import { useImportTarget, useImportWords } from './import-target.ts'
import { NameFieldSelect } from './name-field-select.tsx'
import { ReadingChoices } from './reading-choices.tsx'
import { CheckedNumbers } from './rows/checked-numbers.tsx'
import { PreviewTable } from './rows/preview-table.tsx'

interface ImportPreviewProps {
  job: ImportJobDetail
  preview: ImportPreviewData
  file: File | undefined
  /** As the user has said it so far. */
  reading: FileReading
  onStep(step: ImportStep): void
}

/** What the service found in the file, and what shall become of it. */
export function ImportPreview({ job, preview, file, reading, onStep }: ImportPreviewProps) {
  const t = useImportWords()
  const client = useClient()
  const [choices, setChoices] = useState(() => proposedChoices(preview, t.fieldChoices))
  const [phoneColumn, setPhoneColumn] = useState(preview.phoneColumn)
  const [onDuplicate, setOnDuplicate] = useState<'skip' | 'update'>('skip')
  const start = useApiMutation('/api/import/{id}/start')
  const problems = fieldProblems(choices, phoneColumn)
  const columns = columnMapping(choices, phoneColumn)
  const name = useNameField(job, columns)
  const country = useCountry()
  const isEmpty = preview.rows.length === 0
  const canStart = !isEmpty && phoneColumn !== null && problems.every((problem) => problem === undefined)

  /** Leaves this upload for another one. */
  function replaceWith(step: ImportStep): void {
    // If this fails, the service removes the file after a day.
    client.post('/api/import/{id}/cancel', { params: { path: { id: job.id } } }).catch(() => undefined)
    onStep(step)
  }

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {job.fileName}
          </Text>
          <FileFacts job={job} preview={preview} />
        </div>
        <Button variant="default" onClick={() => replaceWith({ name: 'choice' })}>
          {t.otherFile}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <PhoneColumnSelect preview={preview} value={phoneColumn} onChange={setPhoneColumn} />
        {country.isAsked && (
          <CountrySelect description={t.countryHint} value={country.value} onChange={country.choose} />
        )}
        {name && (
          <NameFieldSelect
            fields={name.fields}
            current={name.current}
            value={name.value}
            onChange={name.choose}
          />
        )}
        <ReadingChoices
          preview={preview}
          isDisabled={!file}
          onChange={(change) =>
            file && replaceWith({ name: 'upload', file, reading: { ...reading, ...change } })
          }
        />
      </SimpleGrid>
      {!isEmpty && phoneColumn !== null && (
        <CheckedNumbers
          jobId={job.id}
          column={phoneColumn}
          country={country.value}
          isStarted={start.isPending || start.isSuccess}
        />
      )}
      {isEmpty ? (
        <Alert color="yellow" variant="outline">
          {t.noRows}
        </Alert>
      ) : (
        <div>
          <Title order={3} size="h2" mb="2xs">
            {t.preview}
          </Title>
          <PreviewTable
            preview={preview}
            phoneColumn={phoneColumn}
            choices={choices}
            problems={problems}
            onChoices={setChoices}
          />
          <LeftOut preview={preview} imported={new Set(columns.map(({ column }) => column))} />
        </div>
      )}
      <Radio.Group
        label={t.onDuplicate}
        value={onDuplicate}
        onChange={(value) => setOnDuplicate(value as 'skip' | 'update')}
      >
        <Stack gap="xs" mt="xs">
          <Radio size="xs" value="skip" label={t.skip} />
          <Radio size="xs" value="update" label={t.update} />
        </Stack>
      </Radio.Group>
      <FormError error={country.error ?? (start.error && withFieldNames(start.error, columns))} />
      <Group justify="flex-end">
        <Button
          disabled={!canStart}
          loading={start.isPending || country.isPending}
          onClick={() =>
            country.store(() =>
              start.mutate({
                params: { path: { id: job.id } },
                body: { columns, onDuplicate, ...name?.start },
              }),
            )
          }
        >
          {t.start}
        </Button>
      </Group>
    </Stack>
  )
}

function FileFacts({ job, preview }: { job: ImportJob; preview: ImportPreviewData }) {
  const t = useImportWords()
  const format = useFormat()
  const { fileSize } = job
  const { sheet, separator } = preview
  const facts = [
    fileSize < 1_000_000
      ? `${format.number(Math.max(1, fileSize / 1000))} kB`
      : `${format.number(fileSize / 1_000_000, 1)} MB`,
    ...(sheet === null ? [] : [t.sheet(sheet)]),
    ...(separator === null ? [] : [t.separatedBy(separator)]),
    t.columnCount(preview.columns.length),
  ]
  return (
    <Text size="sm" c="dimmed">
      {facts.join(' · ')}
    </Text>
  )
}

/**
 * The display name, of a data source: as the service recognises it while the data source has none, and as the user chooses it. The data
 * source keeps the one it has, unless another one is chosen.
 */
function useNameField({ nameColumn }: ImportJobDetail, columns: { column: number; field: string }[]) {
  const { kind, id } = useImportTarget()
  const [chosen, setChosen] = useState<string | null>()
  const { data: source } = useApiQuery(
    '/api/dataSource/detail/{id}',
    { params: { path: { id } } },
    { isEnabled: kind === 'dataSource' },
  )
  if (kind !== 'dataSource') return undefined
  const fields = columns.map(({ field }) => field).filter((field) => field !== PHONE_FIELD && field !== '')
  const current = source?.nameField
  const recognised = columns.find(({ column }) => column === nameColumn)?.field ?? null
  const proposed = current === undefined ? recognised : fields.includes(current) ? current : null
  const value = chosen === undefined || (chosen !== null && !fields.includes(chosen)) ? proposed : chosen
  return { fields, current, value, choose: setChosen, start: { nameField: value } }
}

/** The country of a data source, which has it before the first row is imported. A do-not-call list has that of the service. */
function useCountry() {
  const { kind, id } = useImportTarget()
  const [chosen, setChosen] = useState<CountryCode | null>()
  const update = useApiMutation('/api/dataSource/update')
  const isAsked = kind === 'dataSource'
  const { data: source } = useApiQuery(
    '/api/dataSource/detail/{id}',
    { params: { path: { id } } },
    { isEnabled: isAsked },
  )
  const current = (source?.country as CountryCode | undefined) ?? null
  const value = chosen === undefined ? current : chosen
  return {
    isAsked,
    value,
    choose: setChosen,
    isPending: update.isPending,
    error: update.error,
    store(next: () => void): void {
      if (!isAsked || value === current) next()
      else update.mutate({ body: { id, country: value } }, { onSuccess: next })
    },
  }
}

interface PhoneColumnSelectProps {
  preview: ImportPreviewData
  value: number | null
  onChange(column: number): void
}

function PhoneColumnSelect({ preview, value, onChange }: PhoneColumnSelectProps) {
  const t = useImportWords()
  const { columns, phoneColumn, phoneReason } = preview
  const reason = phoneReason === null ? t.phoneColumnUnknown : t.phoneReasons[phoneReason]
  return (
    <Select
      label={t.phoneColumn}
      description={value === phoneColumn ? reason : t.phoneColumnChosen}
      placeholder={t.phoneColumnPick}
      withAsterisk
      allowDeselect={false}
      data={columns.map(({ column, title }) => ({
        value: String(column),
        label: title || t.untitled(columnLetters(column)),
      }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
    />
  )
}

/** The columns that the service proposes to leave out, with the reasons. */
function LeftOut({ preview, imported }: { preview: ImportPreviewData; imported: Set<number> }) {
  const t = useImportWords()
  const reasons = Object.keys(t.leftOut) as (keyof typeof t.leftOut)[]
  return reasons.map((reason) => {
    const names = preview.columns
      .filter(({ column, ignoredReason }) => ignoredReason === reason && !imported.has(column))
      .map(({ column, title }) => title || columnLetters(column))
    return names.length === 0 ? null : (
      <Text key={reason} size="xs" c="dimmed" mt="2xs">
        {t.leftOut[reason](names.join(t.comma))}
      </Text>
    )
  })
}

/** The API names an entry of the request, as in `columns[3].field`; the user knows the name of the field. */
function withFieldNames(error: ApiError, columns: { field: string }[]): ApiError {
  const errors = error.errors.map((detail) => {
    const [, index] = /^columns\[(\d+)\]/.exec(detail.field ?? '') ?? []
    return { ...detail, field: columns[Number(index)]?.field ?? detail.field }
  })
  return new ApiError(error.status, error.message, { errors })
}
