// The focus is never lost. What closes or disappears with the focus in it gives it back to the control that was used before: a
// dialog to the button that opened it, a menu to its own button. If that is gone too, the focus goes to the heading of the page.
// Without this a keyboard user would begin again at the top of the page.
import { useEffect } from 'react'

const DIALOG = '[role="dialog"]'
/** They close right after their use. */
const POPUP = '[role="menu"], [role="listbox"]'
const FOCUSABLE = 'a, button, input, select, textarea, label, [tabindex]'
/** Components return the focus themselves after 10 ms, if they can. */
const SETTLE_MS = 30

export function useKeptFocus(): void {
  useEffect(() => {
    const page = document.body
    /** The control that was used last, in the page and in each open dialog. */
    const lastIn = new WeakMap<Element, HTMLElement>()
    let last: HTMLElement | undefined
    let timer: number | undefined

    function onFocus({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement)) return
      last = target
      if (!target.closest(POPUP)) lastIn.set(target.closest(DIALOG) ?? page, target)
    }

    /** A click on nothing leaves the control on purpose; one beside a dialog may close that. */
    function onPointer({ target }: PointerEvent): void {
      if (document.querySelector(DIALOG) || (target instanceof Element && target.closest(FOCUSABLE))) return
      last = undefined
      lastIn.delete(page)
    }

    function restore(): void {
      timer = undefined
      if (!isLost() || !last || isUsable(last)) return
      const dialog = [...document.querySelectorAll<HTMLElement>(DIALOG)].findLast(isVisible)
      const before = lastIn.get(dialog ?? page)
      // It only waits for the service, and has the focus again then.
      if (before?.isConnected && before.matches(':disabled')) {
        last = before
        return
      }
      const target =
        before && isUsable(before) ? before : (dialog ?? document.querySelector<HTMLElement>('h1'))
      target?.focus({ preventScroll: true })
    }

    function onChange(changes: MutationRecord[]): void {
      if (!isLost() || !last) return
      const isEnabledAgain = changes.some(({ type, target }) => type === 'attributes' && target === last)
      if (isEnabledAgain && isUsable(last)) last.focus({ preventScroll: true })
      else timer ??= window.setTimeout(restore, SETTLE_MS)
    }

    const observer = new MutationObserver(onChange)
    observer.observe(page, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      window.clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [])
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && isVisible(element) && !element.matches(':disabled')
}

function isVisible(element: Element): boolean {
  return element.getClientRects().length > 0
}
