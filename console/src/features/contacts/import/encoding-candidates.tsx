// The likely encodings of a file, each with what it makes of some cells: the one that can be read is right.
import type { Encoding } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { Stack, Text, UnstyledButton } from '@mantine/core'
import { useImportWords } from './import-target.ts'

interface EncodingCandidatesProps {
  error: unknown
  onChoose(encoding: Encoding): void
}

export function EncodingCandidates({ error, onChoose }: EncodingCandidatesProps) {
  const t = useImportWords()
  const candidates = candidatesOf(error)
  if (candidates.length === 0) return null
  return (
    <section>
      <Text size="sm" fw={600} mb="xs">
        {t.encodingCandidates}
      </Text>
      <Stack gap="xs">
        {candidates.map(({ encoding, sample }) => (
          <UnstyledButton
            key={encoding}
            className="card card-body encoding-candidate"
            onClick={() => onChoose(encoding)}
          >
            <Text size="md" style={{ overflowWrap: 'anywhere' }}>
              {sample}
            </Text>
            <Text size="xs" c="dimmed">
              {t.encodings[encoding]}
            </Text>
          </UnstyledButton>
        ))}
      </Stack>
    </section>
  )
}

function candidatesOf(error: unknown): { encoding: Encoding; sample: string }[] {
  const detail =
    error instanceof ApiError ? error.errors.find(({ code }) => code === 'encoding_unknown') : undefined
  const { encodings = [], samples = [] } = (detail?.params ?? {}) as {
    encodings?: Encoding[]
    samples?: string[]
  }
  return encodings.map((encoding, index) => ({ encoding, sample: samples[index] ?? '' }))
}
