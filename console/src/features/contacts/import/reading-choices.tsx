// How the file is read: encoding, sheet, row with the titles. Another choice uploads the file again.
import { Select } from '@mantine/core'
import type { ImportPreviewData } from './column-choices.ts'
import { EncodingSelect } from './encoding-select.tsx'
import type { FileReading } from './import-step.ts'
import { useImportWords } from './import-target.ts'

interface ReadingChoicesProps {
  preview: ImportPreviewData
  /** After a reload of the page the file is not there to be uploaded again. */
  isDisabled: boolean
  onChange(reading: FileReading): void
}

const HEADER_ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

export function ReadingChoices({ preview, isDisabled, onChange }: ReadingChoicesProps) {
  const t = useImportWords()
  const { encoding, sheet, sheets, headerRow } = preview
  const rows = HEADER_ROWS.includes(headerRow) || headerRow === 0 ? HEADER_ROWS : [...HEADER_ROWS, headerRow]
  return (
    <>
      {encoding !== null && (
        <EncodingSelect
          value={encoding}
          description={isDisabled ? t.encodingNeedsFile : t.encodingHint}
          isDisabled={isDisabled}
          onChange={(chosen) => onChange({ encoding: chosen })}
        />
      )}
      {sheet !== null && sheets.length > 1 && (
        <Select
          label={t.sheetChoice}
          allowDeselect={false}
          disabled={isDisabled}
          data={[...new Set(sheets)]}
          value={sheet}
          onChange={(chosen) => chosen !== null && chosen !== sheet && onChange({ sheet: chosen })}
        />
      )}
      <Select
        label={t.headerRow}
        description={t.headerRowHint}
        allowDeselect={false}
        disabled={isDisabled}
        data={[
          { value: '0', label: t.noHeaderRow },
          ...rows.map((row) => ({ value: String(row), label: t.rowNumber(row) })),
        ]}
        value={String(headerRow)}
        onChange={(chosen) => {
          if (chosen !== null && Number(chosen) !== headerRow) onChange({ headerRow: Number(chosen) })
        }}
      />
    </>
  )
}
