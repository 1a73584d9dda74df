// What the words for a reason are made of: its code and the facts beside it.
import type { Schemas } from '@carillon/client'

export type TaskReason = Schemas['TaskReason']
export type ContactReason = Schemas['ContactReason']
export type ReasonCode = TaskReason['code'] | ContactReason['code']
export type Reason = TaskReason | ContactReason

export interface ReasonTools {
  /** A timestamp, without the date if it is today. */
  time(timestamp: string | undefined): string
  /** Why the gateway, the database or a person says so; empty if they did not say. */
  why: string
}

export type ReasonWords = Record<ReasonCode, (reason: Reason, tools: ReasonTools) => string>
