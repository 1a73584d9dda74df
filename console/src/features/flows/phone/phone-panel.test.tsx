import { expect, it } from 'vitest'
import { renderHtml, textOf } from '../../../../test/support/render.tsx'
import type { Language } from '../../../language/messages.ts'
import { PhonePanel } from './phone-panel.tsx'
import type { PhoneState } from './use-browser-phone.ts'

function saysIn(language: Language, state: PhoneState): string {
  const start = async () => undefined
  return textOf(
    renderHtml(<PhonePanel {...{ state, start, error: undefined, phone: undefined, sound: undefined }} />, {
      language,
    }),
  )
}

it('offers what can be done in each state', () => {
  expect(saysIn('en', 'off')).toBe('')
  expect(saysIn('en', 'starting')).toMatch(/^Getting the phone ready/)
  expect(saysIn('en', 'ringing')).toMatch(/^Your phone rings\. Answer Decline$/)
  expect(saysIn('zh', 'ringing')).toMatch(/^您的电话正在振铃。 接听 拒接$/)
  expect(saysIn('en', 'talking')).toMatch(
    /^You are in the call\..* Hang up 1 2 3 4 5 6 7 8 9 \* 0 # No sound/,
  )
  expect(saysIn('en', 'talking')).toMatch(
    /without STUN\. If that machine is behind NAT, no sound gets through/,
  )
  expect(saysIn('zh', 'talking')).toMatch(/NAT/)
  expect(saysIn('en', 'ended')).toBe('The call has ended.')
})

it('explains why the microphone cannot be used, in both languages', () => {
  expect(saysIn('en', 'denied')).toMatch(
    /may not use the microphone\. Allow it in the settings of the browser/,
  )
  expect(saysIn('zh', 'denied')).toMatch(/不能使用麦克风。请在浏览器中允许/)
  expect(saysIn('en', 'insecure')).toMatch(/only on pages with TLS and on localhost/)
  expect(saysIn('en', 'noMicrophone')).toMatch(/found no microphone/)
  expect(saysIn('en', 'lost')).toMatch(/connection to the phone was lost/)
})
