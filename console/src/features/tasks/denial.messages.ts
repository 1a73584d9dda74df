// Why a number may not be called, in a few words: by the codes of the reasons.
type DenialReason =
  | 'do_not_call'
  | 'emergency_number'
  | 'denied_prefix'
  | 'no_allowed_prefix'
  | 'too_short'
  | 'too_long'
  | 'no_calling_hours'
  | 'recipient_hours'
  | 'daily_budget'
  | 'monthly_budget'

const en: Record<DenialReason, string> = {
  do_not_call: 'On a do-not-call list',
  emergency_number: 'Emergency number',
  denied_prefix: 'Denied prefix',
  no_allowed_prefix: 'No allowed prefix',
  too_short: 'Too few digits',
  too_long: 'Too many digits',
  no_calling_hours: 'No calling hours where the person is',
  recipient_hours: 'Outside the calling hours where the person is',
  daily_budget: 'Attempts in 24 hours used up',
  monthly_budget: 'Attempts in 30 days used up',
}

const zh: typeof en = {
  do_not_call: '在禁呼名单中',
  emergency_number: '紧急号码',
  denied_prefix: '号码前缀被禁止',
  no_allowed_prefix: '号码前缀不在允许范围',
  too_short: '号码位数太少',
  too_long: '号码位数太多',
  no_calling_hours: '对方当地没有呼叫时段',
  recipient_hours: '不在对方当地的呼叫时段',
  daily_budget: '24 小时内呼叫次数已达上限',
  monthly_budget: '30 天内呼叫次数已达上限',
}

type Words = Record<string, string | undefined>

export const denialMessages: { en: Words; zh: Words } = { en, zh }
