// What the form of a new task starts with. The API has defaults of its own, which the contract fixes, so these are kept in
// the browser.

/** 9:00 to 20:00 where the called person is. */
const protectiveWindow = { dailyStartTime: '09:00', dailyEndTime: '20:00', windowZone: 'recipient' } as const

const STORAGE_KEY = 'carillon-protective-window'

export function usesProtectiveWindow(): boolean {
  return localStorage.getItem(STORAGE_KEY) === 'yes'
}

export function setProtectiveWindow(isUsed: boolean): void {
  if (isUsed) localStorage.setItem(STORAGE_KEY, 'yes')
  else localStorage.removeItem(STORAGE_KEY)
}

export function readTaskDefaults(): Partial<typeof protectiveWindow> {
  return usesProtectiveWindow() ? protectiveWindow : {}
}
