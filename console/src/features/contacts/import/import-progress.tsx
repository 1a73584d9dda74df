import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useErrorText } from '../../../parts/use-error-text.ts'
import { importMessages } from './import.messages.ts'
import type { ImportRun, ImportState } from './run-import.ts'

export interface ImportProgressProps {
  run: ImportRun
  state: ImportState
}

/** How far it is; and, where it has stopped, what is in and how to go on. */
export function ImportProgress({ run, state }: ImportProgressProps) {
  const t = useMessages(importMessages)
  const format = useFormat()
  const { step, fraction, totals, isStoring } = state
  const whatIsGoingOn = useWhatIsGoingOn(state)
  const isStopped = step === 'stopped'
  return (
    <Stack gap="sm">
      <Progress.Root size="lg">
        <Progress.Section
          value={fraction * 100}
          striped={isStoring}
          animated={isStoring}
          color={isStopped ? 'yellow.8' : undefined}
          aria-label={t.progress}
        />
      </Progress.Root>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <div aria-live="polite">
          {!isStopped && <Text size="sm">{whatIsGoingOn}</Text>}
          <Text size="sm" c="dimmed">
            {format.percent(Math.floor(fraction * 100) / 100)}
            {totals.importCount > 0 &&
              ` · ${t.soFar(format.number(totals.successCount), format.number(totals.failCount))}`}
          </Text>
        </div>
        {!isStopped && (
          <Button variant="default" onClick={run.stop}>
            {t.stop}
          </Button>
        )}
      </Group>
      {isStopped && <Stopped run={run} state={state} />}
    </Stack>
  )
}

function useWhatIsGoingOn({ part, isStoring }: ImportState): string {
  const t = useMessages(importMessages)
  const format = useFormat()
  if (!part || part.lastRow === 0) return isStoring ? t.storingFile : t.sendingFile
  return (isStoring ? t.storing : t.sending)(format.number(part.firstRow), format.number(part.lastRow))
}

function Stopped({ run, state: { error, part, lastRowDone } }: ImportProgressProps) {
  const t = useMessages(importMessages)
  const format = useFormat()
  const textOf = useErrorText()
  const next = format.number(part?.firstRow ?? 0)
  return (
    <Alert color="yellow" variant="outline" title={t.stopped} role="alert">
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          {error === undefined ? t.stoppedByYou : textOf(error)}
        </Text>
        <Text size="sm">
          {lastRowDone === 0 ? t.stoppedNothing : t.stoppedAt(format.number(lastRowDone), next)}
        </Text>
        <Text size="xs" c="dimmed">
          {t.stoppedUnsure}
        </Text>
        <Group gap="xs" mt={4}>
          <Button onClick={run.start}>{lastRowDone === 0 ? t.again : t.goOn(next)}</Button>
          <Button variant="default" onClick={run.finish}>
            {t.finish}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
