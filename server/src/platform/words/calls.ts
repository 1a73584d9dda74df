// The codes of calls and denials, with their words. English defines the codes: one without words in both languages does not compile.
import { en } from './en/calls.ts'
import { zh } from './zh/calls.ts'

export const callWords = { en, zh }

/**
 * The finer cause of an outcome. `voicemail`: a platform says that a machine answered. `lost`: the end was not observed. A gateway
 * ends every call that was picked up with `answered`; what came of it decides the other causes of an answered call.
 */
export type CallCause = keyof typeof en.causes
export type DenialReason = keyof typeof en.denials
/** Why a call that somebody asked for waits or was not placed. */
export type WaitReason = DenialReason | keyof typeof en.waits
/** `unsuccessful`: answered, but no success by the rule of the task. */
export type CallEnding = keyof typeof en.endings
export type VerdictKind = keyof typeof en.verdicts
/** `handed_over`: the dialplan or a queue has the call; who answered there is not known. `refused`: it may not be transferred there. `declined`: the other party did not accept it. */
export type TransferResult = keyof typeof en.transfers
export type NumberEventKind = keyof typeof en.events

const codesOf = <Code extends string>(words: Record<Code, string>) => Object.keys(words) as Code[]

export const WAIT_REASONS: WaitReason[] = [...codesOf(en.denials), ...codesOf(en.waits)]
export const CALL_ENDINGS = codesOf(en.endings)
export const VERDICTS = codesOf(en.verdicts)
export const TRANSFER_RESULTS = codesOf(en.transfers)
