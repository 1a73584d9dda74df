// Says what is selected in a table and what can be done with it. It floats above the end of the table, so that selecting moves no row.
// By keyboard that would be many rows away: Enter on the checkbox of a row goes there, and Escape back to the row.
import { CloseButton, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { partsMessages } from '../parts.messages.ts'

interface SelectionBarProps {
  /** Describes the actions to screen readers. */
  label: string
  count: number
  /** How many of them are not on the page that is shown. */
  elsewhere: number
  onClear(): void
  /** The actions. */
  children: ReactNode
}

export function SelectionBar(props: SelectionBarProps) {
  const t = useMessages(partsMessages)
  const format = useFormat()
  const { count } = props
  return (
    <>
      {/* Always there, because a screen reader announces only what changes in it. */}
      <VisuallyHidden role="status">
        {count > 0 && t.selectedWithKeys(t.selected(format.number(count)))}
      </VisuallyHidden>
      {count > 0 && <Bar {...props} />}
    </>
  )
}

function Bar({ label, count, elsewhere, onClear, children }: SelectionBarProps) {
  const t = useMessages(partsMessages)
  const format = useFormat()
  const bar = useRef<HTMLDivElement>(null)
  useKeysToActions(bar)
  return (
    <div className="selection-bar" role="toolbar" aria-label={label} ref={bar}>
      <Text size="sm" fw={600}>
        {t.selected(format.number(count))}
        {elsewhere > 0 && (
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            {t.selectedElsewhere(format.number(elsewhere))}
          </Text>
        )}
      </Text>
      <kbd className="selection-key" aria-hidden>
        Enter
      </kbd>
      {children}
      <CloseButton size="sm" aria-label={t.clearSelection} title={t.clearSelection} onClick={onClear} />
    </div>
  )
}

/** Enter on a checkbox of the table goes to the actions. Escape, and an action that clears the selection, go back to it. */
function useKeysToActions(bar: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const actions = bar.current
    const table = actions?.closest<HTMLElement>('.table-frame')
    if (!actions || !table) return
    let before: HTMLElement | undefined

    function onKey(event: KeyboardEvent): void {
      const { key, target } = event
      if (!(target instanceof HTMLElement)) return
      if (key === 'Enter' && target.matches('[type="checkbox"]')) {
        // The same key must not press the action.
        event.preventDefault()
        actions?.querySelector('button')?.focus()
      }
      if (key === 'Escape' && actions?.contains(target)) before?.focus()
    }
    function onFocus({ relatedTarget }: FocusEvent): void {
      if (!(relatedTarget instanceof HTMLElement) || actions?.contains(relatedTarget)) return
      if (table?.contains(relatedTarget)) before = relatedTarget
    }
    table.addEventListener('keydown', onKey)
    actions.addEventListener('focusin', onFocus)
    return () => {
      table.removeEventListener('keydown', onKey)
      actions.removeEventListener('focusin', onFocus)
      // A button that waits for the service has lost the focus already.
      const focused = document.activeElement
      if (focused === document.body || actions.contains(focused)) before?.focus({ preventScroll: true })
    }
  }, [bar])
}
