import { Alert, Button, Group, Progress, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useErrorText } from '../../../parts/use-error-text.ts'
import { useWarningBeforeUnload } from '../../../parts/use-warning-before-unload.ts'
import { useClient } from '../../../session/console-context.tsx'
import { importMessages } from './import.messages.ts'
import { MOST_BYTES, MOST_ROWS } from './import-parts.ts'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { guessPhoneColumn, titledPhoneColumn } from './phone-column.ts'
import { createImportRun, type ImportPlan, type ImportRun } from './run-import.ts'
import { type SurveyState, useSurvey } from './use-survey.ts'

export interface ImportOfFileProps {
  dataSourceId: string
  file: File
  /** Whether leaving now would break something off. */
  onBusy(isBusy: boolean): void
  onAnother(): void
  onClose(): void
}

/** One file from the first look at it to what became of its rows. */
export function ImportOfFile(props: ImportOfFileProps) {
  const { dataSourceId, file, onBusy, onAnother } = props
  const client = useClient()
  const queries = useQueryClient()
  const surveyed = useSurvey(file)
  const [run, setRun] = useState<ImportRun>()
  const state = useSyncExternalStore(run?.subscribe ?? subscribeToNothing, () => run?.read())
  const step = state?.step
  useEffect(() => {
    onBusy(step === 'running' || step === 'stopped')
    if (step === 'stopped' || step === 'done') void queries.invalidateQueries()
  }, [step, onBusy, queries])
  // Whoever leaves the page leaves the import.
  useEffect(() => () => run?.stop(), [run])
  useEffect(() => () => onBusy(false), [onBusy])
  useWarningBeforeUnload(step === 'running' || step === 'stopped')

  function start(plan: Pick<ImportPlan, 'read' | 'onDuplicate'>): void {
    const started = createImportRun(client, { dataSourceId, file, ...plan })
    setRun(started)
    started.start()
  }

  if (run && state) {
    return state.step === 'done' ? (
      <ImportResult {...props} run={run} state={state} />
    ) : (
      <ImportProgress run={run} state={state} />
    )
  }
  return <BeforeImport file={file} surveyed={surveyed} onStart={start} onAnother={onAnother} />
}

interface BeforeImportProps {
  file: File
  surveyed: SurveyState
  onStart(plan: Pick<ImportPlan, 'read' | 'onDuplicate'>): void
  onAnother(): void
}

function BeforeImport({ file, surveyed, onStart, onAnother }: BeforeImportProps) {
  const t = useMessages(importMessages)
  const format = useFormat()
  const [onDuplicate, setOnDuplicate] = useState<'fail' | 'update'>('fail')
  const [chosen, setChosen] = useState<number>()
  if (surveyed.step === 'reading') {
    return (
      <Stack gap="xs">
        <Text size="sm">{t.reading(file.name)}</Text>
        <Progress value={surveyed.fraction * 100} aria-label={t.reading(file.name)} />
      </Stack>
    )
  }

  const survey = surveyed.step === 'read' ? surveyed.survey : undefined
  const phoneColumn = survey && (chosen ?? phoneColumnOf(survey))
  const isEmpty = survey?.rowCount === 0
  const canStart = survey
    ? phoneColumn !== undefined && !isEmpty
    : surveyed.step === 'unreadable' && surveyed.isWorkbook
  function start(): void {
    const read =
      surveyed.step === 'read' && phoneColumn !== undefined
        ? { table: surveyed.table, survey: surveyed.survey, phoneColumn }
        : undefined
    onStart({ read, onDuplicate })
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Text>
          {survey && <FileFacts file={file} surveyed={surveyed} />}
        </div>
        <Button variant="default" onClick={onAnother}>
          {t.otherFile}
        </Button>
      </Group>
      {surveyed.step === 'unreadable' && <Unreadable surveyed={surveyed} />}
      {isEmpty && (
        <Alert color="yellow" variant="outline">
          {survey.titles.length === 0 ? t.empty : t.noRows}
        </Alert>
      )}
      {survey && !isEmpty && (
        <ImportPreview survey={survey} phoneColumn={phoneColumn} onPhoneColumn={setChosen} />
      )}
      {canStart && (
        <Radio.Group
          label={t.onDuplicate}
          value={onDuplicate}
          onChange={(value) => setOnDuplicate(value as 'fail' | 'update')}
        >
          <Stack gap={8} mt={6}>
            <Radio size="xs" value="fail" label={t.fail} />
            <Radio size="xs" value="update" label={t.update} />
          </Stack>
        </Radio.Group>
      )}
      {survey && (survey.rowCount > MOST_ROWS || file.size > MOST_BYTES) && (
        <Text size="sm" c="dimmed">
          {t.inParts}
        </Text>
      )}
      {!isEmpty && (
        <Group justify="flex-end">
          <Button onClick={start} disabled={!canStart}>
            {survey ? t.start(format.number(survey.rowCount)) : t.startUnread}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function FileFacts({ file, surveyed }: { file: File; surveyed: SurveyState }) {
  const t = useMessages(importMessages)
  const format = useFormat()
  if (surveyed.step !== 'read') return null
  const { table, survey } = surveyed
  const size =
    file.size < 1_000_000
      ? `${format.number(Math.max(1, file.size / 1000))} kB`
      : `${format.number(file.size / 1_000_000, 1)} MB`
  const facts = [t.rows(format.number(survey.rowCount), size)]
  if (table.encoding !== undefined) facts.push(t.encoding(table.encoding.toUpperCase()))
  return (
    <Text size="sm" c="dimmed">
      {facts.join(' · ')}
    </Text>
  )
}

function Unreadable({ surveyed }: { surveyed: SurveyState & { step: 'unreadable' } }) {
  const t = useMessages(importMessages)
  const textOf = useErrorText()
  return (
    <Alert color={surveyed.isWorkbook ? 'yellow' : 'red'} variant="outline" role="alert">
      <Text size="sm">{textOf(surveyed.error)}</Text>
      {surveyed.isWorkbook && <Text size="sm">{t.noPreview}</Text>}
    </Alert>
  )
}

function phoneColumnOf(survey: Parameters<typeof guessPhoneColumn>[0]): number | undefined {
  const titled = titledPhoneColumn(survey.titles)
  return titled >= 0 ? titled : guessPhoneColumn(survey)
}

function subscribeToNothing(): () => void {
  return () => undefined
}
