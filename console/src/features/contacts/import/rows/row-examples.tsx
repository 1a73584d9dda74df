// Rows of the file, as examples: a line breaks between them, never inside of a number.
import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { useImportWords } from '../import-target.ts'

interface RowExamplesProps {
  rows: { row: number; phoneNumber: string }[]
  /** Behind the last one. */
  more?: string | undefined
}

export function RowExamples({ rows, more }: RowExamplesProps) {
  const t = useImportWords().numbers
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {rows.map(({ row, phoneNumber }, index) => (
        <Fragment key={row}>
          {index > 0 && t.between}
          <span style={{ display: 'inline-block' }}>{t.example(row, phoneNumber)}</span>
        </Fragment>
      ))}
      {more}
    </Text>
  )
}
