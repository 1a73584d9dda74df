import type { Encoding } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useErrorText } from '../../../parts/errors/use-error-text.ts'
import { EncodingSelect } from './encoding-select.tsx'
import type { ImportStep, StepNamed } from './import-step.ts'
import { useImportWords } from './import-target.ts'

interface FailedUploadProps {
  step: StepNamed<'failed-upload'>
  onStep(step: ImportStep): void
}

/** Says why, and what to do: name the encoding, upload the file again, or choose another one. */
export function FailedUpload({ step: { file, reading, error }, onStep }: FailedUploadProps) {
  const t = useImportWords()
  const textOf = useErrorText()
  const isEncodingAsked =
    error instanceof ApiError && error.errors.some(({ code }) => code.startsWith('encoding_'))
  const isFileRefused = error instanceof ApiError && (error.status === 400 || error.status === 413)
  const readAs = (encoding: Encoding) => onStep({ name: 'upload', file, reading: { ...reading, encoding } })
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      <Alert
        color={isEncodingAsked ? 'yellow' : 'red'}
        variant="outline"
        role="alert"
        title={isEncodingAsked ? t.whichEncoding : isFileRefused ? t.fileRefused : t.interrupted}
      >
        <Text size="sm">{textOf(error)}</Text>
        <Text size="sm">{isFileRefused ? t.nothingImported : t.nothingLost}</Text>
      </Alert>
      {isEncodingAsked && <EncodingSelect value={reading.encoding ?? null} onChange={readAs} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => onStep({ name: 'choice' })}>
          {t.otherFile}
        </Button>
        {!isFileRefused && (
          <Button onClick={() => onStep({ name: 'upload', file, reading })}>{t.again}</Button>
        )}
      </Group>
    </Stack>
  )
}
