// Connects the call with a voice agent. The agent has the call until it is done, has it transferred, or fails.
import { type Static, Type } from 'typebox'
import { oneOf } from '../../../platform/http/schemas/route-schema.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import type { FlowStep } from '../flow.ts'
import { keepExit } from '../run/keep-result.ts'
import { hangUp, play, say, setTimer, valueIn } from '../run/run.ts'
import { fillValues } from '../templates.ts'
import { announces, MAX_TEXT, NAME, next, seconds, speech, spokenText, step } from './step-form.ts'
import type { StepKind } from './step-kind.ts'

const MAX_PARAMETERS = 20

const form = step('stream', 'Connects the call with a voice agent.', {
  url: text({
    minLength: 1,
    maxLength: 500,
    description: 'Of the agent: ws:// or wss://.',
    examples: ['wss://agent.example.com/calls'],
  }),
  parameters: Type.Optional(
    Type.Unsafe<Record<string, string>>(
      Type.Object(
        {},
        {
          additionalProperties: text({ maxLength: MAX_TEXT }),
          maxProperties: MAX_PARAMETERS,
          propertyNames: {
            pattern: NAME.pattern,
          },
          description: `Given to the agent in addition to the fields of the contact, up to ${MAX_PARAMETERS}; texts as in say.`,
          examples: [{ purpose: 'reminder' }],
        },
      ),
    ),
  ),
  connect: Type.Optional(
    oneOf(['ringing', 'answer'], {
      default: 'answer',
      description:
        'When the connection is opened. While it rings: the agent speaks sooner, but is also there for calls that nobody answers.',
    }),
  ),
  failText: Type.Optional(spokenText('Said if the agent fails, before the call ends.')),
  ...speech,
  announces: announces(
    'What the agent itself says at the start: that its voice is artificial, that the call is recorded. You say so.',
  ),
  maxSeconds: Type.Optional(seconds(7200, 'The conversation ends after this many seconds.')),
  next,
})
type StreamStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    stream: StreamStep
  }
}

export const isStream = (step: FlowStep): step is StreamStep => step.type === 'stream'

export const stream: StepKind<StreamStep> = {
  form,
  needs: ({ failText }) => (failText === undefined ? ['stream'] : ['stream', 'play']),
  texts: ({ failText, parameters = {} }) => [
    ['failText', failText],
    ...Object.entries(parameters).map(([name, text]): [string, string] => [`parameters.${name}`, text]),
  ],
  withTexts: (step, change) => ({
    ...step,
    parameters: Object.fromEntries(
      Object.entries(step.parameters ?? {}).map(([name, text]) => [name, change(text)]),
    ),
    ...(step.failText !== undefined && { failText: change(step.failText) }),
  }),
  check({ url }, { agentFault }, blame) {
    if (!isSocketUrl(url)) {
      blame('url', 'must be an address with ws:// or wss://', { fault: 'not_a_socket_url' })
      return
    }
    const reason = agentFault?.(new URL(url))
    if (reason !== undefined) blame('url', reason, { fault: 'address_refused', params: { reason } })
  },
  mustBeAnnounced: () => 'artificialVoice',
  waitsForCallee: () => true,
  givesAnyField: true,
  exitForm: { word: 'agent', value: '[a-z_]{1,20}' },
  sounds: ({ failText }) => (failText === undefined ? [] : [{ text: failText }]),

  begin(run, step) {
    run.state.phase = 'streaming'
    run.commands.push({
      do: 'stream',
      step,
      parameters: fillValues(step.parameters ?? {}, valueIn(run)),
    })
    if (step.maxSeconds !== undefined) setTimer(run, step.maxSeconds * 1000)
    return 'waits'
  },
  streamed(run, step, how) {
    const { state } = run
    state.result.agent = how
    setTimer(run, null)
    // Somebody else is on the way to the callee.
    if (state.agentTransfer !== undefined) {
      state.phase = 'transferring'
      return 'waits'
    }
    const exit = `agent:${how}`
    if (how === 'done') return { exit }
    keepExit(state.result, exit)
    return step.failText === undefined ? hangUp(run) : play(run, say(run, step.failText, step), 'closing')
  },
  notTransferred(run, _step, exit) {
    if (run.state.result.agent === 'done') return { exit }
    keepExit(run.state.result, exit)
    return hangUp(run)
  },
}

function isSocketUrl(text: string): boolean {
  return /^wss?:\/\/[^\s{}]+$/i.test(text) && URL.canParse(text)
}
