// Checks one step of a flow that matches its schema: what it names must exist. What else may be wrong with it, its own file says.

import type { Flow, FlowStep } from '../flow.ts'
import { exitsOf, kindOf, textsOf } from '../steps/steps.ts'
import { placesIn } from '../templates.ts'
import { type BlameCondition, checkCondition, givesResult } from './check-condition.ts'
import type { Blame, FlowSurroundings } from './flow-fault.ts'
import { lack, lacks } from './gateway-abilities.ts'

export function checkStep(flow: Flow, step: FlowStep, surroundings: FlowSurroundings, blame: Blame): void {
  const kind = kindOf(step)
  checkNames(flow, step, blame)
  for (const [field, text] of textsOf(step)) checkText(flow, field, text, surroundings, blame)
  for (const [field, when] of kind.conditions?.(step) ?? [])
    checkCase(flow, when, surroundings, (message, detail) => blame(field, message, detail))
  checkFound('audio', 'audioId', kind.audioOf?.(step), surroundings.audioIds, blame)
  checkFound('do-not-call list', 'listId', kind.listOf?.(step), surroundings.doNotCallListIds, blame)
  kind.check?.(step, surroundings, blame)
}

/** Steps that a step names must exist. */
function checkNames({ steps }: Flow, step: FlowStep, blame: Blame): void {
  for (const [field, id] of exitsOf(step))
    if (id !== undefined && !steps.some((each) => each.id === id))
      blame(field, `names the step "${id}", which does not exist`, { fault: 'step_unknown', params: { id } })
}

function checkFound(
  what: 'audio' | 'do-not-call list',
  field: string,
  id: string | undefined,
  known: ReadonlySet<string> | undefined,
  blame: Blame,
): void {
  if (id !== undefined && known && !known.has(id))
    blame(field, `names the ${what} "${id}", which does not exist`, {
      fault: 'not_found',
      params: { what, id },
    })
}

function checkCase(flow: Flow, when: string, { gateway }: FlowSurroundings, blame: BlameCondition): void {
  const paths = checkCondition(when, flow, blame)
  if (gateway && !gateway.tellsResults && paths.includes('verdict') && !gateway.abilities.has('detect'))
    blame(lacks(gateway.kind, 'detect'), lack(gateway.kind, 'detect'))
}

export function checkText(
  flow: Flow,
  field: string,
  text: string,
  { fieldNames }: FlowSurroundings,
  blame: Blame,
): void {
  if (/\{\{|\}\}/.test(withoutPlaces(text)))
    blame(field, 'has braces that are not a place such as {{name}} or {{name|there}}', {
      fault: 'place_malformed',
    })
  for (const { name, fallback } of placesIn(text)) {
    if (isResult(name)) {
      if (!givesResult(flow, name))
        blame(field, `has a place for ${name}, which no step gives`, {
          fault: 'result_unknown',
          params: { name },
        })
    } else if (fieldNames && fallback === undefined && !fieldNames.has(name) && name !== 'phoneNumber')
      blame(
        field,
        `has a place for "${name}", which no contact has; give what to say without it: {{${name}|...}}`,
        { fault: 'field_missing', params: { name } },
      )
  }
}

/** The fields of contacts that the flow uses without a fallback. */
export function neededFields({ steps }: Flow): string[] {
  const places = steps.flatMap(textsOf).flatMap(([, text]) => placesIn(text))
  const names = places.filter(({ name, fallback }) => fallback === undefined && !isResult(name))
  return [...new Set(names.map(({ name }) => name))].filter((name) => name !== 'phoneNumber')
}

const isResult = (name: string) => /^(?:digits|result)\./.test(name)

function withoutPlaces(text: string): string {
  return text.replace(/\{\{[^{}|]+(?:\|[^{}]*)?\}\}/g, '')
}
