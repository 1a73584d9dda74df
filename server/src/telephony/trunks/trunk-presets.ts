// Trunks to begin with: the forms that carriers usually want.
import type { Language } from '../../platform/words/languages.ts'
import { TRUNK_PRESETS, type TrunkPresetName, trunkWords } from '../../platform/words/trunks.ts'
import type { TrunkSettings } from './trunk-settings.ts'

interface PresetForm {
  /** The values that it sets; all others have their default. */
  settings: Pick<TrunkSettings, 'registers' | 'sendsIdentity'>
  /** The fields that a person has to fill in. */
  asksFor: ('host' | 'username' | 'password')[]
  /** Fields that get the value of another one. */
  copies: { field: 'fromUser' | 'fromDomain'; from: 'username' | 'host' }[]
}

const account: PresetForm['asksFor'] = ['host', 'username', 'password']

const forms: Record<TrunkPresetName, PresetForm> = {
  ip: { settings: { registers: false, sendsIdentity: false }, asksFor: ['host'], copies: [] },
  digest: { settings: { registers: false, sendsIdentity: false }, asksFor: account, copies: [] },
  registered: { settings: { registers: true, sendsIdentity: false }, asksFor: account, copies: [] },
  fromAccount: {
    settings: { registers: true, sendsIdentity: true },
    asksFor: account,
    copies: [
      { field: 'fromUser', from: 'username' },
      { field: 'fromDomain', from: 'host' },
    ],
  },
}

export const trunkPresets = (language: Language) =>
  TRUNK_PRESETS.map((id) => ({ id, ...trunkWords[language].presets[id], ...forms[id] }))
