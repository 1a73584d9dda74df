// The focus is where the keyboard user is. A dialog takes it as soon as it is there, and the Tab key stays in it. What closes or
// disappears with the focus in it gives it back to the control that was used before: a dialog to the button that opened it, a menu
// to its own button. If that is gone too, the focus goes to the heading of the page. Without this a keyboard user would begin again
// at the top of the page.
//
// All of it happens with the change of the page, never a moment later: a key that is pressed in between would go elsewhere.
import { useEffect } from 'react'

const DIALOG = '[role="dialog"][aria-modal]'
/** They close right after their use. */
const POPUP = '[role="menu"], [role="listbox"]'
const FOCUSABLE = 'a, button, input, select, textarea, label, [tabindex]'
/** A dialog that chooses nothing starts with its first control. */
const CONTROL = 'a[href], button, input, select, textarea'
const TAB_STOP = `${CONTROL}, [tabindex]`

export function useKeptFocus(): void {
  useEffect(() => {
    const page = document.body
    /** The control that was used last, in the page and in each open dialog. */
    const lastIn = new WeakMap<Element, HTMLElement>()
    let last: HTMLElement | undefined

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
      if (!isLost() || !last || isUsable(last)) return
      const dialog = topDialog()
      const before = lastIn.get(dialog ?? page)
      // It only waits for the service, and has the focus again then.
      if (before?.isConnected && before.matches(':disabled')) last = before
      else if (before && isUsable(before)) focus(before)
      else focus(dialog ? (chosenBy(dialog) ?? dialog) : document.querySelector<HTMLElement>('h1'))
    }

    function onChange(changes: MutationRecord[]): void {
      const dialog = addedDialog(changes)
      if (dialog && !dialog.contains(document.activeElement)) enter(dialog)
      if (!isLost() || !last) return
      const isEnabledAgain = changes.some(({ type, target }) => type === 'attributes' && target === last)
      if (isEnabledAgain && isUsable(last)) focus(last)
      else restore()
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
    document.addEventListener('keydown', stayInDialog)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', stayInDialog)
    }
  }, [])
}

function addedDialog(changes: MutationRecord[]): HTMLElement | undefined {
  return changes
    .flatMap(({ addedNodes }) => [...addedNodes])
    .map((node) => {
      if (!(node instanceof HTMLElement)) return undefined
      return node.matches(DIALOG) ? node : (node.querySelector<HTMLElement>(DIALOG) ?? undefined)
    })
    .findLast((dialog) => dialog?.isConnected)
}

function topDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].findLast(isVisible)
}

/** From the last control to the first one, and back. */
function stayInDialog(event: KeyboardEvent): void {
  const dialog = event.key === 'Tab' && !event.defaultPrevented ? topDialog() : undefined
  const active = document.activeElement
  // A list or a menu that a dialog opens is beside it.
  if (!dialog || !active || !(dialog.contains(active) || isLost())) return
  const controls = [...dialog.querySelectorAll<HTMLElement>(TAB_STOP)].filter(
    (element) => element.tabIndex >= 0 && isUsable(element),
  )
  const leaving = event.shiftKey ? controls[0] : controls.at(-1)
  if (leaving !== active && !isSameGroup(leaving, active) && active !== dialog && !isLost()) return
  event.preventDefault()
  focus((event.shiftKey ? controls.at(-1) : controls[0]) ?? dialog)
}

/** Of radio buttons only one is a stop of the Tab key. */
function isSameGroup(one: Element | undefined, other: Element): boolean {
  const name = one instanceof HTMLInputElement && one.type === 'radio' ? one.name : ''
  return name !== '' && other instanceof HTMLInputElement && other.type === 'radio' && other.name === name
}

function enter(dialog: HTMLElement): void {
  const controls = [...dialog.querySelectorAll<HTMLElement>(CONTROL)]
  focus(chosenBy(dialog) ?? controls.find(isUsable) ?? dialog)
}

function chosenBy(dialog: HTMLElement): HTMLElement | null {
  return dialog.querySelector<HTMLElement>('[data-autofocus]')
}

function focus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
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
