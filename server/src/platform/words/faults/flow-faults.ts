// The flow of a task. `step` of the parameters is the id of the step at fault, also with other codes, if it is about one.
import type { FaultDefinition } from './fault-definition.ts'

export const flowFaults = {
  not_a_name: {
    code: 'invalid',
    meaning: 'the value is not a letter followed by up to 39 letters, digits, underscores or hyphens',
  },
  not_a_key: { code: 'invalid', meaning: 'the value is not made of the keys 0-9, * and #' },
  not_a_language: { code: 'invalid', meaning: 'the value is not a language tag such as en-US' },
  step_unknown: { code: 'flow_invalid', meaning: 'no step of the flow has this id', params: { id: 'text' } },
  step_twice: {
    code: 'flow_invalid',
    meaning: 'an earlier step of the flow has this id',
    params: { id: 'text' },
  },
  step_unreachable: { code: 'flow_invalid', meaning: 'nothing leads to this step' },
  undisclosed_agent: {
    code: 'flow_invalid',
    meaning:
      'the list has numbers of the European Union, and a call can come to this voice agent before it was said that the voice is artificial',
  },
  recording_unannounced: {
    code: 'flow_invalid',
    meaning: 'the call can be recorded from this step on before the callee was told, and the task needs that',
  },
  endless_loop: {
    code: 'flow_invalid',
    meaning: 'these steps lead back to the first of them, and none of them waits for the callee',
    params: { steps: 'texts' },
  },
  silent_loop: {
    code: 'flow_invalid',
    meaning: 'a callee who does nothing comes back to this step again and again',
  },
  field_missing: {
    code: 'flow_invalid',
    meaning: 'no contact of the data source has this field, and the text has no fallback for it',
    params: { name: 'text' },
  },
  place_malformed: {
    code: 'flow_invalid',
    meaning: 'the text has braces that are not a placeholder such as {{name}}',
  },
  result_unknown: {
    code: 'flow_invalid',
    meaning: 'no step of the flow gives this result',
    params: { name: 'text' },
  },
  condition_invalid: {
    code: 'flow_invalid',
    meaning: 'the condition cannot be read',
    params: { problem: 'text' },
  },
  value_impossible: {
    code: 'flow_invalid',
    meaning: 'the result that the condition asks for never has this value',
    params: { name: 'text', value: 'text' },
  },
  never_used: {
    code: 'conflicting_fields',
    meaning: 'the field has no effect with this value of the field `other`',
    params: { other: 'text' },
  },
  not_a_target: { code: 'invalid', meaning: 'the value is not a place that a call can be transferred to' },
  address_refused: { meaning: 'nothing is sent to this address', params: { reason: 'text' } },
  transfer_denied: {
    meaning:
      'calls cannot be transferred to this place: `place` is the SIP host or the context, if it is one',
    params: { reason: 'text', place: 'text' },
  },
  not_a_socket_url: { code: 'invalid', meaning: 'the value is not an address with ws:// or wss://' },
  not_a_callback_time: { code: 'invalid', meaning: 'the value is not a time for another call' },
  gateway_lacks: {
    meaning: 'the gateway cannot do this: `ability` is play, keys, detect, record, transfer or stream',
    params: { gateway: 'text', ability: 'text' },
  },
  flow_required: { code: 'conflicting_fields', meaning: 'the rule needs a flow that gives the result' },
} as const satisfies Record<string, FaultDefinition>
