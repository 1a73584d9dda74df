// The sentences and audio of a flow.
import type { Flow } from './flow.ts'
import type { SoundPart } from './flow-state.ts'
import { fillTemplate, isOfCall, placesIn } from './templates.ts'

/** A sentence in the language and the voice of its step, or else of the flow. */
export function spoken(
  flow: Flow,
  text: string,
  {
    language = flow.language,
    voice = flow.voice,
  }: { language?: string | undefined; voice?: string | undefined },
): SoundPart {
  return { text, ...(language !== undefined && { language }), ...(voice !== undefined && { voice }) }
}

/** Every sentence and audio that the flow may play to this contact, as far as that can be known before the call. */
export function soundsOfFlow(flow: Flow, field: (name: string) => string | undefined): SoundPart[] {
  const { say } = flow.onScreening ?? {}
  const introduction =
    say === undefined || dependsOnCall(say) ? [] : [spoken(flow, fillTemplate(say, field), {})]
  const ofSteps = flow.steps.flatMap((step): SoundPart[] => {
    if (step.type === 'play') return [{ audioId: step.audioId }]
    const texts =
      step.type === 'say'
        ? [step.text]
        : step.type === 'gather'
          ? [step.text, step.retryText]
          : step.type === 'stream'
            ? [step.failText]
            : []
    const sentences = texts.flatMap((text) =>
      text === undefined || dependsOnCall(text)
        ? []
        : [spoken(flow, fillTemplate(text, field), step as { language?: string; voice?: string })],
    )
    return step.type === 'gather' && step.audioId !== undefined && step.text === undefined
      ? [{ audioId: step.audioId }, ...sentences]
      : sentences
  })
  return [...ofSteps, ...introduction]
}

/** Such a sentence is synthesised while the call goes on. */
function dependsOnCall(text: string): boolean {
  return placesIn(text).some(({ name }) => isOfCall(name))
}
