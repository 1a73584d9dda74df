// Passes values to one listener. What comes before the listener waits for it.

export function createOutlet<Value>() {
  let kept: Value[] = []
  let listener: ((value: Value) => void) | undefined
  return {
    put(value: Value): void {
      if (listener) listener(value)
      else kept.push(value)
    },
    listen(given: (value: Value) => void): void {
      listener = given
      const early = kept
      kept = []
      for (const value of early) given(value)
    },
  }
}
