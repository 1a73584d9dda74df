// The flow as it is sent to a voice platform: with the address of each audio beside its id.
import type { Flow, FlowStep } from '../../flows/flow.ts'

export type AudioUrl = (audioId: string) => Promise<string>

export async function withAudioUrls(flow: Flow, audioUrl: AudioUrl): Promise<Flow> {
  return { ...flow, steps: await Promise.all(flow.steps.map((step) => withAudioUrl(step, audioUrl))) }
}

async function withAudioUrl(step: FlowStep, audioUrl: AudioUrl): Promise<FlowStep & { audioUrl?: string }> {
  if (!('audioId' in step) || step.audioId === undefined) return step
  return { ...step, audioUrl: await audioUrl(step.audioId) }
}
