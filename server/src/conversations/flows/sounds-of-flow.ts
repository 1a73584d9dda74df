// The sentences and audio of a flow.
import type { Flow } from './flow.ts'
import type { SoundPart } from './flow-state.ts'
import { spoken } from './run/run.ts'
import { kindOf } from './steps/steps.ts'
import { fillTemplate, isOfCall, placesIn } from './templates.ts'

/** Every sentence and audio that the flow may play to this contact, as far as that can be known before the call. */
export function soundsOfFlow(flow: Flow, field: (name: string) => string | undefined): SoundPart[] {
  const { say } = flow.onScreening ?? {}
  const introduction =
    say === undefined || dependsOnCall(say) ? [] : [spoken(flow, fillTemplate(say, field), {})]
  const ofSteps = flow.steps.flatMap((step) => {
    const sounds = kindOf(step).sounds?.(step) ?? []
    return sounds.flatMap((sound): SoundPart[] => {
      if ('audioId' in sound) return [sound]
      if (dependsOnCall(sound.text)) return []
      return [spoken(flow, fillTemplate(sound.text, field), step as { language?: string; voice?: string })]
    })
  })
  return [...ofSteps, ...introduction]
}

/** Such a sentence is synthesised while the call goes on. */
function dependsOnCall(text: string): boolean {
  return placesIn(text).some(({ name }) => isOfCall(name))
}
