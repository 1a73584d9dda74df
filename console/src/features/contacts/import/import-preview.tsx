import { Select, Stack, Text, Title } from '@mantine/core'
import { columnName } from '../../../../../server/src/tabular/column-name.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { importMessages } from './import.messages.ts'
import { PHONE_TITLE, titledPhoneColumn } from './phone-column.ts'
import type { Survey } from './survey-table.ts'
import type { TableRow } from './table/collect-rows.ts'

export interface ImportPreviewProps {
  survey: Survey
  phoneColumn: number | undefined
  onPhoneColumn(column: number): void
}

/** The first rows as they will be taken, and a choice of the phone column where the titles do not say it. */
export function ImportPreview({ survey, phoneColumn, onPhoneColumn }: ImportPreviewProps) {
  const t = useMessages(importMessages)
  const format = useFormat()
  const { titles, sample } = survey
  const nameOf = (title: string, index: number) => title || t.untitled(columnName(index))
  const columns: Column<TableRow>[] = [
    { id: 'row', title: t.previewRow, align: 'right', width: 48, cell: ({ row }) => format.number(row) },
    ...titles.map((title, index) => ({
      id: String(index),
      title: index === phoneColumn ? <PhoneTitle title={title} /> : nameOf(title, index),
      cell: ({ cells }: TableRow) => (
        <Text
          size="sm"
          span
          className="cell-name"
          title={cells[index]}
          c={title === '' && index !== phoneColumn ? 'dimmed' : undefined}
        >
          {cells[index]}
        </Text>
      ),
    })),
  ]
  const isPhoneTitled = titledPhoneColumn(titles) >= 0
  return (
    <Stack gap="sm">
      {!isPhoneTitled && (
        <Select
          label={t.phoneColumn}
          description={t.phoneColumnHint}
          placeholder={t.phoneColumnPick}
          withAsterisk
          allowDeselect={false}
          maw={420}
          data={titles.map((title, index) => ({ value: String(index), label: nameOf(title, index) }))}
          value={phoneColumn === undefined ? null : String(phoneColumn)}
          onChange={(value) => value !== null && onPhoneColumn(Number(value))}
        />
      )}
      <div>
        <Title order={3} size="h2" mb={4}>
          {t.preview}
        </Title>
        <div className="card">
          <DataTable
            label={t.preview}
            isBounded
            columns={columns}
            rows={sample}
            keyOf={({ row }) => String(row)}
            empty={<Text p="sm">{t.noRows}</Text>}
          />
        </div>
        {titles.some((title, index) => title === '' && index !== phoneColumn) && (
          <Text size="xs" c="dimmed" mt={4}>
            {t.untitledIgnored}
          </Text>
        )}
      </div>
    </Stack>
  )
}

function PhoneTitle({ title }: { title: string }) {
  return (
    <Text span size="xs" fw={700} c="var(--mantine-color-text)">
      {title === PHONE_TITLE || title === '' ? PHONE_TITLE : `${title} → ${PHONE_TITLE}`}
    </Text>
  )
}
