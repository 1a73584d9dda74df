// A table that fills the available space: the header stays, the rows scroll, the pagination is below. Its cells are plain
// elements: as Mantine's components, a page of 50 rows would take a tenth of a second to render. On a phone each row is stacked
// instead of scrolling sideways (stacked-rows.css): its first cell and its actions, and below them the other values with their titles.
// The first cell is the header of its row, so that a screen reader says whose value another cell is.
import './stacked-rows.css'
import { Button, rem, Skeleton, VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode, useDeferredValue, useEffect, useEffectEvent } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { ErrorState } from '../errors/error-state.tsx'
import { SelectBox } from '../forms/select-box.tsx'
import { partsMessages } from '../parts.messages.ts'
import { TableFooter, type TablePaging } from './table-footer.tsx'
import { type ScreenWidth, useVisibleColumns } from './use-visible-columns.ts'

export interface Column<Row> {
  id: string
  /** At the top of the column; on a phone beside the value, in each row. */
  title: string
  /** A control that stands at the top of the column in place of its title. */
  head?: ReactNode
  /** Buttons that do something with a row: the title is for screen readers only. */
  isActions?: boolean
  cell(row: Row): ReactNode
  align?: 'left' | 'right'
  width?: number | string
  /** Left out on narrower screens. */
  visibleFrom?: ScreenWidth
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

/** What useApiQuery returns for a list. */
export interface FoundList<Row> {
  data?: { rows: Row[]; total?: number } | undefined
  error: Error | null
  refetch(): unknown
}

/** The props that show a list; with an address, page by page. */
export function listOf<Row>({ data, error, refetch }: FoundList<Row>, address?: TablePaging['address']) {
  const paging = address && { paging: { total: data?.total ?? 0, address } }
  return { rows: data?.rows, error, onRetry: refetch, ...paging }
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, keyOf, empty, onOpen, paging, selection, nameOf, isBounded } = props
  const t = useMessages(partsMessages)
  const columns = useVisibleColumns(props.columns)
  // An answer that comes at once is rendered after the page has reacted to the input that asked for it.
  const deferredRows = useDeferredValue(props.rows)
  const deferredTotal = useDeferredValue(paging?.total ?? 0)
  // The first answer replaces nothing that could be used meanwhile.
  const rows = deferredRows ?? props.rows
  const total = deferredRows ? deferredTotal : (paging?.total ?? 0)
  if (props.error && !rows) return <ErrorState error={props.error} onRetry={props.onRetry} />
  if (rows?.length === 0 && total === 0) return <>{empty}</>

  const keys = rows?.map(keyOf) ?? []
  const isAllSelected = keys.length > 0 && keys.every((key) => selection?.ids.has(key))
  return (
    <TableFrame isBounded={isBounded ?? false} onHand={props.onHand}>
      {props.waiting && (
        <Button className="waiting-rows" size="compact-sm" radius="xl" onClick={props.waiting.show}>
          {props.waiting.text}
        </Button>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be focusable, so that it can be scrolled by keyboard */}
      <div className="table-scroll" role="group" aria-label={label} tabIndex={0}>
        <table aria-label={label} aria-busy={rows === undefined}>
          <thead>
            <tr>
              {selection && (
                <th style={{ width: rem(36) }}>
                  <SelectBox
                    label={t.selectAll}
                    isChecked={isAllSelected}
                    isIndeterminate={!isAllSelected && keys.some((key) => selection.ids.has(key))}
                    onChange={() => selection.change(withAll(selection.ids, keys, !isAllSelected))}
                  />
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={column.order && (column.order === 'asc' ? 'ascending' : 'descending')}
                  data-align={column.align}
                  data-sticky={column.sticky}
                  style={column.width === undefined ? undefined : { width: rem(column.width) }}
                >
                  {column.isActions ? (
                    <VisuallyHidden>{column.title}</VisuallyHidden>
                  ) : (
                    (column.head ?? column.title)
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: for the mouse only; what opens a row by keyboard is a control in it */}
          <tbody
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
          </tbody>
        </table>
      </div>
      {selection && <div className="selection-place">{props.selectionBar}</div>}
      {paging && <TableFooter total={total} address={paging.address} />}
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
 * Rendered again only if what it shows has changed: with the cells of the columns memoized, selecting a row renders its checkbox. The
 * table hears of clicks, so that a row needs no functions of its own.
 */
const DataRow = memo(function DataRow<Row>(props: DataRowProps<Row>) {
  const { rowKey, row, columns, isClickable, selectLabel, isSelected } = props
  return (
    <tr data-key={rowKey} data-clickable={isClickable || undefined}>
      {selectLabel !== undefined && (
        <td data-part="select">
          <SelectBox label={selectLabel} isChecked={isSelected} onChange={heardByTable} data-selects />
        </td>
      )}
      <Cells<Row> row={row} columns={columns} />
    </tr>
  )
}, isSameRow) as <Row>(props: DataRowProps<Row>) => ReactNode

interface CellsProps<Row> {
  row: Row
  columns: Column<Row>[]
}

const Cells = memo(function Cells<Row>({ row, columns }: CellsProps<Row>) {
  return columns.map((column, index) => {
    const isFirst = index === 0 && !column.isActions
    const Cell = isFirst ? 'th' : 'td'
    return (
      <Cell
        key={column.id}
        {...(isFirst && { scope: 'row' })}
        data-title={column.title}
        data-part={column.isActions ? 'actions' : isFirst && column.align !== 'right' ? 'main' : undefined}
        data-align={column.align}
        data-sticky={column.sticky}
      >
        {column.cell(row)}
      </Cell>
    )
  })
}, isSameCells) as <Row>(props: CellsProps<Row>) => ReactNode

function isSameRow(before: DataRowProps<unknown>, now: DataRowProps<unknown>): boolean {
  return (
    isSameCells(before, now) &&
    before.isSelected === now.isSelected &&
    before.selectLabel === now.selectLabel &&
    before.isClickable === now.isClickable
  )
}

/** The titles may differ: those that say how the rows are sorted change with the address. */
function isSameCells(before: CellsProps<unknown>, now: CellsProps<unknown>): boolean {
  return (
    before.row === now.row &&
    (before.columns === now.columns ||
      (before.columns.length === now.columns.length &&
        before.columns.every(({ id, cell }, index) => {
          const column = now.columns[index]
          return column?.id === id && column.cell === cell
        })))
  )
}

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
  useEffect(() => {
    return () => leave()
  }, [])
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
    <tr key={row}>
      <td colSpan={count}>
        <Skeleton height={14} />
      </td>
    </tr>
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
