// The forms of trunks to begin with, with their words.
import { en } from './en/trunks.ts'
import { zh } from './zh/trunks.ts'

export const trunkWords = { en, zh }

export type TrunkPresetName = keyof typeof en.presets
/** The simplest first. */
export const TRUNK_PRESETS = Object.keys(en.presets) as TrunkPresetName[]

export type TrunkWarningCode = keyof typeof en.warnings
export const TRUNK_WARNINGS = Object.keys(en.warnings) as TrunkWarningCode[]
