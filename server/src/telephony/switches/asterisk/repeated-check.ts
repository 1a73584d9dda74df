// A check that is repeated: one at a time, at once if something looks wrong, and after a pause otherwise.
//
//   stopped ──begin──▶ resting ──the pause is over, or now──▶ checking ──▶ resting
//
// A check that is not wanted leads back to stopped.

type State =
  | { is: 'stopped' }
  | { is: 'resting'; timer: NodeJS.Timeout }
  | { is: 'checking' }
  | { is: 'closed' }

interface RepeatedCheckOptions {
  isWanted(): boolean
  /** Never rejects. */
  check(): Promise<unknown>
  pauseMs(): number
}

export function createRepeatedCheck({ isWanted, check, pauseMs }: RepeatedCheckOptions) {
  let state: State = { is: 'stopped' }

  function enter(next: State): void {
    if (state.is === 'resting') clearTimeout(state.timer)
    state = next
  }

  function rest(): void {
    enter({ is: 'resting', timer: setTimeout(now, pauseMs()).unref() })
  }

  function now(): void {
    if (state.is === 'checking' || state.is === 'closed') return
    if (!isWanted()) {
      enter({ is: 'stopped' })
      return
    }
    enter({ is: 'checking' })
    check().then(() => {
      if (state.is === 'checking') rest()
    })
  }

  return {
    /** The pause begins again. */
    begin(): void {
      if (state.is !== 'checking' && state.is !== 'closed') rest()
    },
    now,
    close: () => enter({ is: 'closed' }),
  }
}
