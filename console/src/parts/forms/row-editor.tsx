// Rows of inputs to which others can be added, and which can be removed.
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface RowEditorProps<Row> {
  rows: readonly Row[]
  inputs(row: Row, index: number): ReactNode
  addLabel: string
  removeLabel(row: Row, index: number): string
  /** Undefined: there can be no more. */
  onAdd: (() => void) | undefined
  onRemove(index: number): void
  /** Of a row; without it its inputs are in one line. */
  rowClass?: string
}

export function RowEditor<Row extends { key: string }>(props: RowEditorProps<Row>) {
  const { rows, inputs, addLabel, removeLabel, onAdd, onRemove, rowClass } = props
  return (
    <>
      {rows.map((row, index) => {
        const content = (
          <>
            {inputs(row, index)}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={removeLabel(row, index)}
              onClick={() => onRemove(index)}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </>
        )
        return rowClass === undefined ? (
          <Group key={row.key} gap="xs" wrap="nowrap" align="flex-start">
            {content}
          </Group>
        ) : (
          <div key={row.key} className={rowClass}>
            {content}
          </div>
        )
      })}
      {onAdd && (
        <Group>
          <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
            {addLabel}
          </Button>
        </Group>
      )}
    </>
  )
}
