// Keeps what is typed into a form, and brings it back when the form is opened again.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from '../../session/drafts.ts'

interface Form<Values> {
  values: NoInfer<Values>
  isDirty(): boolean
  setValues(values: NoInfer<Values>): void
}

interface DraftOptions<Values> {
  /** Different for each thing that is edited. */
  name: string
  initial: Values
  /** What is edited, as a text. */
  base: string
  form: Form<Values>
  /** Makes values of the storage fit for this page. */
  revive(values: NoInfer<Values>): Values
}

export function useDraft<Values extends object>(options: DraftOptions<Values>) {
  const { name, form, revive } = options
  // Both stay as they were when the form appeared, even if what is edited is fetched again.
  const [{ initial, base }] = useState(options)
  const [found] = useState(() => readDraft(sessionStorage, name, initial))
  const [isRestored, setRestored] = useState(found !== undefined)
  const wasDirty = useRef(false)
  const isOver = useRef(false)
  const { values } = form
  const isDirty = form.isDirty()
  // Before the form is seen, so that nothing moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useLayoutEffect(() => {
    if (found) form.setValues(revive(found.values))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form has one name
  useEffect(() => {
    if (isOver.current) return
    if (isDirty) keepDraft(sessionStorage, name, { values, base })
    else if (wasDirty.current) forgetDraft(sessionStorage, name)
    wasDirty.current ||= isDirty
  }, [values, isDirty])
  return {
    isRestored,
    /** Somebody has changed what is edited since. */
    isOutdated: found !== undefined && found.base !== base,
    /** Brings back what the form began with. */
    discard(): void {
      setRestored(false)
      form.setValues(initial)
    },
    /** The values are saved, or not wanted any more. */
    forget(): void {
      isOver.current = true
      forgetDraft(sessionStorage, name)
    },
  }
}
