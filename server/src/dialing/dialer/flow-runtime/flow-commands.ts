// Carries out the commands of a call's flow.

import type { CallControl, Sound, Transfer } from '../../../conversations/answered-call.ts'
import type { FlowParts } from '../../../conversations/flow-parts.ts'
import type { AgentWord, FlowCommand, FlowEvent, SoundPart } from '../../../conversations/flows/flow-state.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { TaskPace } from '../health/task-pace.ts'
import { retry } from '../retry.ts'
import { createCallAgent } from './call-agent.ts'
import type { FlowSpeech } from './flow-speech.ts'
import { isOver, type RunningCall, setCallTimer } from './running-call.ts'
import { createToneDetector } from './tone-detector.ts'

interface FlowCommandsParts {
  pace: TaskPace
  control: CallControl
  flow: FlowParts
  speech: FlowSpeech
  apply(call: RunningCall, event: FlowEvent): void
  /** A voice agent has said something about the call. */
  note(call: RunningCall, said: AgentWord): void
}

/** How much longer than its sounds a playback may take before the gateway is asked about it. */
export const WATCH_GRACE_MS = 5000
export const RETRY_MS = 1000
/** How long a person may take to press the key that takes a call. */
const ACCEPT_WITHIN_MS = 10_000

/** Why an agent is not obeyed, for its author. */
const REFUSALS: Readonly<Record<string, string>> = {
  not_with_agent: 'the agent does not have the call',
  already_transferring: 'the call is being transferred already',
  busy: 'the other party is busy',
  no_answer: 'the other party does not answer',
  declined: 'the other party has not taken the call',
  refused: 'the rules of permission forbid this place',
}

export function createFlowCommands(node: NodeContext, parts: FlowCommandsParts) {
  const { clock, gateway, log, setTimer } = node
  const { pace, control, flow, speech, apply, note } = parts

  /** Null only cancels it. */
  function setWatch(call: RunningCall, ms: number | null, run: () => void = () => undefined): void {
    setCallTimer(setTimer, call, 'watch', ms, run)
  }

  async function obey(call: RunningCall, command: FlowCommand): Promise<void> {
    const { id } = call
    switch (command.do) {
      case 'play': {
        if (command.isForAgent) {
          await playForAgent(call, command.playId, command.parts)
          return
        }
        const sounds = await speech.inCall(call, command.parts)
        if (isOver(call)) return
        noteHashes(call, command.parts, sounds)
        const lengthMs = sounds.reduce((sum, { durationMs }) => sum + durationMs, 0)
        watchPlay(call, command.playId, lengthMs + WATCH_GRACE_MS)
        await control.play(id, command.playId, sounds)
        call.begunPlay = command.playId
        return
      }
      case 'stopPlaying':
        setWatch(call, null)
        await control.stopPlaying(id, command.playId)
        return
      case 'record': {
        const { recordingId, step } = command
        const { taskId, contactId, phoneNumber, phoneKey } = call
        const called = { callId: id, taskId, contactId, phoneNumber, phoneKey }
        const {
          what,
          maxSeconds = what === 'call' ? 3600 : 60,
          silence = 3,
          tone = what === 'message',
        } = step
        await retry(() => flow.recordings.begin({ id: recordingId, what, ...called }), setTimer)
        await control.record(id, {
          id: recordingId,
          what,
          maxSeconds,
          silenceSeconds: silence,
          hasTone: tone,
        })
        return
      }
      case 'stopRecording':
        await control.stopRecording(id, command.recordingId)
        return
      case 'transfer': {
        const { to, timeoutSeconds, whisper } = command
        const problem = await retry(() => flow.whyNotTransferred(to), setTimer)
        if (!problem && call.state?.agentTransfer === undefined)
          await control.transfer(id, { to, timeoutSeconds })
        else if (!problem) await transferForAgent(call, { to, timeoutSeconds }, whisper)
        else {
          log.warn(
            { call: id, ...problem },
            'a call may not be transferred to the place that its flow names; it goes on',
          )
          apply(call, { type: 'transferred', result: 'refused' })
        }
        return
      }
      case 'sendKeys':
        await control
          .sendKeys(id, command.keys)
          .catch((error: Error) => answerAgent(call, 'sendDigits', 'failed', error.message))
        return
      case 'answerAgent':
        answerAgent(call, command.command, command.error)
        return
      case 'listenForTone':
        listenForTone(call)
        return
      case 'stopListening':
        call.ears?.close()
        call.ears = undefined
        return
      case 'stream':
        agentOf(call, command.step.url, command.parameters).start({ ...call.fields, ...command.parameters })
        return
      case 'stopStream':
        call.agent?.close()
        return
      case 'hangUp':
        if (command.fault !== undefined)
          call.fault = { reason: command.fault, isSpeech: call.fault?.isSpeech ?? false }
        hangUp(call)
    }
  }

  /** Beside the other commands: the greeting goes on meanwhile. */
  function listenForTone(call: RunningCall): void {
    let isWanted = true
    let opened: { close(): void } | undefined
    const close = () => {
      isWanted = false
      opened?.close()
    }
    call.ears = { close }
    control.listen(call.id).then(
      (media) => {
        if (!media) return apply(call, { type: 'deaf' })
        opened = media
        if (!isWanted) media.close()
        const hear = createToneDetector(() => {
          if (!isWanted) return
          close()
          call.ears = undefined
          apply(call, { type: 'tone' })
        })
        media.onAudio(hear)
      },
      (error) => {
        log.warn({ err: error, call: call.id }, 'the tone of a machine cannot be listened for')
        apply(call, { type: 'deaf' })
      },
    )
  }

  /** What an agent asks for and cannot be done does not end the call: the agent is told, and goes on. */
  function answerAgent(call: RunningCall, command: string, error: string, detail?: string): void {
    const message = detail ?? REFUSALS[error] ?? `the transfer ended with ${error}`
    log.warn({ call: call.id, command, reason: message }, 'what a voice agent told its call is not done')
    call.agent?.answer({ command, error, message })
  }

  /** In the record of the call: stored with its next state, so this costs no write. */
  function noteHashes(call: RunningCall, parts: readonly SoundPart[], sounds: readonly Sound[]): void {
    for (const [index, part] of parts.entries()) {
      const sha256 = sounds[index]?.sha256
      if (sha256 !== undefined) apply(call, { type: 'sounding', part, sha256 })
    }
  }

  async function playForAgent(call: RunningCall, playId: string, parts: SoundPart[]): Promise<void> {
    try {
      const sounds = await speech.inCall(call, parts)
      if (!isOver(call)) {
        noteHashes(call, parts, sounds)
        await control.play(call.id, playId, sounds)
      }
      call.begunPlay = playId
    } catch (error) {
      answerAgent(call, 'say', 'failed', error instanceof Error ? error.message : String(error))
    }
  }

  /** For its voice agent, or somebody who looks at it: a failure does not end the call. */
  async function transferForAgent(
    call: RunningCall,
    transfer: Transfer,
    whisper: { part: SoundPart; acceptKey: string } | undefined,
  ): Promise<void> {
    try {
      const sounds = whisper && (await speech.inCall(call, [whisper.part]))
      await control.transfer(call.id, {
        ...transfer,
        ...(whisper &&
          sounds && {
            whisper: { sounds, acceptKey: whisper.acceptKey, withinMs: ACCEPT_WITHIN_MS },
          }),
      })
    } catch (error) {
      log.warn({ err: error, call: call.id }, 'a call could not be transferred; it goes on')
      apply(call, { type: 'transferred', result: 'failed' })
    }
  }

  /** The end of a sound may be missed. */
  function watchPlay(call: RunningCall, playId: string, afterMs: number): void {
    setWatch(call, afterMs, () => {
      control.resume(call.id, playId).then(
        (doing) => {
          if (doing === 'playing') watchPlay(call, playId, WATCH_GRACE_MS)
          else apply(call, { type: 'played', playId, result: 'done' })
        },
        () => watchPlay(call, playId, WATCH_GRACE_MS),
      )
    })
  }

  function agentOf(call: RunningCall, url: string, parameters: Record<string, string>) {
    if (call.agent?.url === url) return call.agent
    call.agent?.close()
    const { taskId, contactId } = call
    const startedMs = clock.elapsedMs()
    call.agent = createCallAgent({
      agents: flow.agents,
      control,
      call,
      url,
      parameters: { ...call.fields, ...parameters },
      log,
      setTimer,
      onWord(said) {
        if (!call.state && said.commands?.length)
          answerAgent(call, said.commands[0]?.do ?? '', 'not_with_agent')
        note(call, said)
      },
      onCut() {
        call.agent = undefined
        apply(call, { type: 'streamed', how: 'died' })
      },
      onSpeak: () => pace.agentSpoke(taskId, startedMs),
      onLeft: () => pace.agentWorked(taskId),
      onEnd(how, reason) {
        call.agent = undefined
        if (how === 'done') pace.agentWorked(taskId)
        else if (!call.isSingle) pace.agentFailed(taskId, contactId, startedMs, reason)
        apply(call, { type: 'streamed', how })
      },
    })
    return call.agent
  }

  /** Retried until it succeeds: nothing else would end the call. */
  function hangUp(call: RunningCall): void {
    call.isHangingUp = true
    gateway.hangUp(call.id).catch((error) => {
      log.warn({ err: error, call: call.id }, 'a call could not be hung up; trying again')
      setWatch(call, RETRY_MS, () => hangUp(call))
    })
  }

  return { obey, watchPlay, agentOf, hangUp, setWatch }
}
