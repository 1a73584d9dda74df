// The focus of a step that is opened, and when it is left.

/**
 * What was pressed with the pointer must not move before it is released, or the click would miss it. A blur by the keyboard comes
 * while no button of the pointer is down.
 */
export function afterClick(act: () => void): void {
  if (!document.querySelector(':active')) act()
  else window.addEventListener('pointerup', () => setTimeout(act), { once: true })
}

/** A step that has nothing to fill in has its title. */
export function firstField(step: HTMLElement | null): HTMLElement | null {
  const form = step?.querySelector('.flow-step-form')
  const field = form?.querySelector<HTMLElement>(
    'textarea:not([aria-hidden]), input:not([type="hidden"], [type="radio"])',
  )
  return field ?? step?.querySelector<HTMLElement>('.flow-step-title') ?? null
}
