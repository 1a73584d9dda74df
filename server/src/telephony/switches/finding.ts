// One result of checking a gateway, for the operator.

export interface Finding {
  /** `problem`: no call can be placed until it is solved. `warning`: calls can be placed, and something may go wrong. */
  level: 'ok' | 'warning' | 'problem'
  text: string
}
