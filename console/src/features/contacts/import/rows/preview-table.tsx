import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core'
import { useFormat } from '../../../../language/use-format.ts'
import { type Column, DataTable } from '../../../../parts/tables/data-table.tsx'
import {
  type ColumnChoice,
  columnLetters,
  type FieldProblem,
  type ImportPreviewData,
  PHONE_FIELD,
} from '../column-choices.ts'
import { useImportWords } from '../import-target.ts'

/** With more columns the page would be slow. The others keep what the service proposed. */
const MAX_SHOWN_COLUMNS = 100

interface PreviewTableProps {
  preview: ImportPreviewData
  phoneColumn: number | null
  choices: ColumnChoice[]
  problems: (FieldProblem | undefined)[]
  onChoices(choices: ColumnChoice[]): void
}

/** The first rows. At the top of each column: whether it is imported, and the name of its field. */
export function PreviewTable({ preview, phoneColumn, choices, problems, onChoices }: PreviewTableProps) {
  const t = useImportWords()
  const format = useFormat()
  type Row = (typeof preview.rows)[number]
  const columns: Column<Row>[] = [
    { id: 'row', title: t.row, align: 'right', width: 48, cell: ({ row }) => format.number(row) },
    ...preview.columns.slice(0, MAX_SHOWN_COLUMNS).map(({ column, title }): Column<Row> => {
      const choice = choices[column] ?? { isImported: false, field: '' }
      const isImported = choice.isImported || column === phoneColumn
      return {
        id: String(column),
        title: title || t.untitled(columnLetters(column)),
        head: (
          <ColumnHead
            title={title || t.untitled(columnLetters(column))}
            isPhone={column === phoneColumn}
            choice={choice}
            problem={problems[column]}
            onChoice={(next) => onChoices(choices.with(column, next))}
          />
        ),
        cell: ({ cells }) => (
          <Text
            size="sm"
            span
            className="cell-name"
            title={cells[column]}
            c={isImported ? undefined : 'dimmed'}
            td={isImported ? undefined : 'line-through'}
          >
            {cells[column]}
          </Text>
        ),
      }
    }),
  ]
  return (
    <div className="card import-preview">
      <DataTable
        label={t.preview}
        isBounded
        columns={columns}
        rows={preview.rows}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
      {preview.columns.length > MAX_SHOWN_COLUMNS && (
        <Text size="xs" c="dimmed" p="xs">
          {t.columnsShown(MAX_SHOWN_COLUMNS)}
        </Text>
      )}
    </div>
  )
}

interface ColumnHeadProps {
  title: string
  isPhone: boolean
  choice: ColumnChoice
  problem: FieldProblem | undefined
  onChoice(choice: ColumnChoice): void
}

function ColumnHead({ title, isPhone, choice, problem, onChoice }: ColumnHeadProps) {
  const t = useImportWords()
  const { isImported } = choice
  if (isPhone) {
    return (
      <Stack gap="2xs" miw={130}>
        <span>{title}</span>
        <TextInput size="xs" aria-label={t.fieldOf(title)} value={PHONE_FIELD} readOnly fw={700} />
      </Stack>
    )
  }
  return (
    <Stack gap="2xs" miw={130}>
      <Checkbox
        size="xs"
        label={title}
        checked={isImported}
        onChange={({ currentTarget }) => onChoice({ ...choice, isImported: currentTarget.checked })}
      />
      {t.fieldChoices ? (
        <Select
          aria-label={t.fieldOf(title)}
          placeholder={t.leftOutField}
          data={Object.entries(t.fieldChoices).map(([value, label]) => ({ value, label }))}
          value={isImported && choice.field !== '' ? choice.field : null}
          disabled={!isImported}
          error={problem && t.fieldProblems[problem]}
          onChange={(field) => onChoice({ ...choice, field: field ?? '' })}
        />
      ) : (
        <TextInput
          size="xs"
          aria-label={t.fieldOf(title)}
          placeholder={t.leftOutField}
          value={isImported ? choice.field : ''}
          disabled={!isImported}
          error={problem && t.fieldProblems[problem]}
          onChange={({ currentTarget }) => onChoice({ ...choice, field: currentTarget.value })}
        />
      )}
    </Stack>
  )
}
