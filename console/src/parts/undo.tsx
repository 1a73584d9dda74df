// Instead of asking first: what was removed is gone from the page at once, and for ten seconds it can be brought back. The service
// is told only afterwards, or at once when the page is left or something else is removed, so nothing has to be restored there.
import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useMessages } from '../language/language-provider.tsx'
import type { FailedAction } from './errors/failed-actions.ts'
import { useNotify } from './notify.ts'
import { partsMessages } from './parts.messages.ts'

interface Undoable {
  /** What is removed; `useKept` leaves them out until the service has answered. */
  ids: string[]
  /** What is said: `3 numbers removed`. */
  message: string
  /** With `keepalive`, because the page may be left. */
  act(options: { keepalive: true }): Promise<unknown>
  failed: FailedAction
}

interface Undo {
  remove(action: Undoable): void
  removed: ReadonlySet<string>
}

const UNDO_MS = 10_000

const UndoContext = createContext<Undo>({ remove: () => undefined, removed: new Set() })

export function useUndo(): Undo {
  return useContext(UndoContext)
}

/** The rows without those that are removed. */
export function useKept<Row>(rows: Row[] | undefined, idOf: (row: Row) => string): Row[] | undefined {
  const { removed } = useUndo()
  return removed.size === 0 ? rows : rows?.filter((row) => !removed.has(idOf(row)))
}

export function UndoProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const notify = useNotify()
  const [offered, setOffered] = useState<Undoable>()
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  // Read where the page is left: a state would come too late.
  const current = useRef<Undoable>(undefined)

  const show = useCallback((action: Undoable | undefined) => {
    current.current = action
    setOffered(action)
  }, [])
  const bringBack = useCallback(({ ids }: Undoable) => {
    setRemoved((before) => new Set([...before].filter((id) => !ids.includes(id))))
  }, [])
  const send = useCallback(async () => {
    const action = current.current
    if (!action) return
    show(undefined)
    try {
      await action.act({ keepalive: true })
    } catch (error) {
      notify.failed(error, action.failed)
    } finally {
      await queries.invalidateQueries()
      bringBack(action)
    }
  }, [show, bringBack, notify, queries])
  const remove = useCallback(
    (action: Undoable) => {
      void send()
      setRemoved((before) => new Set([...before, ...action.ids]))
      show(action)
    },
    [send, show],
  )
  useWindowEvent('pagehide', send)
  const leave = useEffectEvent(send)
  useEffect(() => {
    return () => void leave()
  }, [])

  const undo = useMemo(() => ({ remove, removed }), [remove, removed])
  return (
    <UndoContext value={undo}>
      {children}
      <div role="status" className="undo-place">
        {offered && (
          <UndoBar
            key={offered.ids.join()}
            message={offered.message}
            onTimeout={send}
            onUndo={() => {
              show(undefined)
              bringBack(offered)
            }}
          />
        )}
      </div>
    </UndoContext>
  )
}

interface UndoBarProps {
  message: string
  onUndo(): void
  onTimeout(): void
}

/** The time stands still while the pointer or the focus is on it. */
function UndoBar({ message, onUndo, onTimeout }: UndoBarProps) {
  const t = useMessages(partsMessages)
  const [isHeld, setHeld] = useState(false)
  const timeout = useEffectEvent(onTimeout)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(timeout, UNDO_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  useWindowEvent('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea') !== null
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping) return
    event.preventDefault()
    onUndo()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody is about to use the button
    <div
      className="undo-bar"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {message}
      <Button variant="subtle" size="compact-sm" onClick={onUndo} rightSection={<kbd>{t.undoKeys}</kbd>}>
        {t.undo}
      </Button>
    </div>
  )
}
