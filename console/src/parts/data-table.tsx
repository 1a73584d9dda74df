// A table that fills the available space: the header stays, the rows scroll, the pagination is below.
import { Button, Checkbox, Skeleton, Table } from '@mantine/core'
import { memo, type ReactNode, useEffect, useEffectEvent } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import { ErrorState } from './error-state.tsx'
import { partsMessages } from './parts.messages.ts'
import { TableFooter, type TablePaging } from './table-footer.tsx'

export interface Column<Row> {
  id: string
  title: ReactNode
  cell(row: Row): ReactNode
  align?: 'left' | 'right'
  width?: number | string
  /** Hidden on narrower screens. */
  visibleFrom?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** If the rows are sorted by it. */
  order?: 'asc' | 'desc'
  /** Stays on this side while the other columns scroll. */
  sticky?: 'left' | 'right'
}

export interface Selection {
  ids: ReadonlySet<string>
  change(ids: Set<string>): void
}

interface DataTableProps<Row> {
  /** Describes the table to screen readers. */
  label: string
  columns: Column<Row>[]
  /** Undefined until the first answer arrives. */
  rows: Row[] | undefined
  /** Why there are no rows; shown instead of the table, with a button that calls `onRetry`. */
  error?: Error | null
  onRetry?(): void
  keyOf(row: Row, index: number): string
  /** Shown instead of rows when there are none. */
  empty: ReactNode
  onOpen?(row: Row): void
  paging?: TablePaging
  selection?: Selection
  /** Floats above the end of the rows: what is selected, and what can be done with it. */
  selectionBar?: ReactNode
  nameOf?(row: Row): string
  /** Rows that wait to be shown, so that the table does not move under the hand. */
  waiting?: { text: string; show(): void } | undefined
  /** Called when the pointer or the focus comes to the table, and when it leaves. */
  onHand?(isOnTable: boolean): void
  /** Limits the height, for a table inside a page that scrolls. */
  isBounded?: boolean
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, empty, onOpen, paging, selection, nameOf, isBounded } = props
  const t = useMessages(partsMessages)
  if (props.error && !rows) return <ErrorState error={props.error} onRetry={props.onRetry} />
  if (rows?.length === 0 && (paging?.total ?? 0) === 0) return <>{empty}</>

  const keys = rows?.map(keyOf) ?? []
  const isAllSelected = keys.length > 0 && keys.every((key) => selection?.ids.has(key))
  return (
    <TableFrame isBounded={isBounded ?? false} onHand={props.onHand}>
      {props.waiting && (
        <Button className="waiting-rows" size="compact-sm" radius="xl" onClick={props.waiting.show}>
          {props.waiting.text}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that it can be scrolled by keyboard */}
      <section className="table-scroll" aria-label={label} tabIndex={0}>
        <Table aria-label={label} aria-busy={rows === undefined}>
          <Table.Thead>
            <Table.Tr>
              {selection && (
                <Table.Th w={36}>
                  <Checkbox
                    aria-label={t.selectAll}
                    checked={isAllSelected}
                    indeterminate={!isAllSelected && keys.some((key) => selection.ids.has(key))}
                    onChange={() => selection.change(withAll(selection.ids, keys, !isAllSelected))}
                  />
                </Table.Th>
              )}
              {columns.map((column) => (
                <Table.Th
                  key={column.id}
                  scope="col"
                  aria-sort={column.order && (column.order === 'asc' ? 'ascending' : 'descending')}
                  data-align={column.align}
                  data-sticky={column.sticky}
                  w={column.width}
                  visibleFrom={column.visibleFrom}
                >
                  {column.title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody
            onClick={({ target }) => {
              const row = rows?.[keys.indexOf(keyAt(target))]
              if (onOpen && row !== undefined && !isControl(target)) onOpen(row)
            }}
            onChange={({ target }) => {
              if (selection && isSelector(target))
                selection.change(withAll(selection.ids, [keyAt(target)], target.checked))
            }}
          >
            {rows === undefined && <PlaceholderRows count={columns.length + (selection ? 1 : 0)} />}
            {rows?.map((row, index) => {
              const key = keys[index] ?? ''
              return (
                <DataRow<Row>
                  key={key}
                  rowKey={key}
                  row={row}
                  columns={columns}
                  isClickable={onOpen !== undefined}
                  selectLabel={selection && t.selectRow(nameOf?.(row) ?? key)}
                  isSelected={selection?.ids.has(key) ?? false}
                />
              )
            })}
          </Table.Tbody>
        </Table>
      </section>
      {selection && <div className="selection-place">{props.selectionBar}</div>}
      {paging && <TableFooter {...paging} />}
    </TableFrame>
  )
}

interface DataRowProps<Row> {
  rowKey: string
  row: Row
  columns: Column<Row>[]
  isClickable: boolean
  /** If rows can be selected. */
  selectLabel: string | undefined
  isSelected: boolean
}

/**
 * Rendered again only if what it shows has changed: with the columns memoized, selecting a row renders that row. The table hears of
 * clicks, so that a row needs no functions of its own.
 */
const DataRow = memo(function DataRow<Row>(props: DataRowProps<Row>) {
  const { rowKey, row, columns, isClickable, selectLabel, isSelected } = props
  return (
    <Table.Tr data-key={rowKey} data-clickable={isClickable || undefined}>
      {selectLabel !== undefined && (
        <Table.Td>
          <Checkbox aria-label={selectLabel} checked={isSelected} onChange={heardByTable} data-selects />
        </Table.Td>
      )}
      {columns.map((column) => (
        <Table.Td
          key={column.id}
          data-align={column.align}
          data-sticky={column.sticky}
          visibleFrom={column.visibleFrom}
        >
          {column.cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}) as <Row>(props: DataRowProps<Row>) => ReactNode

function heardByTable(): void {}

/** The key of the row in which something was clicked; empty if it is in none. */
function keyAt(target: EventTarget): string {
  return (target instanceof Element && target.closest<HTMLElement>('tr')?.dataset['key']) || ''
}

function isSelector(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset['selects'] !== undefined
}

interface TableFrameProps {
  isBounded: boolean
  onHand: ((isOnTable: boolean) => void) | undefined
  children: ReactNode
}

function TableFrame({ isBounded, onHand, children }: TableFrameProps) {
  // A table that disappears under the pointer, because it has no rows any more, hears of no leaving.
  const leave = useEffectEvent(() => onHand?.(false))
  useEffect(() => leave, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the pointer and the focus are
    <div
      className="table-frame"
      data-bounded={isBounded || undefined}
      onPointerEnter={() => onHand?.(true)}
      onPointerLeave={() => onHand?.(false)}
      onFocus={() => onHand?.(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        onHand?.(currentTarget.contains(relatedTarget) || currentTarget.matches(':hover'))
      }
    >
      {children}
    </div>
  )
}

function PlaceholderRows({ count }: { count: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
    <Table.Tr key={row}>
      <Table.Td colSpan={count}>
        <Skeleton height={14} />
      </Table.Td>
    </Table.Tr>
  ))
}

/** A click on a link, button or checkbox does not open the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [role="menu"]') !== null
}

function withAll(ids: ReadonlySet<string>, keys: string[], isSelected: boolean): Set<string> {
  const next = new Set(ids)
  for (const key of keys) {
    if (isSelected) next.add(key)
    else next.delete(key)
  }
  return next
}
