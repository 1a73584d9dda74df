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
    agentCalls: '语音智能体通话',
    p50Seconds: '等待回答的中位数（秒）',
    p95Seconds: '等待回答的第 95 百分位（秒）',
    talkedOverCalls: '智能体抢话的通话数',
    silentCalls: '沉默超过 3 秒的通话数',
    cost: '费用',
    costPerCall: '每次呼叫费用',
    costPerSuccess: '每次成功费用',
  },
  sections: {
    total: '合计',
    task: '任务',
    day: '日期',
    hour: '星期与时段',
    cause: '原因',
    attempt: '第几次呼叫',
    talkTime: '通话时长',
    agentCost: '语音智能体费用',
    lineCost: '线路费用',
  },
  weekdays: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  attempt: (attempt) => `第 ${attempt} 次`,
  talkTime: (from, to) => (to === null ? `${from} 秒以上` : `${from} 至 ${to} 秒`),
}
