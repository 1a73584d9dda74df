// The words of exported reports, besides those of causes. Without labels, titles and values are those of the API.
import { type LabelLanguage, labels } from '../labels/labels.ts'

/** For people: what came of the calls in five words, of which `successes` is the first. */
export const COLUMNS_FOR_PEOPLE = [
  'section',
  'name',
  'calls',
  'successes',
  'unsuccessful',
  'machine',
  'notAnswered',
  'failed',
  'answered',
  'talkSeconds',
  'averageTalkSeconds',
  'contactRate',
  'successRate',
  'attemptsPerSuccess',
] as const

export const COLUMNS = [
  'section',
  'name',
  'calls',
  'answered',
  'successes',
  'failures',
  'noAnswers',
  'talkSeconds',
  'averageTalkSeconds',
  'contactRate',
  'successRate',
  'unsuccessful',
  'machine',
  'notAnswered',
  'failed',
  'attemptsPerSuccess',
] as const

export type ReportColumn = (typeof COLUMNS)[number]

export type ReportSection = 'total' | 'task' | 'day' | 'hour' | 'cause' | 'attempt' | 'talkTime'

export interface ReportWords {
  columns: Record<(typeof COLUMNS_FOR_PEOPLE)[number], string>
  sections: Record<ReportSection, string>
  weekdays: readonly string[]
  attempt(attempt: number): string
  talkTime(fromSeconds: number, toSeconds: number | null): string
}

/** The words that follow `successes`. */
function unsuccessfulWords(language: LabelLanguage) {
  const { unsuccessful = '', machine = '', notAnswered = '', failed = '' } = labels[language].endings
  return { unsuccessful, machine, notAnswered, failed }
}

const en: ReportWords = {
  columns: {
    section: 'Section',
    name: 'Name',
    calls: 'Calls',
    answered: 'Answered',
    successes: 'Successful',
    ...unsuccessfulWords('en'),
    attemptsPerSuccess: 'Attempts per success',
    talkSeconds: 'Talk time (s)',
    averageTalkSeconds: 'Average talk time (s)',
    contactRate: 'Contact rate',
    successRate: 'Success rate',
  },
  sections: {
    total: 'Total',
    task: 'Task',
    day: 'Day',
    hour: 'Weekday and hour',
    cause: 'Cause',
    attempt: 'Attempt',
    talkTime: 'Talk time',
  },
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  attempt: (attempt) => `Attempt ${attempt}`,
  talkTime: (from, to) => (to === null ? `${from} s and longer` : `${from} to ${to} s`),
}

const zh: ReportWords = {
  columns: {
    section: '分组',
    name: '名称',
    calls: '呼叫次数',
    answered: '接通',
    successes: '成功',
    ...unsuccessfulWords('zh'),
    attemptsPerSuccess: '每次成功的呼叫次数',
    talkSeconds: '通话时长（秒）',
    averageTalkSeconds: '平均通话时长（秒）',
    contactRate: '接通率',
    successRate: '成功率',
  },
  sections: {
    total: '合计',
    task: '任务',
    day: '日期',
    hour: '星期与小时',
    cause: '原因',
    attempt: '第几次呼叫',
    talkTime: '通话时长',
  },
  weekdays: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  attempt: (attempt) => `第 ${attempt} 次`,
  talkTime: (from, to) => (to === null ? `${from} 秒以上` : `${from} 至 ${to} 秒`),
}

export const reportWords = { en, zh }
