// Asks for confirmation before an action that cannot be undone: `if (await confirm({...})) …`.
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import type { Question } from './confirm-dialog.tsx'
import { lazyDialog } from './lazy-part.tsx'

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, {
  isOpen: false,
})

type Confirm = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(async () => false)

export function useConfirm(): Confirm {
  return useContext(ConfirmContext)
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isYes: boolean) => void>(undefined)
  const confirm = useCallback<Confirm>((asked) => {
    setQuestion(asked)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])
  function close(isYes: boolean): void {
    setOpen(false)
    answer.current?.(isYes)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <ConfirmDialog question={question} isOpen={isOpen} onAnswer={close} />
    </ConfirmContext>
  )
}
