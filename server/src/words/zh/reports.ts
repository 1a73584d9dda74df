import type { en } from '../en/reports.ts'
import { zh as calls } from './calls.ts'

const { successful, ...others } = calls.endings

export const zh: typeof en = {
  columns: {
    section: '分组',
    name: '名称',
    calls: '呼叫次数',
    answered: '接通',
    successes: successful,
    ...others,
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
