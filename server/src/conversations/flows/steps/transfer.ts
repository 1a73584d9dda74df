// Connects the callee with somebody else. The call then ends without us; if nobody takes it, the flow goes on.
import { type Static, Type } from 'typebox'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import type { Blame, FlowSurroundings } from '../check/flow-fault.ts'
import { keepExit } from '../run/keep-result.ts'
import { fill, GRACE_MS, setTimer } from '../run/run.ts'
import { placesIn } from '../templates.ts'
import { next, seconds, step } from './step-form.ts'
import type { StepKind } from './step-kind.ts'

const RING_SECONDS = 30

const form = step('transfer', 'Connects the callee with somebody else.', {
  to: text({
    minLength: 1,
    maxLength: 200,
    description:
      '`sip:user@host`, `tel:+4930123456`, `queue:sales` or `dialplan:context,extension,priority`.',
    examples: ['queue:sales'],
  }),
  timeout: Type.Optional({ ...seconds(600, 'Seconds that it rings there.'), default: RING_SECONDS }),
  next,
})
type TransferStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    transfer: TransferStep
  }
}

export const transfer: StepKind<TransferStep> = {
  form,
  needs: () => ['transfer'],
  texts: ({ to }) => [['to', to]],
  withTexts: (step, change) => ({ ...step, to: change(step.to) }),
  targetOf: ({ to }) => to,
  check({ to }, surroundings, blame) {
    if (!isTarget(to))
      blame(
        'to',
        'must be sip:user@host, tel:+4930123456, queue:name or dialplan:context,extension,priority',
        {
          fault: 'not_a_target',
        },
      )
    else checkPermission(to, surroundings, blame)
  },
  exitForm: { word: 'transfer', value: '[a-z_]{1,20}' },
  begin(run, step) {
    const timeoutSeconds = step.timeout ?? RING_SECONDS
    run.state.phase = 'transferring'
    run.commands.push({ do: 'transfer', to: fill(run, step.to), timeoutSeconds })
    setTimer(run, timeoutSeconds * 1000 + GRACE_MS)
    return 'waits'
  },
  transferred(run, step, result) {
    const { state, context } = run
    state.result.transfer = { to: fill(run, step.to), result, offsetMs: Math.round(context.atMs) }
    const exit = `transfer:${result}`
    if (result !== 'answered' && result !== 'handed_over') return { exit }
    state.phase = 'talking'
    keepExit(state.result, exit)
    setTimer(run, null)
    return 'waits'
  },
}

/** A place that depends on the call is judged at the moment of the transfer. */
function checkPermission(to: string, { transferProblem }: FlowSurroundings, blame: Blame): void {
  if (placesIn(to).length > 0) return
  const { reason, place = '' } = transferProblem?.(to) ?? {}
  if (reason === undefined) return
  const where = place === '' ? '' : ` "${place}"`
  blame('to', `is a place to which calls may not be transferred: ${REASONS[reason] ?? reason}${where}`, {
    fault: 'transfer_denied',
    params: { reason, place },
  })
}

const REASONS: Record<string, string> = {
  host_not_allowed: 'the permission settings (transferHosts) do not list the SIP host',
  context_not_allowed: 'the permission settings (transferContexts) do not list the dialplan context',
}

const TARGETS = [
  /^sips?:[^\s@,<>"';]+@[^\s@,<>"'/]+$/,
  /^tel:\+?[0-9*#()./-]{2,30}$/,
  /^queue:[\w.-]{1,80}$/,
  /^dialplan:[\w.-]{1,80},[\w.+*#-]{1,80},[\w.-]{1,20}$/,
]

/** A placeholder is filled in during the call; any value will do here. */
export function isTarget(to: string): boolean {
  const filled = to.replace(/\{\{[^{}]+\}\}/g, '1')
  return TARGETS.some((target) => target.test(filled.replace(/^tel:1$/, 'tel:11')))
}
