// An error of the API as a sentence in the language of the page, made from its code and parameters.
import type { Schemas } from '@carillon/client'
import { errorSentence, faultOf } from '@carillon/server/words/errors'
import type { ErrorDetail as Fault } from '@carillon/server/words/faults'
import type { Language } from '../../language/messages.ts'

export type ErrorDetail = Schemas['ErrorDetail']

/** Fields that are not custom fields of a contact, as the forms call them. */
const fieldNames: Record<Language, Record<string, string>> = {
  en: {
    taskName: 'Task name',
    taskDesc: 'Task description',
    dataSourceId: 'Data source',
    dataSourceName: 'Data source name',
    dataSourceDesc: 'Data source description',
    priority: 'Priority',
    maxDialCount: 'Max attempts per contact',
    callInterval: 'Min time between attempts',
    dailyStartTime: 'Dial from',
    dailyEndTime: 'Dial until',
    listMode: 'List mode',
    contactIds: 'Contacts',
    phoneNumber: 'Phone number',
    from: 'From',
    to: 'To',
    step: 'Step',
    lines: 'Lines',
    callsPerSecond: 'Calls per second',
    name: 'Name',
    scope: 'Scope',
    expiresInDays: 'Days',
    reason: 'Reason',
    file: 'File',
    windowZone: 'Time zone of the daily window',
    weekdays: 'Days',
    calendarIds: 'Calendars',
    doNotCallListIds: 'Do-not-call lists',
    trunkIds: 'Trunks',
    callerIds: 'Caller IDs',
    scheduledStartTime: 'Scheduled start',
    scheduledEndTime: 'Scheduled end',
    retryRules: 'Retry rules',
    flow: 'Call flow',
    successWhen: 'Success rule',
    maxAgents: 'Max voice agents',
    listenNotice: 'Notice of listening',
    phoneNumbers: 'Phone numbers',
    note: 'Note',
    expireTime: 'Expiry',
    description: 'Description',
    days: 'Days',
    attemptsPerDay: 'Attempts in 24 hours',
    attemptsPerMonth: 'Attempts in 30 days',
    allowedPrefixes: 'Allowed prefixes',
    deniedPrefixes: 'Denied prefixes',
    minDigits: 'Min digits',
    maxDigits: 'Max digits',
  },
  zh: {
    taskName: '任务名称',
    taskDesc: '任务说明',
    dataSourceId: '数据源',
    dataSourceName: '数据源名称',
    dataSourceDesc: '数据源说明',
    priority: '优先级',
    maxDialCount: '每个联系人最多呼叫次数',
    callInterval: '两次呼叫的最短间隔',
    dailyStartTime: '每日开始时间',
    dailyEndTime: '每日结束时间',
    listMode: '名单模式',
    contactIds: '联系人',
    phoneNumber: '电话号码',
    from: '开始时间',
    to: '结束时间',
    step: '步长',
    lines: '线路数',
    callsPerSecond: '每秒呼叫数',
    name: '名称',
    scope: '权限',
    expiresInDays: '有效天数',
    reason: '原因',
    file: '文件',
    windowZone: '时段的时区',
    weekdays: '呼叫日',
    calendarIds: '日历',
    doNotCallListIds: '禁呼名单',
    trunkIds: '中继',
    callerIds: '主叫号码',
    scheduledStartTime: '计划开始时间',
    scheduledEndTime: '计划结束时间',
    retryRules: '重试规则',
    flow: '通话流程',
    successWhen: '成功条件',
    maxAgents: '语音智能体上限',
    listenNotice: '监听提示',
    phoneNumbers: '电话号码',
    note: '备注',
    expireTime: '有效期',
    description: '说明',
    days: '日期',
    attemptsPerDay: '24 小时内呼叫次数',
    attemptsPerMonth: '30 天内呼叫次数',
    allowedPrefixes: '允许的号码前缀',
    deniedPrefixes: '禁止的号码前缀',
    minDigits: '最少位数',
    maxDigits: '最多位数',
  },
}

/** Undefined for a code that this console does not know: then the service's message is shown. */
export function errorText(detail: ErrorDetail, language: Language): string | undefined {
  // An item of a list is called as the list is: `phoneNumbers[3]`.
  const nameOf = (field: string) => fieldNames[language][field.replace(/\[\d+\].*$/, '')] ?? field
  const { other, ...params } = (detail.params ?? {}) as { other?: string }
  const named = other === undefined ? params : { ...params, other: nameOf(other) }
  const field = stepField(detail, language) ?? nameOf(detail.field ?? '')
  return errorSentence({ ...detail, fault: faultOf(detail), params: named, field } as Fault, language)
}

/** `text of step "ask"` for `flow.steps[2].text`. */
function stepField({ field, params }: ErrorDetail, language: Language): string | undefined {
  const step = (params as { step?: string } | undefined)?.step
  const [, inside] = /^flow\.steps\[\d+\]\.?(.*)$/.exec(field ?? '') ?? []
  if (step === undefined || inside === undefined) return undefined
  if (language === 'zh') return `步骤“${step}”${inside && `的 ${inside} `}`
  return inside ? `${inside} of step "${step}"` : `Step "${step}"`
}

/** Why the service cannot do its work, for use inside another sentence. */
export function faultText(reason: string | undefined, language: Language): string | undefined {
  return errorText({ field: null, code: 'unavailable', params: { reason: reason ?? '' } }, language)
}
