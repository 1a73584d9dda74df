// What was typed into a form and not saved yet, in the storage of the tab: it outlives a crash, a reload and a look at another page.
const PREFIX = 'carillon-draft:'

export interface Draft<Values> {
  values: Values
  /** What was edited, as it was then: another text means that somebody has changed it since. */
  base: string
}

export function keepDraft<Values>(storage: Storage, name: string, draft: Draft<Values>): void {
  try {
    storage.setItem(PREFIX + name, JSON.stringify(draft))
  } catch {
    // The storage is full or not allowed: the form works without it.
  }
}

/** Undefined if there is none, or if the form had other fields then. */
export function readDraft<Values extends object>(
  storage: Storage,
  name: string,
  initial: Values,
): Draft<Values> | undefined {
  try {
    const draft = JSON.parse(storage.getItem(PREFIX + name) ?? 'null') as Draft<Values> | null
    return draft && fieldsOf(draft.values) === fieldsOf(initial) ? draft : undefined
  } catch {
    return undefined
  }
}

function fieldsOf(values: object): string {
  return Object.keys(values).sort().join()
}

export function forgetDraft(storage: Storage, name: string): void {
  storage.removeItem(PREFIX + name)
}

export function forgetDrafts(storage: Storage): void {
  for (const key of draftKeys(storage)) storage.removeItem(key)
}

export function hasDrafts(storage: Storage): boolean {
  return draftKeys(storage).length > 0
}

function draftKeys(storage: Storage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys.filter((key) => key.startsWith(PREFIX))
}
